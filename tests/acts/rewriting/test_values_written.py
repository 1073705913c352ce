"""What is written into files that are one JSON value: of Cline, of opencode, of nobody."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.acts.rewriting.files import MARKER, of_lines
from tests.sessions.files import call, result, text

SICK = [
    {"role": "user", "content": "Go."},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "r", "arguments": "{}"}}]},
    {"role": "user", "content": "Hello?"},
]  # fmt: skip


def test_keys_of_cline_stay_and_parts_that_it_does_not_send_are_counted(written: Any) -> None:
    unsigned = {"type": "thinking", "thinking": "Hm."}
    messages = [
        {"role": "user", "content": [{"type": "text", "text": "<task>Go.</task>"}], "ts": 1000},
        {"role": "assistant", "content": [unsigned, call("c1"), {**call("c2"), "call_id": "x"}], "ts": 2000, "modelInfo": {"modelId": "m"}},
        {"role": "user", "content": [unsigned, result("c1"), text("And?")], "ts": 3000},
        {"role": "assistant", "content": [call("c3")], "ts": 4000},
        {"role": "assistant", "content": [text("Well.")], "ts": 5000},
    ]  # fmt: skip
    before = json.dumps(messages, indent=1).encode()
    _, after = written(before, "api_conversation_history.json")
    new = json.loads(after)
    assert set(before.split(b"\n")) <= set(after.split(b"\n"))
    assert new[1] == messages[1]
    assert [part.get("tool_use_id", part["type"]) for part in new[2]["content"]] == [
        "thinking",
        "c1",
        "c2",
        "text",
    ]
    answers = [message for message in new if message not in messages and message["ts"] != 3000]
    assert [(m["ts"], m["content"][0]["tool_use_id"]) for m in answers] in (
        [],
        [(4001, "c3")],
        [(5001, "c3")],
    )


def test_a_call_of_opencode_that_still_runs_is_ended_in_its_part(written: Any) -> None:
    time = {"created": 1}
    state = {"status": "running", "input": {"a": 1}, "time": {"start": 5}}
    tool = {"id": "prt_3", "type": "tool", "callID": "c1", "tool": "bash", "state": state}
    export = {
        "info": {"id": "ses_1", "slug": "x", "time": time, "projectID": "p", "directory": "/p"},
        "messages": [
            {"info": {"id": "msg_1", "sessionID": "ses_1", "role": "user", "time": time}, "parts": [{"id": "prt_1", "type": "text", "text": "Go."}]},
            {"info": {"id": "msg_2", "sessionID": "ses_1", "role": "assistant", "time": time}, "parts": [{"id": "prt_2", "type": "step-start"}, tool]},
        ],
    }  # fmt: skip
    before = json.dumps(export, indent=2).encode()
    assert written(before, "export.json")[1] == before  # it may still run
    made, after = written(before, "export.json", as_="request")
    assert made.repaired[0].left_out is None
    new = json.loads(after)["messages"][1]["parts"][1]
    assert new["state"] == {
        "status": "error",
        "input": {"a": 1},
        "time": {"start": 5, "end": 5},
        "error": MARKER,
    }


def test_a_call_of_opencode_in_a_state_that_is_not_known_is_left_alone(written: Any) -> None:
    time = {"created": 1}
    state = {"status": "elsewhere", "input": {}, "time": {"start": 5}}
    tool = {"id": "prt_3", "type": "tool", "callID": "c1", "tool": "bash", "state": state}
    export = {
        "info": {"id": "ses_1", "slug": "x", "time": time, "projectID": "p", "directory": "/p"},
        "messages": [
            {"info": {"id": "msg_1", "sessionID": "ses_1", "role": "user", "time": time}, "parts": [{"id": "prt_1", "type": "text", "text": "Go."}]},
            {"info": {"id": "msg_2", "sessionID": "ses_1", "role": "assistant", "time": time}, "parts": [tool]},
        ],
    }  # fmt: skip
    before = json.dumps(export, indent=2).encode()
    made, after = written(before, "export.json", as_="request")
    assert made.repaired[0].is_changed
    assert "in one part" in str(made.reason)
    assert after == before


@pytest.mark.parametrize("indent", [None, 2, "\t"])
@pytest.mark.parametrize(
    "steps", [(), ("messages",), ("log", "messages")], ids=lambda steps: ".".join(steps) or "bare"
)
def test_a_list_in_plain_json_is_edited_where_it_stands(
    written: Any, indent: Any, steps: Any
) -> None:
    value: Any = SICK
    for step in reversed(steps):
        value = {"model": "gpt-4o", step: value, "n": 1.50}
    before = (
        b"\xef\xbb\xbf"
        + json.dumps(value, indent=indent).encode().replace(b"1.5", b"1.500")
        + b"\n"
    )
    made, after = written(before, "a.json", target="openai")
    assert made.written
    new = json.loads(after.removeprefix(b"\xef\xbb\xbf"))
    for step in steps:
        new = new[step]
    answer_ = {"role": "tool", "tool_call_id": "c1", "content": MARKER}
    assert new == [*SICK[:2], answer_, SICK[2]]
    if indent:
        assert set(before.split(b"\n")) <= set(after.split(b"\n"))
    else:
        written_answer = b", " + json.dumps(answer_).encode()
        assert after.replace(written_answer, b"") == before


def test_a_message_on_each_line(written: Any) -> None:
    before = of_lines(*SICK).replace(b"\n", b"\r\n").rstrip()
    _, after = written(before)
    assert [line for line in after.split(b"\r\n") if line in before.split(b"\r\n")] == before.split(
        b"\r\n"
    )
    assert json.loads(after.split(b"\r\n")[2])["tool_call_id"] == "c1"
    assert after.split(b"\r\n")[2].startswith(b'{"role":"tool","tool_call_id"')


def test_a_transcript_on_each_line_and_those_that_are_sound_stay(written: Any) -> None:
    sound = {"messages": [SICK[0], {"role": "assistant", "content": "Yes."}]}
    before = of_lines(sound, {"messages": SICK, "id": 7}, sound, {"messages": SICK})
    made, after = written(before)
    assert [one.is_changed for one in made.repaired] == [False, True, False, True]
    old, new = before.split(b"\n"), after.split(b"\n")
    assert (new[0], new[2], len(new)) == (old[0], old[2], len(old))
    assert [m["role"] for m in json.loads(new[1])["messages"]] == [
        "user",
        "assistant",
        "tool",
        "user",
    ]
    assert json.loads(new[1])["id"] == 7
