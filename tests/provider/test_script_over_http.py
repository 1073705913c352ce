"""Whose turn it is: conversations go through the script by themselves, however requests mix."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest

from tests.provider.asking import READ, USER, Heard, ask, chat, claude, text_of
from transcript_doctor.core.errors import BadOption
from transcript_doctor.provider import failure, running
from transcript_doctor.testing import (
    Request,
    ScriptEnded,
    ScriptFault,
    StepsLeft,
    call,
    fail,
    forever,
    forgetful,
    pager,
    reply,
    say,
    stuck,
)

CALL = reply(call("read", {"path": "a.py"}))


def follow(heard: Heard, *asked: Any) -> list[Any]:
    """The history with an answer of Anthropic's, each call answered."""
    content = heard.json["content"]
    results = [
        {"type": "tool_result", "tool_use_id": part["id"], "content": "A = 1"}
        for part in content
        if part["type"] == "tool_use"
    ]
    after = [{"role": "user", "content": results}] if results else []
    return [*asked, {"role": "assistant", "content": content}, *after]


def test_two_conversations_that_begin_alike_and_mix() -> None:
    with running([CALL, CALL, say("Done.")]) as served:
        histories: list[list[Any]] = [[USER], [USER], [USER]]
        for _ in range(2):
            for k, history in enumerate(histories):
                heard = ask(served.url, "/v1/messages", claude(*history))
                histories[k] = follow(heard, *history)
        said = [text_of(ask(served.url, "/v1/messages", claude(*h))) for h in histories]
        assert said == ["Done."] * 3
        assert [r.conversation for r in served.requests] == [1, 2, 3] * 3
        served.finish()


def test_a_conversation_that_lost_its_beginning_goes_on() -> None:
    with running([CALL, CALL, say("Done.")]) as served:
        first = follow(ask(served.url, "/v1/messages", claude(USER)), USER)
        second = follow(ask(served.url, "/v1/messages", claude(*first)), *first)
        trimmed = [{"role": "user", "content": "(earlier turns were cut)"}, *second[-2:]]
        assert text_of(ask(served.url, "/v1/messages", claude(*trimmed))) == "Done."


def test_without_calls_the_opening_and_the_number_of_answers_tell() -> None:
    other = {"role": "user", "content": "Something else."}
    with running([say("one"), say("two"), say("three")]) as served:
        for opening in (USER, other):
            history: list[Any] = [opening]
            for wanted in ("one", "two", "three"):
                heard = ask(served.url, "/v1/chat/completions", chat(*history))
                assert text_of(heard) == wanted
                history += [{"role": "assistant", "content": wanted}, USER]
        assert [r.conversation for r in served.requests] == [1, 1, 1, 2, 2, 2]


def test_a_header_names_the_conversation() -> None:
    with running([say("one"), say("two")]) as served:
        said = [
            text_of(ask(served.url, "/v1/messages", claude(USER), headers={"x-conversation": name}))
            for name in ("a", "b", "a", "b")
        ]
        assert said == ["one", "one", "two", "two"]


def test_one_script_for_all() -> None:
    with running([say("one"), say("two")], per="server") as served:
        assert [text_of(ask(served.url, "/v1/messages", claude(USER))) for _ in "12"] == [
            "one",
            "two",
        ]
    with pytest.raises(BadOption, match="per takes"):
        running([], per="request")  # type: ignore[arg-type]


def test_trouble_at_the_beginning_is_followed_by_the_retry() -> None:
    with running([failure(503), failure(500), say("one"), say("two")]) as served:
        heard = [ask(served.url, "/v1/messages", claude(USER)) for _ in range(3)]
        assert [h.status for h in heard] == [503, 500, 200]
        assert text_of(heard[2]) == "one"
        assert {r.conversation for r in served.requests} == {1}


def test_a_refusal_uses_up_no_step() -> None:
    with running([CALL, say("Done.")]) as served:
        history = follow(ask(served.url, "/v1/messages", claude(USER)), USER)
        assert ask(served.url, "/v1/messages", claude(*history[:-1], USER)).status == 400
        assert text_of(ask(served.url, "/v1/messages", claude(*history))) == "Done."


