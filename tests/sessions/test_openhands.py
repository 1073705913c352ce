"""OpenHands: both generations, their condensations, folders of events, evaluations, logs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sessions.files import REAL, read_lines, read_real, read_text
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import file_source, read_session
from transcript_doctor.core.transcript import Transcript


def form(session: Transcript) -> str:
    return shape(session.request, format="openai-chat")


def codes(session: Transcript) -> list[tuple[str, int]]:
    return [(f.code, session.spot(f.place).line) for f in check(session).findings]


def act(ident: int, action: str, source: str = "agent", **keys: Any) -> dict[str, Any]:
    args = keys.pop("args", {})
    return {"id": ident, "source": source, "action": action, "message": "", "args": args, **keys}


def see(ident: int, cause: int | None, content: str, **keys: Any) -> dict[str, Any]:
    event = {"id": ident, "source": "agent", "observation": "run", "message": "", "extras": {}}
    return {**event, "cause": cause, "content": content, **keys}


def knows(ident: str, *all_of: str, response: str = "r1", text: str = "") -> dict[str, Any]:
    """What an event tells of its call, which is one of those of an answer."""
    function = {"name": "execute_bash", "arguments": "{}"}
    calls = [{"id": i, "type": "function", "function": function, "index": 1} for i in all_of]
    message = {"role": "assistant", "content": text, "tool_calls": calls or None}
    known = {"tool_call_id": ident, "function_name": "execute_bash"}
    known["model_response"] = {"id": response, "choices": [{"message": message}]}
    return {"tool_call_metadata": known}


def user(ident: int, text: str) -> dict[str, Any]:
    return act(ident, "message", "user", args={"content": text})


def older(*events: Any) -> Transcript:
    (session,) = read_text(json.dumps(list(events), indent=1), "trajectory.json")
    return session


def test_a_recorded_trajectory_is_sound() -> None:
    session = read_real("openhands/openhands-basic-gui-mode.json")
    assert form(session) == "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A[c4] R(c4) A"
    assert session.request[1]["tool_calls"][0]["id"] == "toolu_01W9Z8jBctr8X2frZV9p1RYs"
    assert session.request[1]["content"].startswith("I'll help you create a Vue.js application")
    assert (session.state, session.when) == ("whole", "2025-01-20T20:30:35.429675")
    assert [origin.line for origin in session.origins[:2]] == [45, 78]
    assert check(session).findings == ()


def test_finish_is_said_and_not_called() -> None:
    session = read_real("openhands/openhands-wrong-initial-state.json")
    assert form(session) == "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A"
    assert check(session).findings == ()


def test_an_observation_whose_action_was_cut_away_is_found() -> None:
    session = read_real("openhands/sdk-goal-events.jsonl")
    assert form(session) == "A[c1] R(c1) R(c2) A[c3] R(c3)"
    assert codes(session) == [("P002", 7)]
    assert session.state == "running"


def test_calls_of_one_answer_are_one_message_behind_which_its_results_stand() -> None:
    session = older(
        user(0, "Go."),
        act(1, "run", **knows("a", "a", "b", text="Two.")),
        see(2, 1, "A", **knows("a")),
        user(3, "Faster."),
        act(4, "run", **knows("b", "a", "b", text="Two.")),
        see(5, 4, "B", **knows("b")),
    )
    assert form(session) == "U U A[a,b] R(a) R(b)"
    assert session.request[2]["content"] == "Two."
    assert [origin.line for origin in session.parts[2]] == [11, 87]
    assert check(session).findings == ()


def test_an_answer_that_waits_stands_where_its_first_call_does() -> None:
    session = older(
        user(0, "Go."),
        act(1, "run", **knows("a", "a", "b")),
        see(2, 1, "A", **knows("a")),
        user(3, "Still there?"),
    )
    assert form(session) == "U A[a,b] R(a) U"
    assert [code for code, _ in codes(session)] == ["P001"]


def test_actions_without_ids_are_paired_by_their_cause() -> None:
    session = older(
        user(0, "Go."),
        act(1, "run", args={"command": "ls", "thought": "Look."}),
        see(2, 1, "a.txt"),
        act(3, "write", args={"path": "b"}),
        {**see(4, 3, ""), "observation": "null"},
        act(5, "run", args={"command": "rm"}),
        see(6, 77, "whose?"),
    )
    calls = [m["tool_calls"][0] for m in session.request if "tool_calls" in m]
    assert [c["function"]["arguments"] for c in calls] == ['{"command": "ls"}']
    assert session.request[1]["content"] == "Look."
    assert form(session) == "U A[c1] R(c1) A A R(c2)"
    assert [code for code, _ in codes(session)] == ["P002"]


def test_what_a_person_ran_is_said_by_that_person() -> None:
    session = older(
        user(0, "Go."),
        act(1, "run", "user", args={"command": "ls"}),
        see(2, 1, "a.txt", source="user"),
        act(3, "run", args={"command": "hidden", "hidden": True}, **knows("h", "h")),
        act(4, "recall", "user"),
        {**see(5, 4, "Added"), "observation": "recall", "source": "environment"}
        | {
            "extras": {"repo_instructions": "Use tabs.", "microagent_knowledge": [{"content": "K"}]}
        },
    )
    assert [m["content"] for m in session.request] == ["Go.", "ls", "a.txt", "Use tabs.\n\nK"]
    assert {m["role"] for m in session.request} == {"user"}


def test_what_was_condensed_is_gone_and_its_summary_stands_there() -> None:
    forgotten = {"forgotten_events_start_id": 1, "forgotten_events_end_id": 2}
    session = older(
        user(0, "Go."),
        act(1, "run", **knows("a", "a")),
        see(2, 1, "A", **knows("a")),
        act(3, "condensation", args={**forgotten, "summary": "S.", "summary_offset": 1}),
        act(4, "message", args={"content": "On.", "image_urls": ["data:image/png;base64,AA"]}),
    )
    assert [m["content"] for m in session.request[:2]] == ["Go.", "S."]
    assert session.request[2]["content"][1]["image_url"]["url"] == "data:image/png;base64,AA"
    listed = {"forgotten_event_ids": [0, 1, 2]}
    assert form(older(user(0, "Go."), act(3, "condensation", args=listed), user(4, "Hi."))) == "U"


@pytest.mark.parametrize(
    ("word", "state"),
    [
        ("awaiting_user_confirmation", "paused"),
        ("stopped", "interrupted"),
        ("running", "running"),
        ("finished", "running"),
    ],
)
def test_the_state_is_the_one_that_the_file_tells(word: str, state: str) -> None:
    changed = {**see(1, None, ""), "observation": "agent_state_changed"}
    assert older(user(0, "Go."), {**changed, "extras": {"agent_state": word}}).state == state


def test_an_evaluation_has_a_conversation_on_each_line() -> None:
    pair = [user(0, "Go."), {**see(1, None, "x"), "observation": "null"}]
    ran = [act(2, "run", args={"command": "ls"}), see(3, None, "a.txt")]
    old = {"instance_id": "old", "history": [pair, ran], "error": "limit"}
    new = {"instance_id": "new", "history": [said("e1", "user", "Go.")]}
    found = read_text("\n".join(map(json.dumps, (old, new))), "output.jsonl")
    assert [(s.session, form(s), s.state) for s in found] == [
        ("old", "U A[call_1] R(call_1)", "interrupted"),
        ("new", "U", "running"),
    ]
    assert [s.origins[0].line for s in found] == [1, 2]
    assert [form(s) for s in read_text(json.dumps([pair, ran], indent=1), "h.json")] == [
        "U A[call_1] R(call_1)"
    ]
    assert [form(s) for s in read_text(json.dumps({"trajectory": pair}, indent=1), "t.json")] == [
        "U"
    ]


def event(ident: str, kind: str, source: str, **keys: Any) -> dict[str, Any]:
    when = "2026-06-16T05:39:18.809928"
    return {"id": ident, "timestamp": when, "source": source, "kind": kind, **keys}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words, "cache_prompt": False}


def said(ident: str, source: str, words: str, **keys: Any) -> dict[str, Any]:
    role = "user" if source == "user" else "assistant"
    message = {"role": role, "content": [text(words)]}
    return event(ident, "MessageEvent", source, llm_message=message, **keys)


def calls(ident: str, call: str, response: str = "r1", **keys: Any) -> dict[str, Any]:
    made = {"id": call, "name": "terminal", "arguments": "{}", "origin": "completion"}
    known = {"tool_call": made, "tool_call_id": call, "llm_response_id": response}
    return event(ident, "ActionEvent", "agent", **{**known, "thought": [], **keys})


def sees(ident: str, call: str, *parts: dict[str, Any], **keys: Any) -> dict[str, Any]:
    found = {"kind": "TerminalObservation", "content": list(parts)}
    known = {"tool_call_id": call, "tool_name": "terminal", "observation": found}
    return event(ident, "ObservationEvent", "environment", **known, **keys)


def test_actions_of_one_answer_are_joined_across_events_that_are_not_sent() -> None:
    state = {"key": "stats", "value": {}}
    session = read_lines(
        event("e0", "SystemPromptEvent", "agent", system_prompt=text("Be."), tools=[]),
        said("e1", "user", "Go.", extended_content=[text("Mind.")]),
        calls("e2", "a", thought=[text("Well.")], reasoning_content="Hm."),
        event("e3", "ConversationStateUpdateEvent", "environment", **state),
        calls("e4", "b"),
        sees("e5", "a", text("A")),
        sees("e6", "b", {"type": "image", "image_urls": ["data:image/png;base64,AA"]}),
        calls("e7", "c", "r2"),
        event("e8", "AgentErrorEvent", "agent", tool_call_id="c", error="No such file."),
        calls("e9", "d", "r3"),
        event("e10", "UserRejectObservation", "user", tool_call_id="d", rejection_reason="No."),
    )
    assert form(session) == "S U A[a,b] R(a) R(b) A[c] R(c) A[d] R(d)"
    assert session.request[1]["content"] == "Go.\nMind."
    assert session.request[2]["reasoning_content"] == "Hm."
    assert session.request[4]["content"][0]["type"] == "image_url"
    assert [m["content"] for m in session.request[6::2]] == ["No such file.", "No."]
    assert [origin.line for origin in session.parts[2]] == [3, 5]


def test_calls_are_kept_as_older_versions_wrote_them() -> None:
    made = {"id": "a", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    bare = event("e3", "ActionEvent", "agent", tool_name="ls", tool_call_id="b", action={"x": 1})
    several = event("e5", "NonExecutableActionEvent", "agent", tool_calls=[made, made])
    session = read_lines(
        calls("e1", "a", tool_call=made),
        event(
            "e2", "ObservationEvent", "environment", tool_call_id="a", observation={"output": "o"}
        ),
        bare,
        event("e4", "ObservationEvent", "environment", tool_call_id="b", observation={"code": 0}),
        several,
    )
    assert session.request[0]["tool_calls"][0] == made
    assert session.request[2]["tool_calls"][0]["function"]["arguments"] == '{"x": 1}'
    assert [session.request[n]["content"] for n in (1, 3)] == ["o", '{"code": 0}']
    assert len(session.request[4]["tool_calls"]) == 2


def test_condensed_events_are_forgotten_and_older_summaries_with_them() -> None:
    first = {"forgotten_event_ids": ["e2"], "summary": "One.", "summary_offset": 1}
    second = {"forgotten_event_ids": ["e3", "e4-summary"], "summary": "Two.", "summary_offset": 1}
    session = read_lines(
        said("e1", "user", "Go."),
        said("e2", "agent", "1"),
        said("e3", "user", "More."),
        event("e4", "Condensation", "environment", **first),
        said("e5", "agent", "2"),
        event("e6", "Condensation", "environment", **second),
    )
    assert [m["content"] for m in session.request] == ["Go.", "Two.", "2"]
    assert session.origins[1].line == 6


def test_a_rejection_without_a_reason_says_nothing() -> None:
    session = read_lines(
        said("e1", "user", "Go."),
        event("e2", "UserRejectObservation", "environment", tool_call_id="c1"),
    )
    assert session.request[1] == {"role": "tool", "tool_call_id": "c1", "content": ""}


def test_the_active_branch_is_the_conversation() -> None:
    session = read_lines(
        said("e1", "user", "Go."),
        said("e2", "agent", "Left.", parent_id="e1"),
        said("e3", "agent", "Kept.", parent_id="e1"),
        said("e4", "user", "On.", parent_id="lost"),
        event("e5", "ConversationErrorEvent", "environment", code="x", detail="y"),
        event("e4", "PauseEvent", "user"),
    )
    assert [m["content"] for m in session.request] == ["Go.", "Kept.", "On."]
    assert [(d.code, d.origin.line) for d in session.damage] == [("S104", 4), ("S103", 6)]


@pytest.mark.parametrize(
    ("last", "state"),
    [
        (event("e2", "PauseEvent", "user"), "paused"),
        (event("e2", "InterruptEvent", "user"), "interrupted"),
        (
            event("e2", "ConversationStateUpdateEvent", "environment")
            | {"key": "execution_status", "value": "waiting_for_confirmation"},
            "paused",
        ),
        (said("e2", "agent", "Done."), "whole"),
    ],
)
def test_the_state_of_the_second_generation(last: dict[str, Any], state: str) -> None:
    assert read_lines(said("e1", "user", "Go."), last).state == state


BASE = {"id": "conv", "agent": {"llm": {"model": "m"}}, "execution_status": "paused"}


def folder(path: Path, *events: Any, base: Any = None) -> Path:
    (path / "events").mkdir(parents=True)
    for number, one in enumerate(events):
        name = f"event-{number:05d}-0000000{number}.json"
        words = one if isinstance(one, str) else json.dumps(one)
        (path / "events" / name).write_text(words, encoding="utf-8")
    if base is not None:
        (path / "base_state.json").write_text(json.dumps(base), encoding="utf-8")
    return path


def opened(path: Path) -> list[Transcript]:
    found = read_session(file_source(path.name, path))
    assert found is not None
    return found


def test_a_folder_is_read_from_its_base_state_alone(tmp_path: Path) -> None:
    made = folder(tmp_path, said("e0", "user", "Go."), calls("e1", "a"), sees("e2", "a"), base=BASE)
    (session,) = opened(made / "base_state.json")
    assert (session.session, session.state, form(session)) == ("conv", "paused", "U A[a] R(a)")
    assert session.origins[1].file == "events/event-00001-00000001.json"
    assert [opened(one) for one in sorted((made / "events").iterdir())] == [[], [], []]


def test_a_folder_without_base_state_is_read_from_its_first_event(tmp_path: Path) -> None:
    made = folder(tmp_path, said("e0", "user", "Go."), '{"id": "e1", "kind"', sees("e2", "a"))
    first, torn, last = sorted((made / "events").iterdir())
    (session,) = opened(first)
    assert form(session) == "U R(a)"
    harm = [(d.code, d.origin.file, d.beside) for d in session.damage]
    assert harm == [("S101", torn.name, True)]
    assert opened(last) == []
    torn.unlink()
    (session,) = opened(first)
    assert [(d.code, d.case, d.values["parent"]) for d in session.damage] == [
        ("S104", "no-parent", "event-00001")
    ]


def test_events_that_the_server_named_after_their_second_are_put_in_order(tmp_path: Path) -> None:
    answered = sees("e2", "a") | {"timestamp": "2026-06-16T05:39:18.9"}
    (tmp_path / "20260616053918_ActionEvent_e1").write_text(json.dumps(calls("e1", "a")))
    (tmp_path / "20260616053918_AnObservationEvent_e2").write_text(json.dumps(answered))
    (tmp_path / "20260616053917_MessageEvent_e0").write_text(json.dumps(said("e0", "user", "Go.")))
    (session,) = opened(tmp_path / "20260616053917_MessageEvent_e0")
    assert form(session) == "U A[a] R(a)"


def test_a_base_state_alone_holds_no_conversation() -> None:
    assert read_text(json.dumps(BASE), "base_state.json") == []


def test_a_log_is_a_request() -> None:
    messages = [{"role": "user", "content": "Go."}]
    log = {"messages": messages, "tools": [], "response": {"id": "r"}, "kwargs": {}, "cost": 0.1}
    (session,) = read_text(json.dumps(log, indent=1), "log.json")
    assert (session.request, session.as_) == ({"messages": messages}, "request")
    assert session.origins[0].line == 3
    (first, second) = read_text(json.dumps(log) + "\n" + json.dumps(log), "log.jsonl")
    assert (first.origins[0].line, second.origins[0].line) == (1, 2)


def test_no_other_agents_file_is_taken_for_one() -> None:
    for path in sorted(REAL.glob("*/*")):
        if path.is_file() and path.parent.name != "openhands":
            found = read_session(file_source(path.name, path)) or []
            assert all(one.agent != "OpenHands" for one in found), path
