"""mini-swe-agent: bare lists of its first version, objects of later ones, items of the Responses API."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sessions.files import read_real, read_text
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import read_session, text_source
from transcript_doctor.core.transcript import Transcript

START = [{"role": "system", "content": "Help."}, {"role": "user", "content": "Go."}]
EXIT = {"role": "exit", "content": "", "extra": {"exit_status": "Submitted", "submission": ""}}


def call(*ids: str) -> dict[str, Any]:
    function = {"name": "bash", "arguments": '{"command": "ls"}'}
    made = [{"id": ident, "type": "function", "function": function} for ident in ids]
    extra = {"actions": [{"command": "ls", "tool_call_id": ident} for ident in ids], "cost": 1.0}
    return {"role": "assistant", "content": None, "tool_calls": made, "extra": extra}


def result(ident: str) -> dict[str, Any]:
    extra = {"returncode": 0, "timestamp": 1.5}
    return {"role": "tool", "content": "ok", "tool_call_id": ident, "extra": extra}


def run(*messages: Any, **info: Any) -> Transcript:
    model = {"config": {"model": {"model_name": "openai/gpt-5"}}}
    told = {"model_stats": {"api_calls": 2}, "mini_version": "2.3.0", **model, **info}
    value = {"info": told, "messages": [*START, *messages]}
    (found,) = read_text(
        json.dumps({**value, "trajectory_format": "mini-swe-agent-1.1"}, indent=2), "a.traj.json"
    )
    return found


def test_a_real_list_of_the_first_version() -> None:
    found = read_real("mini-swe-agent/mini-local.traj.json")
    assert shape(found.request, format="openai-chat") == "S U A U A U"
    assert [origin.line for origin in found.origins] == [2, 6, 10, 14, 18, 22]
    assert (found.agent, found.state) == ("mini-swe-agent", "whole")
    assert check(found).findings == ()


def test_what_is_kept_beside_a_message_is_not_sent() -> None:
    found = run(call("a", "b"), result("a"), result("b"), {"role": "assistant", "content": "Yes."})
    assert found.request[3] == {"role": "tool", "content": "ok", "tool_call_id": "a"}
    assert shape(found.request, format="openai-chat") == "S U A[a,b] R(a) R(b) A"
    assert (found.version, found.when) == ("2.3.0", "1.5")
    assert found.facts == {"model": "gpt-5"}
    assert check(found).findings == ()


def test_the_call_that_ends_a_run_has_no_result() -> None:
    found = run(call("a"), result("a"), call("b"), EXIT, exit_status="Submitted")
    assert shape(found.request, format="openai-chat") == "S U A[a] R(a) A[b]"
    assert found.state == "whole"
    assert check(found).ok


def test_a_run_that_was_interrupted_in_its_calls_is_sick() -> None:
    stop = {"role": "user", "content": "Stop.", "extra": {"interrupt_type": "UserInterruption"}}
    found = run(call("a", "b"), stop, call("c"))
    errors = [f for f in check(found).findings if f.severity == "error"]
    assert [(f.code, f.values["id"]) for f in errors] == [("P001", "a"), ("P001", "b")]
    assert found.state == "running"


@pytest.mark.parametrize(
    ("status", "state"),
    [("LimitsExceeded", "interrupted"), ("submitted", "whole"), ("", "running")],
)
def test_a_run_rests_as_its_status_says(status: str, state: str) -> None:
    assert run(call("a"), result("a"), exit_status=status).state == state


def test_an_answer_of_the_responses_api_is_sent_item_by_item() -> None:
    call_item = {"type": "function_call", "call_id": "a", "name": "bash", "arguments": "{}"}
    thought = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": None}
    answer = {"object": "response", "output": [thought, call_item], "extra": {"actions": []}}
    output = {"type": "function_call_output", "call_id": "a", "output": "ok", "extra": {}}
    found = run(answer, output, EXIT)
    assert found.format == "openai-responses"
    assert found.request[3] is not call_item
    assert found.request[2:] == [
        {"type": "reasoning", "id": "rs_1", "summary": []},
        call_item,
        {"type": "function_call_output", "call_id": "a", "output": "ok"},
    ]
    assert found.origins[2] == found.origins[3] != found.origins[4]
    assert check(found).ok


def test_a_list_with_extras_is_recognised_and_one_without_marks_is_not() -> None:
    (found,) = read_text(json.dumps([*START, call("a"), result("a")]), "a.json")
    assert found.agent == "mini-swe-agent"
    assert read_session(text_source(json.dumps([*START, *START]), "a.json")) is None


def test_a_run_whose_settings_are_longer_than_what_is_looked_at_is_recognised() -> None:
    found = run(call("a"), result("a"), patch_repair={"trace": "x" * 200_000})
    assert len(found.request) == 4