def test_a_script_that_ran_out_says_so_and_is_not_tried_again() -> None:
    with running([say("one")]) as served:
        history = follow(ask(served.url, "/v1/messages", claude(USER)), USER)
        heard = ask(served.url, "/v1/messages", claude(*history, USER))
        assert heard.status == 410
        assert heard.headers["x-transcript-doctor"] == "script-ended"
        assert "the script has 1 step, and one more" in heard.json["error"]["message"]
        with pytest.raises(ScriptEnded):
            served.finish()


def test_steps_that_were_not_played_are_told() -> None:
    with running([say("one"), say("two")]) as served:
        with pytest.raises(ScriptFault, match="no request asked for one"):
            served.finish()
        ask(served.url, "/v1/messages", claude(USER))
        with pytest.raises(StepsLeft, match="1 of 2 steps"):
            served.finish()
        served.reset([say("one")])
        ask(served.url, "/v1/messages", claude(USER))
        served.finish()
        served.reset([forever(say("on"))])
        ask(served.url, "/v1/messages", claude(USER))
        served.finish()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/messages", claude(USER, system="Be brief.", tools=[READ])),
        ("/v1/chat/completions", chat({"role": "system", "content": "Be brief."}, USER, tools=[{"type": "function", "function": {"name": "read", "parameters": READ["input_schema"]}}])),
        ("/v1/responses", {"model": "gpt-5", "instructions": "Be brief.", "input": "Read a.py.", "tools": [{"type": "function", "name": "read", "parameters": READ["input_schema"]}]}),
        ("/v1beta/models/gemini-3-pro:generateContent", {"contents": [{"role": "user", "parts": [{"text": "Read a.py."}]}], "systemInstruction": {"parts": [{"text": "Be brief."}]}, "tools": [{"functionDeclarations": [{"name": "read", "parameters": READ["input_schema"]}]}]}),
        ("/model/anthropic.claude-sonnet-4-5/converse", {"messages": [{"role": "user", "content": [{"text": "Read a.py."}]}], "system": [{"text": "Be brief."}], "toolConfig": {"tools": [{"toolSpec": {"name": "read", "inputSchema": {"json": READ["input_schema"]}}}]}}),
    ],
)  # fmt: skip
def test_functions_get_every_apis_request_in_one_form(path: str, body: Any) -> None:
    seen: list[Request] = []

    def step(request: Request) -> Any:
        seen.append(request)
        return say("Done.")

    with running([step]) as served:
        heard = ask(served.url, path, body)
        assert heard.status == 200, heard.raw
        assert b"Done." in heard.raw
    (request,) = seen
    assert (request.system, request.user_text) == ("Be brief.", "Read a.py.")
    assert [tool["name"] for tool in request.tools] == ["read"]


def test_models_of_the_lab_speak_over_http() -> None:
    with running([pager("A = 1")]) as served:
        history = follow(ask(served.url, "/v1/messages", claude(USER)), USER)
        assert history[1]["content"][0]["input"] == {"path": "a.py"}
        said = text_of(ask(served.url, "/v1/messages", claude(*history)))
        assert said == "`A = 1` is on line 1 of a.py."
        served.reset([forgetful()])
        named = {"role": "user", "content": "My name is Ada. What is my name?"}
        assert text_of(ask(served.url, "/v1/messages", claude(named))) == "Your name is Ada."
        served.reset([stuck(call("read", {"path": "x"}))])
        first = ask(served.url, "/v1/messages", claude(USER))
        again = ask(served.url, "/v1/messages", claude(*follow(first, USER)))
        calls = [h.json["content"][0] for h in (first, again)]
        assert [c["name"] for c in calls] == ["read", "read"]
        assert calls[0]["id"] != calls[1]["id"]


