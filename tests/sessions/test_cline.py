"""Cline and Roo Code: what is sent of a task's file, what is hidden, and what only shows it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sessions.files import REAL, call, read_real, read_text, result, text
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import file_source, read_session
from transcript_doctor.catalog import READERS
from transcript_doctor.core.reader import Sample
from transcript_doctor.core.transcript import Transcript


def task(*messages: dict[str, Any]) -> Transcript:
    (session,) = read_text(json.dumps(messages, indent=1), "api_conversation_history.json")
    return session


def said(role: str, *parts: Any, **keys: Any) -> dict[str, Any]:
    return {"role": role, "content": list(parts), "ts": 1700000000000, **keys}


def texts(session: Transcript) -> list[str]:
    return [part.get("text", "") for message in session.request for part in message["content"]]


def test_a_real_session_is_whole_and_sound() -> None:
    session = read_real("cline/cline-session.messages.json")
    parts = [part for message in session.request for part in message["content"]]
    kinds = [part["type"] for part in parts]
    assert (kinds.count("tool_use"), kinds.count("tool_result"), len(session.request)) == (
        11,
        11,
        32,
    )
    assert check(session).findings == ()
    assert (session.agent, session.version, session.state) == ("Cline", "1", "whole")
    assert session.session == "1784094124598_rruoq"
    assert [origin.line for origin in session.origins][:3] == [7, 23, 56]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cline-basic.compaction.json", "U A U A U A U A U A"),
        ("cline-success.messages.json", "U A[c1] R(c1) A"),
    ],
)
def test_other_real_files(name: str, expected: str) -> None:
    session = read_real(f"cline/{name}")
    assert shape(session.request, format="anthropic") == expected
    assert check(session).findings == ()


def test_a_file_that_was_attached_is_sent_as_its_text() -> None:
    session = task(said("user", text("See."), {"type": "file", "path": "a.txt", "content": "AAA"}))
    assert session.request == [{"role": "user", "content": [text("See."), text("AAA")]}]


def test_what_stands_in_a_result_is_sent_as_text_or_image() -> None:
    found = {"query": "a.txt", "result": "AAA", "success": True}
    image = {"type": "image", "data": "AAAA", "mediaType": "image/png"}
    session = task(
        said("user", text("Go.")),
        said("assistant", call("t1")),
        said("user", {**result("t1"), "name": "read", "content": [found, image, "more"]}),
    )
    (sent,) = session.request[2]["content"]
    assert sent.keys() == {"type", "tool_use_id", "content"}
    assert json.loads(sent["content"][0]["text"]) == found
    assert sent["content"][1]["source"] == {
        "type": "base64",
        "media_type": "image/png",
        "data": "AAAA",
    }
    assert sent["content"][2] == text("more")
    assert check(session).findings == ()


def test_parts_are_the_very_nodes_where_nothing_is_stripped() -> None:
    part = {**call("t1"), "call_id": "x", "signature": "y", "reasoning_details": []}
    session = task(said("user", text("Go.")), said("assistant", part))
    assert session.request[1] == {"role": "assistant", "content": [call("t1")]}


def test_thoughts_without_a_signature_are_not_sent() -> None:
    bare, sealed = {"type": "thinking", "thinking": "a"}, {"type": "thinking", "thinking": "b"}
    sealed["signature"] = "c2ln"
    session = task(
        said("user", text("Go.")),
        said("assistant", bare, {"type": "reasoning", "text": "r"}),
        said("assistant", bare, sealed, {"type": "thoughtSignature", "thoughtSignature": "s"}),
        said("assistant", text("Done.")),
        {"role": "assistant", "type": "reasoning", "encrypted_content": "e", "content": []},
    )
    assert [message["content"] for message in session.request[1:3]] == [[sealed], [text("Done.")]]


def test_from_the_last_summary_on_and_without_results_of_what_it_replaced() -> None:
    session = task(
        said("user", text("One."), condenseParent="k"),
        said("assistant", call("t1"), condenseParent="k"),
        said("user", text("Summary."), isSummary=True, condenseId="k"),
        said("user", result("t1"), text("Two.")),
        said("assistant", text("Done.")),
    )
    assert session.agent == "Roo Code"
    assert texts(session) == ["Summary.", "Two.", "Done."]
    assert [(stray.id, stray.origin.line) for stray in session.strays] == [("t1", 38)]
    assert check(session).findings == ()


def test_a_summary_that_is_an_answer_follows_the_task() -> None:
    session = task(
        said("user", text("Task.")),
        said("assistant", text("1")),
        said("assistant", text("Summary."), isSummary=True),
        said("user", text("Two.")),
    )
    assert texts(session) == ["Task.", "Summary.", "Two."]


def test_what_was_cut_is_hidden_as_long_as_the_mark_is_there() -> None:
    messages = [
        said("user", text("One.")),
        said("assistant", call("t1"), truncationParent="k"),
        said("user", result("t1"), truncationParent="k"),
        said("user", text("Cut."), isTruncationMarker=True, truncationId="k"),
        said("assistant", text("Done.")),
    ]
    assert texts(task(*messages)) == ["One.", "Cut.", "Done."]
    rewound = task(*messages[:3], messages[4])
    assert shape(rewound.request, format="anthropic") == "U A[t1] R(t1) A"


WHOLE = "U A U A[t1] U[R(t1),text] A"


@pytest.mark.parametrize(
    ("tasks", "expected"),
    [
        ([{"id": "17", "conversationHistoryDeletedRange": [2, 3]}], "U A U A"),
        ([{"id": "17", "conversationHistoryDeletedRange": [2, 9]}], WHOLE),
        ([{"id": "17", "conversationHistoryDeletedRange": "x"}, None], WHOLE),
        ([{"id": "18", "conversationHistoryDeletedRange": [2, 3]}], WHOLE),
        (17, WHOLE),
        (None, WHOLE),
    ],
)
def test_what_the_list_of_tasks_names_as_cut_is_not_sent(
    tmp_path: Path, tasks: Any, expected: str
) -> None:
    folder = tmp_path / "tasks" / "17"
    folder.mkdir(parents=True)
    messages = [
        said("user", text("Task.")),
        said("assistant", text("1")),
        said("user", text("2")),
        said("assistant", call("t1")),
        said("user", result("t1"), text("On.")),
        said("assistant", text("Done.")),
    ]
    file = folder / "api_conversation_history.json"
    file.write_text(json.dumps(messages))
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "taskHistory.json").write_text(json.dumps(tasks) if tasks else "[")
    found = read_session(file_source("a.json", file))
    assert found is not None
    assert [shape(session.request, format="anthropic") for session in found] == [expected]
    assert check(found[0]).findings == ()


def test_a_hidden_result_of_a_call_on_the_list_is_found() -> None:
    session = task(
        said("user", text("Go.")),
        said("assistant", call("t1")),
        said("user", result("t1"), truncationParent="k"),
        said("user", text("Cut."), isTruncationMarker=True, truncationId="k"),
        said("assistant", text("Done.")),
    )
    found = {(f.code, f.case) for f in check(session).findings}
    assert found == {("P001", "unanswered"), ("S104", "unsent")}


def test_a_call_answered_in_plain_text_is_unanswered() -> None:
    session = task(
        said("user", text("<task>Go.</task>")),
        said("assistant", {**call("t1"), "call_id": "t1"}),
        said("user", text("[read_file for 'a.txt'] Result:\nAAA")),
        said("assistant", text("Done.")),
    )
    assert [(f.code, session.spot(f.place).line) for f in check(session).findings] == [("P001", 12)]


@pytest.mark.parametrize(
    ("last", "state"),
    [
        (said("assistant", text("Done.")), "whole"),
        (said("assistant", call("t1")), "running"),
        (said("assistant", {**call("t1"), "name": "attempt_completion"}), "paused"),
        (said("assistant", text("Well\n\n[Response interrupted by user feedback]")), "interrupted"),
        (said("user", text("Again.")), "running"),
    ],
)
def test_states(last: dict[str, Any], state: str) -> None:
    assert task(said("user", text("Go.")), last).state == state


def test_old_files_have_no_times_and_calls_in_the_text() -> None:
    session = task(
        {"role": "user", "content": [text("<task>\nGo.\n</task>"), text("<environment_details>")]},
        {"role": "assistant", "content": "<read_file><path>a.txt</path></read_file>"},
    )
    assert (session.agent, session.when, session.state) == ("Cline", None, "whole")
    assert check(session).findings == ()


def test_the_model_is_named_where_it_speaks_this_wire() -> None:
    for name, facts in (("anthropic/claude-x", {"model": "claude-x"}), ("gpt-5", {})):
        session = task(said("user"), said("assistant", text("A"), modelInfo={"modelId": name}))
        assert session.facts == facts


def test_what_is_only_shown_is_known_and_holds_no_message() -> None:
    shown = [{"ts": 1, "type": "say", "say": "task", "text": "Go."}, {"ts": 2, "type": "ask"}]
    why = READERS["cline"].recognise(Sample(json.dumps(shown).encode()))
    assert why is not None
    assert "api_conversation_history.json" in why
    assert read_text(json.dumps(shown), "ui_messages.json") == []


def test_lists_of_others_are_not_taken() -> None:
    for value in (
        [{"role": "user", "content": "Hi."}],
        {"version": 1, "sessionId": "s", "requests": []},
        {"sessionId": "s", "projectHash": "p", "version": 1, "messages": []},
    ):
        assert READERS["cline"].recognise(Sample(json.dumps(value).encode())) is None


def test_no_other_real_file_is_taken() -> None:
    for path in REAL.rglob("*.json*"):
        taken = READERS["cline"].recognise(Sample(path.read_bytes()[:65536])) is not None
        assert taken == (path.parent.name == "cline"), path
