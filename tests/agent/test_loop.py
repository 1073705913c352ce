"""The plain loop: what ends a run, what is on the caller's list, what goes out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.replies import Files, Replies, call, said
from transcript_doctor import shape, validate
from transcript_doctor.agent import (
    SYSTEM,
    context_for_model,
    error_message,
    make_read_tool,
    run_agent,
    text_of,
    tool_calls,
    user_message,
)
from transcript_doctor.core.answers import NO_RESULT

READ = [make_read_tool(Files(config_py="PORT = 9090\n"))]
ASK = call("read", {"path": "config.py"})


def tool(execute: Any, name: str = "do") -> dict[str, Any]:
    return {"name": name, "description": "", "parameters": {}, "execute": execute}


def test_the_words_of_a_message_and_what_it_asks_for() -> None:
    thinking = {"type": "thinking", "thinking": "hm"}
    message = said("It is ", thinking, ASK, "here.", stop="stop")
    assert text_of(message) == "It is here."
    assert tool_calls(message) == [ASK]
    assert user_message("Hi") == {"role": "user", "content": "Hi"}
    assert error_message("503") == {
        "role": "assistant", "content": [], "stop_reason": "error", "error_message": "503",
    }  # fmt: skip
    assert SYSTEM == "You are a helpful assistant."


@pytest.mark.parametrize("label", ["stop", "length", "toolUse", "whatever"])
def test_what_a_reply_holds_decides_and_not_its_label(label: str) -> None:
    model, messages = Replies(said(ASK, stop=label), said("9090", stop=label)), list[Any]()
    final = run_agent(model, SYSTEM, messages, READ, "Which port?")
    assert shape(messages) == "U A[c1] R(c1) A"
    assert final is messages[-1]
    assert model.left == []


def test_every_request_is_the_list_so_far_with_system_and_tools() -> None:
    model, messages = Replies(said(ASK), said("9090")), [user_message("Hi"), said("Hello.")]
    run_agent(model, "Be brief.", messages, READ, "Which port?")
    assert [shape(sent) for _, sent, _ in model.requests] == ["U A U", "U A U A[c1] R(c1)"]
    assert {system for system, _, _ in model.requests} == {"Be brief."}
    assert [specs[0]["name"] for _, _, specs in model.requests] == ["read", "read"]
    assert "execute" not in model.requests[0][2][0]


def test_results_come_in_call_order_failures_among_them() -> None:
    calls = [
        call("read", {"path": p}, f"c{n}")
        for n, p in enumerate(("config.py", "x.py", "config.py"), 1)
    ]
    messages: list[Any] = []
    run_agent(Replies(said(*calls), said("ok")), SYSTEM, messages, READ, "Read.")
    assert shape(messages) == "U A[c1,c2,c3] R(c1) R(c2) R(c3) A"
    assert [m["is_error"] for m in messages if m["role"] == "toolResult"] == [False, True, False]


@pytest.mark.parametrize("limit", [1, 3])
def test_turns_are_counted_in_every_run_and_the_last_call_is_answered(limit: int) -> None:
    messages = [user_message("Hi"), said("Hello.")]
    for run in (1, 2):
        model = Replies(*[lambda: said(call("read", {"path": "x"}, f"c{len(messages)}"))] * 9)
        final = run_agent(model, SYSTEM, messages, READ, "Go.", max_turns=limit)
        assert len(model.requests) == limit
        assert final == error_message(f"Agent stopped after max_turns={limit}")
        assert len(messages) == 2 + run * (2 * limit + 2)
        assert validate(context_for_model(messages)) == []


def test_no_limit_is_no_limit() -> None:
    asks = [said(call("read", {"path": "x"}, f"c{n}")) for n in range(30)]
    messages: list[Any] = []
    run_agent(Replies(*asks, said("done")), SYSTEM, messages, READ, "Go.")
    assert len(messages) == 62


def test_an_outage_is_written_down_and_not_sent() -> None:
    messages: list[Any] = []
    outage = error_message("503 overloaded")
    assert run_agent(Replies(outage), SYSTEM, messages, [], "Find it.") is outage
    model = Replies(said("9090"))
    run_agent(model, SYSTEM, messages, [], "Again.")
    assert shape(messages) == "U A(error) U A"
    assert shape(model.requests[0][1]) == "U U"


def test_a_reply_that_failed_after_words_is_sent() -> None:
    half = {**said("The port is", stop="error"), "error_message": "cut"}
    record = [user_message("Hi"), half, user_message("Go on.")]
    view = context_for_model(record)
    assert view == record
    assert view is not record


def test_what_a_failed_reply_began_to_ask_for_is_answered_and_not_run() -> None:
    ran: list[Any] = []
    messages: list[Any] = []
    failed = {
        **said("Let me", call("do", {}), call("do", {}, "c2"), stop="error"),
        "error_message": "cut",
    }
    model = Replies(failed, said("Fine."))
    assert run_agent(model, SYSTEM, messages, [tool(ran.append)], "Go.") is failed
    assert ran == []
    assert [m["content"] for m in messages[2:]] == [NO_RESULT, NO_RESULT]
    run_agent(model, SYSTEM, messages, [tool(ran.append)], "Again.")
    assert validate(model.requests[1][1]) == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_what_ends_the_program_leaves_no_call_open(error: type[BaseException]) -> None:
    def execute(arguments: Any) -> str:
        if arguments:
            raise error
        return "done"

    calls = [call("do", {}), call("do", {"stop": 1}, "c2"), call("do", {}, "c3")]
    messages: list[Any] = []
    with pytest.raises(error):
        run_agent(Replies(said(*calls)), SYSTEM, messages, [tool(execute)], "Go.")
    assert [m["content"] for m in messages[2:]] == ["done", NO_RESULT, NO_RESULT]
    assert validate(messages) == []


def test_a_model_that_raises_leaves_a_list_that_goes_on() -> None:
    def fail() -> Any:
        raise ConnectionError("no route")

    messages: list[Any] = []
    with pytest.raises(ConnectionError):
        run_agent(Replies(said(ASK), fail), SYSTEM, messages, READ, "Go.")
    assert shape(messages) == "U A[c1] R(c1)"