def test_async_and_slow_functions() -> None:
    meant = threading.Event()

    async def later(request: Request) -> Any:
        await asyncio.sleep(0)
        return say("later")

    def blocking(request: Request) -> Any:
        assert meant.wait(10)
        return say("blocking")

    with running([later]) as served:
        assert text_of(ask(served.url, "/v1/messages", claude(USER))) == "later"
        served.reset([blocking])
        said: list[str] = []
        thread = threading.Thread(
            target=lambda: said.append(text_of(ask(served.url, "/v1/messages", claude(USER))))
        )
        thread.start()
        assert ask(served.url, "/v1/models", method="GET").status == 200  # others are not held up
        meant.set()
        thread.join()
        assert said == ["blocking"]


@pytest.mark.parametrize(
    ("gives", "says"),
    [
        ("words", "step 1 gave no assistant message, but 'words'"),
        ({"role": "user", "content": "x"}, "step 1 gave no assistant message"),
        (None, "step 1 gave no assistant message, but None"),
    ],
)
def test_a_function_that_gives_no_message(gives: Any, says: str) -> None:
    with running([lambda request: gives]) as served:
        heard = ask(served.url, "/v1/messages", claude(USER))
        assert (heard.status, served.requests[0].fate) == (410, "fault")
        assert says in heard.json["error"]["message"]


def test_a_function_that_raises_is_a_fault_of_the_script_and_the_server_lives() -> None:
    def step(request: Request) -> Any:
        raise ZeroDivisionError("secret words")

    with running([step, say("Done.")], per="server") as served:
        heard = ask(served.url, "/v1/messages", claude(USER))
        assert (heard.status, served.requests[0].fate) == (410, "fault")
        assert "ZeroDivisionError" in heard.json["error"]["message"]
        assert text_of(ask(served.url, "/v1/messages", claude(USER))) == "Done."


def test_a_failed_reply_is_a_failed_request() -> None:
    with running([fail("Overloaded"), fail("429 slow down"), say("Done.")]) as served:
        heard = [ask(served.url, "/v1/messages", claude(USER)) for _ in range(3)]
        assert [h.status for h in heard] == [500, 429, 200]
        assert [h.json["error"]["message"] for h in heard[:2]] == ["Overloaded", "slow down"]


def test_the_default_calls_each_tool_once_and_answers() -> None:
    tools = [READ, {"name": "now", "input_schema": {"type": "object"}}]
    with running() as served:
        history: list[Any] = [USER]
        called = []
        for _ in range(2):
            heard = ask(served.url, "/v1/messages", claude(*history, tools=tools))
            (part,) = heard.json["content"]
            called.append((part["name"], part["input"]))
            history = follow(heard, *history)
        assert called == [("read", {"path": "example"}), ("now", {})]
        assert (
            text_of(ask(served.url, "/v1/messages", claude(*history, tools=tools)))
            == "Done: read, now."
        )
        again = claude(*history, {"role": "assistant", "content": "ok"}, USER, tools=tools)
        assert ask(served.url, "/v1/messages", again).json["stop_reason"] == "tool_use"


def test_the_default_heeds_the_choice_of_tools_and_the_form_of_the_answer() -> None:
    form = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    tools = [{"type": "function", "function": {"name": n, "parameters": form}} for n in ("a", "b")]
    with running() as served:
        named = {"type": "function", "function": {"name": "b"}}
        heard = ask(served.url, "/v1/chat/completions", chat(USER, tools=tools, tool_choice=named))
        function = heard.json["choices"][0]["message"]["tool_calls"][0]["function"]
        assert (function["name"], json.loads(function["arguments"])) == ("b", {"n": 0})
        heard = ask(served.url, "/v1/chat/completions", chat(USER, tools=tools, tool_choice="none"))
        assert text_of(heard) == "This answer comes from no script."
        wanted = {"type": "json_schema", "json_schema": {"name": "x", "schema": form}}
        heard = ask(served.url, "/v1/chat/completions", chat(USER, response_format=wanted))
        assert json.loads(text_of(heard)) == {"n": 0}


CUSTOM = {"type": "custom", "custom": {"name": "grep", "description": "Find."}}
FUNCTION = {"type": "function", "function": {"name": "read", "parameters": READ["input_schema"]}}


