"""The view: what a request leaves out of a record, and the four runs of the course as they are printed."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.acts import sdk_objects
from tests.acts.lab_messages import call, fail, history, reply, say, text, tool_result, user
from transcript_doctor import DoctorError, shape, validate
from transcript_doctor.acts.view import view

Model = Callable[[list[Any]], dict[str, Any]]


def context_for_model(messages: list[Any]) -> list[Any]:
    return view(messages, target="lab")


def run_agent(
    model: Model,
    messages: list[Any],
    prompt: str,
    tools: dict[str, Callable[[dict[str, Any]], str]],
    max_turns: int | None = None,
) -> None:
    """The loop of the course: the record is the caller's list, the request is computed from it."""
    messages.append(user(prompt))
    turn = 0
    while True:
        turn += 1
        if max_turns is not None and turn > max_turns:
            answer = fail(f"Agent stopped after max_turns={max_turns}")
        else:
            answer = model(context_for_model(messages))
        messages.append(answer)
        calls = [part for part in answer["content"] if part["type"] == "toolCall"]
        if answer["stop_reason"] == "error" or not calls:
            return
        for asked in calls:
            tool = tools.get(asked["name"])
            said = tool(asked["arguments"]) if tool else f"Tool {asked['name']} not found"
            messages.append(tool_result(asked, said, is_error=tool is None))


def scripted(*steps: Any) -> Model:
    left = list(steps)

    def model(request: list[Any]) -> dict[str, Any]:
        assert validate(request) == []
        step: Any = left.pop(0) if len(left) > 1 else left[0]
        return deepcopy(step)

    return model


def numbered(*steps: Any) -> list[Any]:
    """The steps with their calls numbered c1, c2 and so on, as the scripted model gives them."""
    for number, step in enumerate(steps, 1):
        for part in step["content"]:
            if part["type"] == "toolCall":
                part["id"] = f"c{number}"
    return list(steps)


TOOLS = {"read": lambda arguments: "PORT = 9090\n"}


def test_the_four_runs_yield_the_requests_that_the_course_prints() -> None:
    read, typo_call = reply(call("read", {})), reply(call("raed", {}))
    typo: list[Any] = []
    steps = numbered(typo_call, read, say("The port is 9090."), say("You are welcome."))
    model = scripted(*steps)
    run_agent(model, typo, "What port does config.py use?", TOOLS)
    run_agent(model, typo, "Thanks.", TOOLS)
    firehose: list[Any] = []
    pages = numbered(reply(call("read", {})), reply(call("read", {})), say("Line 2400."))
    run_agent(scripted(*pages), firehose, "Is there a `def target` in big.log?", TOOLS)
    runaway: list[Any] = []
    stuck = numbered(*(reply(call("read", {})) for _ in range(4)))
    run_agent(scripted(*stuck), runaway, "Find the port.", TOOLS, max_turns=3)
    outage: list[Any] = []
    model = scripted(fail("503 overloaded"), say("The port is 9090."))
    run_agent(model, outage, "Find the port.", TOOLS)
    assert shape(outage) == "U A(error)"
    assert shape(context_for_model(outage)) == "U"
    run_agent(model, outage, "try again", TOOLS)
    printed = [
        f"{name:10}: record valid: {validate(messages, record=True) == []}"
        f" | what the next request would carry: {shape(context_for_model(messages))}"
        for name, messages in (
            ("a typo", typo), ("a firehose", firehose), ("a runaway", runaway), ("an outage", outage),
        )
    ]  # fmt: skip
    assert printed == [
        "a typo    : record valid: True | what the next request would carry: U A[c1] R(c1) A[c2] R(c2) A U A",
        "a firehose: record valid: True | what the next request would carry: U A[c1] R(c1) A[c2] R(c2) A",
        "a runaway : record valid: True | what the next request would carry: U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3)",
        "an outage : record valid: True | what the next request would carry: U U A",
    ]
    assert shape(outage) == "U A(error) U A"
    assert shape(runaway) == "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A(error)"


@pytest.mark.parametrize(
    "kept",
    [
        {**reply(text("The po")), "stop_reason": "error"},
        {**reply(call("read", {})), "stop_reason": "error"},
        {**reply(), "stop_reason": "stop"},
        {"role": "user", "content": []},
        {"role": "assistant", "content": "half", "stop_reason": "aborted"},
    ],
)
def test_a_turn_that_is_only_failed_or_only_empty_stays(kept: dict[str, Any]) -> None:
    record = [user("a"), kept]
    assert view(record, target="lab") == record


@pytest.mark.parametrize("reason", ["error", "aborted"])
@pytest.mark.parametrize("key", ["stop_reason", "stopReason"])
@pytest.mark.parametrize("content", [[], "", None])
def test_a_turn_that_is_both_goes(reason: str, key: str, content: Any) -> None:
    record = [user("a"), {"role": "assistant", "content": content, key: reason}, user("b")]
    assert view(record, target="lab") == [record[0], record[2]]


@given(st.lists(st.sampled_from(["U", "A", "A(error)", "A(empty)", "A[c1]", "R(c1)"]), max_size=8))
def test_the_list_is_new_and_the_record_is_as_it_was(marks: list[str]) -> None:
    record = history(" ".join(marks))
    before = deepcopy(record)
    found = view(record, target="lab")
    assert found is not record
    assert record == before
    assert [id(m) for m in found] == [
        id(m) for m, mark in zip(record, marks, strict=True) if mark != "A(error)"
    ]


@pytest.mark.parametrize("target", ["openai", "anthropic", "gemini", "bedrock", "mistral"])
def test_where_nothing_is_marked_as_failed_nothing_goes(target: str) -> None:
    record: list[Any] = [{"role": "user", "content": "a"}, {"role": "assistant", "content": []}, 7]
    assert view(record, target=target) == record


def test_a_body_gives_its_list_and_what_is_no_list_gives_none() -> None:
    messages = history("U A(error) U")
    assert view({"messages": messages}, target="lab") == [messages[0], messages[2]]
    assert view(None, target="lab") == []


def test_objects_of_an_sdk_are_the_caller_s_own_also_in_the_view() -> None:
    given = [{"role": "user", "content": "Go."}, sdk_objects.chat_message()]
    shown = view(given, target="openai")
    assert shown is not given
    assert all(one is other for one, other in zip(shown, given, strict=True))


@pytest.mark.parametrize("target", ["all", "labb"])
def test_a_view_is_for_one_target_that_exists(target: str) -> None:
    with pytest.raises(DoctorError):
        view([], target=target)
