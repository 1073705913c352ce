"""Kimi, Grok and Mistral Vibe: each of their files, and what of it is sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sessions.files import REAL, read_lines, read_real, read_text
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import file_source, read_session, text_source
from transcript_doctor.core.transcript import Transcript


def found(one: Transcript) -> list[tuple[str, int]]:
    return [(f.code, one.spot(f.place).line) for f in check(one).findings]


def entry(kind: str, **keys: Any) -> dict[str, Any]:
    return {"type": f"context.{kind}", **keys, "time": 1}


def step(kind: str, **keys: Any) -> dict[str, Any]:
    return entry("append_loop_event", event={"type": kind, **keys})


def message(words: str, kind: str = "user", **keys: Any) -> dict[str, Any]:
    part = {"type": "text", "text": words}
    made = {"role": "user", "content": [part], "toolCalls": [], "origin": {"kind": kind}, **keys}
    return entry("append_message", message=made)


def part(words: str) -> dict[str, Any]:
    return step("content.part", stepUuid="s", part={"type": "text", "text": words})


HEAD = {"type": "metadata", "protocol_version": "1.4"}
BEGIN = step("step.begin", uuid="s")
CALL = step("tool.call", stepUuid="s", toolCallId="Bash_0", name="Bash", args={"command": "ls"})
RESULT = step("tool.result", toolCallId="Bash_0", result={"output": "a.txt"})


def test_kimi_a_real_subagent_is_whole_and_sound() -> None:
    one = read_real("kimi/agent-sessions-subagent.jsonl")
    assert shape(check(one)) == "U A[Glob_0] R(Glob_0) A[Bash_1] R(Bash_1) A"
    assert one.request[1]["reasoning_content"].startswith("The user wants me")
    assert one.request[2]["content"].startswith("[Truncated at 100 matches")
    assert one.facts == {"model": "kimi-k2.7-code", "thinking": "enabled"}
    assert (check(one).target, one.version, one.state, found(one)) == ("kimi", "1.4", "whole", [])


def test_kimi_cli_keeps_one_talk_in_two_files() -> None:
    shown = read_real("kimi/kimi-code-legacy-protocol-1.3-wire.jsonl")
    kept = read_real("kimi/kimi-code-legacy-protocol-1.3-context.jsonl")
    assert shape(check(shown)) == "U A[Shell:0] R(Shell:0)"
    assert shape(check(kept)) == "U U A[Shell:0] R(Shell:0)"
    assert shown.request[1]["tool_calls"] == kept.request[2]["tool_calls"]
    assert (found(shown), found(kept)) == ([], [])


def test_kimi_an_answer_that_only_thought_is_not_sent() -> None:
    one = read_real("kimi/kimi-code-recent-protocol-1.10-wire.jsonl")
    assert (shape(check(one)), one.version, one.state) == ("U A U", "1.10", "running")


def test_kimi_results_come_before_what_was_said_meanwhile() -> None:
    one = read_lines(
        HEAD, message("Go."), BEGIN, CALL, message("Wait."), RESULT, BEGIN, part("Done.")
    )
    assert shape(check(one)) == "U A[Bash_0] R(Bash_0) U A"
    assert [origin.line for origin in one.origins] == [2, 4, 6, 5, 8]


def test_kimi_a_call_without_its_result_is_found() -> None:
    one = read_lines(HEAD, message("Go."), BEGIN, CALL, message("And?"), BEGIN, part("Done."))
    assert shape(check(one)) == "U A[Bash_0] U A"
    assert found(one) == [("P001", 4)]


def test_kimi_a_compaction_of_either_kind() -> None:
    past = [HEAD, message("One."), BEGIN, CALL, RESULT, BEGIN, part("1")]
    old = read_lines(
        *past, entry("apply_compaction", summary="S", compactedCount=4), message("Two.")
    )
    assert [one["content"][0]["text"] for one in old.request] == ["S", "Two."]
    assert [(stray.id, stray.origin.line) for stray in old.strays] == [("Bash_0", 5)]
    new = read_lines(
        *past,
        message("Note.", "injection"),
        entry("apply_compaction", contextSummary="S", compactedCount=4, keptUserMessageCount=1),
        message("Two."),
    )
    assert [one["content"][0]["text"] for one in new.request] == ["One.", "S", "Two."]


def test_kimi_undo_and_clear() -> None:
    turn = [message("One."), BEGIN, part("1"), message("Two."), BEGIN, part("2")]
    undone = read_lines(HEAD, *turn, entry("undo", count=1))
    assert shape(check(undone)) == "U A"
    assert len(read_lines(HEAD, *turn, entry("undo", count=3)).request) == 4
    assert shape(check(read_lines(HEAD, *turn, entry("clear"), message("Three.")))) == "U"


@pytest.mark.parametrize(
    ("last", "state"),
    [
        ({"type": "turn.cancel"}, "interrupted"),
        ({"type": "turn.ended", "reason": "completed"}, "running"),
        ({"type": "interaction.request", "id": "i", "kind": "approval"}, "paused"),
        (step("step.end", uuid="s", finishReason="error"), "interrupted"),
    ],
)
def test_kimi_how_a_session_rests(last: dict[str, Any], state: str) -> None:
    assert read_lines(HEAD, message("Go."), last).state == state


def wire(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": 1.0, "message": {"type": kind, "payload": payload}}


def test_kimi_cli_shows_arguments_piece_by_piece() -> None:
    one = read_lines(
        wire("TurnBegin", user_input="Go."),
        wire("StepBegin", n=1),
        wire("ContentPart", type="text", text="Fi"),
        wire("StepRetry", n=1),
        wire("ContentPart", type="text", text="Well."),
        wire("ToolCall", type="function", id="c1", function={"name": "Shell", "arguments": None}),
        wire("ToolCallPart", arguments_part='{"command"'),
        wire("ToolCallPart", arguments_part=': "ls"}'),
        wire("ApprovalRequest", id="a", tool_call_id="c1"),
    )
    assert shape(check(one)) == "U A[c1]"
    assert one.request[1]["tool_calls"][0]["function"]["arguments"] == '{"command": "ls"}'
    assert one.state == "paused"


def test_kimi_parts_are_kept_and_thoughts_are_set_apart() -> None:
    image = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    one = read_lines(
        {"role": "_system_prompt", "content": "Help."},
        {"role": "user", "content": [image]},
        {"role": "assistant", "content": [{"type": "think", "think": "Hm."}, image]},
    )
    assert one.request[0] == {"role": "system", "content": "Help."}
    assert one.request[1:] == [
        {"role": "user", "content": [image]},
        {"role": "assistant", "content": [image], "reasoning_content": "Hm."},
    ]


def test_grok_a_real_history_is_whole() -> None:
    one = read_real("grok/agent-sessions-chat_history.jsonl")
    assert [m["role"][0] for m in one.request] == list("suuatatu")
    calls = [c["id"] for m in one.request for c in m.get("tool_calls", ())]
    assert calls == [m["tool_call_id"] for m in one.request if m["role"] == "tool"]
    assert one.request[-1]["content"][0]["image_url"]["url"].startswith("data:image/png")
    assert (check(one).target, one.state) == ("xai", "running")
    assert {code for code, _ in found(one)} <= {"C006"}  # the image was scrubbed


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("agentsview-chat_history.jsonl", "S U U A[call_1] R(call_1) U A"),
        ("agentsview-legacy-chat_history.jsonl", "S U A[call_1] R(call_1) A"),
    ],
)
def test_grok_both_formats_of_the_history(name: str, expected: str) -> None:
    one = read_real(f"grok/{name}")
    assert shape(check(one)) == expected
    assert (one.state, one.facts, found(one)) == ("whole", {"model": "grok-4.5"}, [])


def update(kind: str, **keys: Any) -> dict[str, Any]:
    params = {"sessionId": "s1", "update": {"sessionUpdate": kind, **keys}}
    return {"timestamp": 1, "method": "session/update", "params": params}


def chunk(role: str, words: str) -> dict[str, Any]:
    return update(f"{role}_message_chunk", content={"type": "text", "text": words})


def test_grok_updates_are_put_together() -> None:
    tool = {"x.ai/tool": {"name": "read_file"}}
    one = read_lines(
        chunk("user", "Go"),
        chunk("user", " on."),
        update("agent_thought_chunk", content={"type": "text", "text": "Hm."}),
        chunk("agent", "Reading."),
        update("tool_call", toolCallId="c1", title="Read", rawInput={"path": "a"}, _meta=tool),
        update("tool_call_update", toolCallId="c1", status="in_progress"),
        update("tool_call_update", toolCallId="c1", status="completed", rawOutput={"n": 1}),
        chunk("agent", "Done."),
        update("turn_completed", stop_reason="cancelled"),
    )
    assert [m["content"] for m in one.request] == ["Go on.", "Reading.", '{"n": 1}', "Done."]
    function = {"name": "read_file", "arguments": '{"path": "a"}'}
    assert one.request[1]["tool_calls"] == [{"id": "c1", "type": "function", "function": function}]
    assert (one.session, one.state) == ("s1", "interrupted")


def test_vibe_real_messages_lose_what_vibe_notes_for_itself(tmp_path: Path) -> None:
    one = read_real("vibe/agentsview-messages.jsonl")
    assert shape(check(one)) == "U A[call_001] R(call_001) A"
    call = one.request[1]["tool_calls"][0]
    assert call["function"]["arguments"] == '{"path": "README.md"}'
    assert call.keys() == {"id", "type", "function"}
    assert all("message_id" not in m for m in one.request)
    assert (one.state, one.session, found(one)) == ("whole", None, [])


@pytest.mark.parametrize(
    ("meta", "session"),
    [('{"session_id": "s1"}', "s1"), ("[1]", None), ("{", None), ('{"session_id": 1}', None)],
)
def test_vibe_the_file_beside_tells_the_session(
    tmp_path: Path, meta: str, session: str | None
) -> None:
    path = tmp_path / "messages.jsonl"
    path.write_bytes((REAL / "vibe/agentsview-messages.jsonl").read_bytes())
    (tmp_path / "meta.json").write_text(meta)
    (one,) = read_session(file_source("messages.jsonl", path)) or []
    assert one.session == session


def test_vibe_the_first_versions_kept_one_value() -> None:
    metadata = {"session_id": "s1", "start_time": "2026-01-01", "environment": {}}
    messages = [{"role": "user", "content": "Go."}, {"role": "assistant", "content": "Done."}]
    (one,) = read_text(json.dumps({"metadata": metadata, "messages": messages}, indent=1), "x.json")
    assert one.request == messages
    assert (one.session, one.state) == ("s1", "whole")


def test_vibe_plain_messages_are_its_own_only_under_its_name() -> None:
    lines = '{"role": "user", "content": "Go."}\n{"role": "assistant", "content": "Done."}\n'
    (one,) = read_text(lines, "logs/messages.jsonl")
    assert one.agent == "Mistral Vibe"
    others = read_session(text_source(lines, "other.jsonl")) or []
    assert all(other.agent != "Mistral Vibe" for other in others)


def test_vibe_a_message_that_stands_there_twice_is_read_once() -> None:
    said = {"role": "user", "content": "Go.", "message_id": "m1"}
    one = read_lines(said, said)
    assert (len(one.request), found(one)) == (1, [("S103", 2)])