@pytest.mark.parametrize("stream", [False, True])
def test_a_custom_tool_that_is_forced_is_called_with_a_text(stream: bool) -> None:
    chosen = {"type": "custom", "custom": {"name": "grep"}}
    body = chat(USER, tools=[FUNCTION, CUSTOM], tool_choice=chosen, stream=stream)
    with running() as served:
        heard = ask(served.url, "/v1/chat/completions", body)
        choice = _grown(heard) if stream else heard.json["choices"][0]
        assert choice["finish_reason"] == "tool_calls"
        (made,) = choice["message"]["tool_calls"]
        assert {**made, "id": "", "index": 0} == {
            "id": "", "index": 0, "type": "custom", "custom": {"name": "grep", "input": "example"},
        }  # fmt: skip
        result = {"role": "tool", "tool_call_id": made["id"], "content": "none"}
        turn = {
            "role": "assistant",
            "tool_calls": [{k: v for k, v in made.items() if k != "index"}],
        }
        body = chat(USER, turn, result, tools=[FUNCTION, CUSTOM])
        heard = ask(served.url, "/v1/chat/completions", body)
        assert heard.json["choices"][0]["message"]["tool_calls"][0]["function"]["name"] == "read"
        assert not served.refused


@pytest.mark.parametrize("stream", [False, True])
def test_an_old_request_with_functions_is_answered_as_of_old(stream: bool) -> None:
    functions = [{"name": n, "parameters": READ["input_schema"]} for n in ("list", "read")]
    with running() as served:
        for choice, name in (({"name": "read"}, "read"), ("auto", "list"), (None, "list")):
            more = {"function_call": choice} if choice else {}
            body = chat(USER, functions=functions, stream=stream, **more)
            heard = ask(served.url, "/v1/chat/completions", body)
            made = _grown(heard) if stream else heard.json["choices"][0]
            called = {"name": name, "arguments": '{"path":"example"}'}
            assert (made["message"]["function_call"], made["finish_reason"]) == (
                called,
                "function_call",
            )
            assert "tool_calls" not in made["message"]
        body = chat(USER, functions=functions, function_call="none")
        assert text_of(ask(served.url, "/v1/chat/completions", body)).startswith("This answer")
        turn = {"role": "assistant", "content": None, "function_call": called}
        result = {"role": "function", "name": "list", "content": "none"}
        body = chat(USER, turn, result, functions=functions)
        made = ask(served.url, "/v1/chat/completions", body).json["choices"][0]["message"]
        assert made["function_call"]["name"] == "read"
        assert not served.refused


@pytest.mark.parametrize("stream", [False, True])
def test_a_custom_tool_of_responses(stream: bool) -> None:
    tools = [{"type": "custom", "name": "grep"}]
    chosen = {"type": "custom", "name": "grep"}
    body = {"model": "gpt-5", "input": "x", "tools": tools, "tool_choice": chosen, "stream": stream}
    steps = [reply(call("grep", {"input": "def main"})), reply(_written("grep", "def run"))]
    for script, texts in ((None, ["example"] * 2), (steps, ["def main", "def run"])):
        with running(script, per="server") as served:
            for text in texts:
                heard = ask(served.url, "/v1/responses", body)
                if stream:
                    rows = [
                        json.loads(line[6:])
                        for line in heard.raw.split(b"\n")
                        if line[:6] == b"data: "
                    ]
                    grown = [
                        e["delta"] for e in rows if e["type"].endswith("tool_call_input.delta")
                    ]
                    assert "".join(grown) == text
                output = rows[-1]["response"]["output"] if stream else heard.json["output"]
                (item,) = output
                assert (item["type"], item["name"], item["input"]) == (
                    "custom_tool_call",
                    "grep",
                    text,
                )


def _written(name: str, text: str) -> dict[str, Any]:
    return {"type": "toolCall", "id": None, "name": name, "arguments": text}


def _grown(heard: Heard) -> dict[str, Any]:
    """Put the choice together that a stream of chat chunks tells: texts grow, all else is as it came first."""
    message: dict[str, Any] = {}
    stop = None
    for line in heard.raw.split(b"\n"):
        if line.startswith(b"data: {"):
            choice = json.loads(line[6:])["choices"][0]
            stop = choice["finish_reason"] or stop
            _grow(message, choice["delta"])
    return {"message": message, "finish_reason": stop}


def _grow(node: dict[str, Any], delta: dict[str, Any]) -> None:
    for key, value in delta.items():
        if key in ("arguments", "input") and key in node:
            node[key] += value
        elif isinstance(value, dict):
            _grow(node.setdefault(key, {}), value)
        elif isinstance(value, list):
            rows = node.setdefault(key, [])
            for row in value:
                rows += [{} for _ in range(row["index"] + 1 - len(rows))]
                _grow(rows[row["index"]], row)
        else:
            node.setdefault(key, value)


FORM = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
CONFIG = {"responseMimeType": "application/json"}
WANTS: list[tuple[str, dict[str, Any], Any]] = [
    ("/v1/chat/completions", chat(USER, response_format={"type": "json_object"}), {}),
    ("/mistral/v1/chat/completions", chat(USER, response_format={"type": "json_object"}), {}),
    ("/v1/responses", {"model": "gpt-5", "input": "x", "text": {"format": {"type": "json_object"}}}, {}),
    ("/v1beta/models/g:generateContent", {"generationConfig": CONFIG}, {}),
    ("/v1beta/models/g:generateContent", {"generationConfig": {**CONFIG, "responseSchema": FORM}}, {"n": 0}),
    ("/model/m/converse", {"outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": {"schema": json.dumps(FORM)}}}}}, {"n": 0}),
    ("/model/m/converse", {"outputConfig": {"textFormat": {"structure": {"jsonSchema": {"schema": "{"}}}}}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "body", "form"), WANTS, ids=range(len(WANTS)))
def test_the_default_gives_json_where_json_is_wanted(
    path: str, body: dict[str, Any], form: Any
) -> None:
    more = {
        "/v1beta": {"contents": [{"role": "user", "parts": [{"text": "x"}]}]},
        "/model/": {"messages": [{"role": "user", "content": [{"text": "x"}]}]},
    }
    with running() as served:
        assert ask(served.url, path, {**more.get(path[:7], {}), **body}).status == 200
        (part,) = served.requests[0].answer["content"]  # type: ignore[index]
        assert json.loads(part["text"]) == form


def test_a_word_of_a_list_comes_without_quotes() -> None:
    config = {
        "responseMimeType": "text/x.enum",
        "responseSchema": {"type": "STRING", "enum": ["A", "B"]},
    }
    body = {"contents": [{"role": "user", "parts": [{"text": "x"}]}], "generationConfig": config}
    with running() as served:
        heard = ask(served.url, "/v1beta/models/g:generateContent", body).json
        assert heard["candidates"][0]["content"]["parts"][0]["text"] == "A"


@pytest.mark.parametrize(
    ("wanted", "given"), [(3, 3), (1, 1), (129, 1), (True, 1), ("3", 1), (-1, 1)]
)
def test_several_answers_at_once(wanted: Any, given: int) -> None:
    gemini = {
        "contents": [{"role": "user", "parts": [{"text": "x"}]}],
        "generationConfig": {"candidateCount": wanted},
    }
    with running() as served:
        for path in ("/v1/chat/completions", "/mistral/v1/chat/completions"):
            choices = ask(served.url, path, chat(USER, n=wanted)).json["choices"]
            assert [row["index"] for row in choices] == list(range(given))
        rows = ask(served.url, "/v1beta/models/g:generateContent", gemini).json["candidates"]
        assert [row["index"] for row in rows] == list(range(given))
        streamed = ask(served.url, "/v1/chat/completions", chat(USER, n=wanted, stream=True)).raw
        events = [
            json.loads(row[6:]) for row in streamed.split(b"\n\n") if row.startswith(b"data: {")
        ]
        ends = [row["index"] for e in events for row in e["choices"] if row["finish_reason"]]
        assert ends == list(range(given))
