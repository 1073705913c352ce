"""goose: lines, tables and what it prints; answers in pieces, compactions, calls that it drops."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.sessions.files import REAL, read_lines, read_text
from tests.sessions.made.goose import HEADER, message, request, response, said
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import (
    file_source,
    read_session,
    recognise,
    text_source,
)
from transcript_doctor.catalog import READERS
from transcript_doctor.core.reader import SAMPLE, Sample
from transcript_doctor.core.transcript import Transcript

_TABLES = """
CREATE TABLE schema_version (version INTEGER PRIMARY KEY);
INSERT INTO schema_version VALUES (1), (17);
CREATE TABLE sessions (id TEXT PRIMARY KEY, working_dir TEXT NOT NULL, updated_at TIMESTAMP,
    provider_name TEXT, model_config_json TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT,
    session_id TEXT NOT NULL, role TEXT NOT NULL, content_json TEXT NOT NULL,
    created_timestamp INTEGER NOT NULL, metadata_json TEXT);
"""
TALK = [
    message("user", 1, said("Go.")),
    message("assistant", 2, said("Well."), request("c1"), request("c2")),
    message("user", 3, response("c1", "one"), response("c2", "two")),
    message("assistant", 4, said("Done.")),
]


def database(path: Path, *sessions: tuple[str, list[dict[str, Any]]]) -> list[Transcript]:
    with closing(sqlite3.connect(path)) as base, base:
        base.executescript(_TABLES)
        for at, (ident, messages) in enumerate(sessions):
            config = json.dumps({"model_name": "gpt-5.2"})
            row = (ident, "project", f"2026-01-0{at + 1}", "openai", config)
            base.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?)", row)
            for one in messages:
                about = (one["id"], ident, one["role"], json.dumps(one["content"]), one["created"])
                base.execute(
                    "INSERT INTO messages (message_id, session_id, role, content_json,"
                    " created_timestamp, metadata_json) VALUES (?, ?, ?, ?, ?, ?)",
                    (*about, json.dumps(one["metadata"])),
                )
    found = read_session(file_source(path.name, path))
    assert found is not None
    return found


def test_a_database_that_says_no_version_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "_TABLES", _TABLES.replace("INSERT INTO schema_version", "--"))
    (session,) = database(tmp_path / "sessions.db", ("20260101_1", TALK))
    assert session.version is None


def streamed(messages: list[dict[str, Any]]) -> Transcript:
    """The session that `goose run --output-format stream-json` prints."""
    lines = [json.dumps({"type": "message", "message": one}) for one in messages]
    text = "\n".join([*lines, json.dumps({"type": "complete", "total_tokens": 1})])
    reader = READERS["goose"]
    why = reader.recognise(Sample(text.encode()))
    assert why is not None
    (session,) = reader.read(text_source(text), why)
    return session


def test_results_follow_their_calls() -> None:
    session = read_lines(HEADER, *TALK, name="20260101_120000.jsonl")
    assert shape(session.request) == "U A[c1,c2] R(c1) R(c2) A"
    assert session.request[1]["tool_calls"][0] == {
        "id": "c1",
        "type": "function",
        "function": {"name": "developer__shell", "arguments": '{"command": "a"}'},
    }
    assert [m.get("content") for m in session.request] == ["Go.", "Well.", "one", "two", "Done."]
    assert [origin.line for origin in session.origins] == [2, 3, 4, 4, 5]
    assert (session.session, session.state, session.when) == ("20260101_120000", "whole", "4")


def test_every_shape_makes_the_same_list(tmp_path: Path) -> None:
    first = read_lines(HEADER, *TALK)
    (rows,) = database(tmp_path / "sessions.db", ("20260101_1", TALK))
    exported = {"id": "20260101_1", "working_dir": "project", "conversation": TALK}
    (export,) = read_text(json.dumps(exported, indent=2), "session.json")
    (printed,) = read_text(json.dumps({"messages": TALK, "metadata": {"status": "completed"}}))
    for session in (rows, export, printed, streamed(TALK)):
        assert session.request == first.request
    assert (rows.session, rows.version) == ("20260101_1", "17")
    assert rows.facts == {"provider": "openai", "model": "gpt-5.2"}
    assert [origin.line for origin in rows.origins] == [1, 2, 3, 3, 4]
    assert export.session == "20260101_1"


def test_the_sessions_of_a_database_come_newest_first_and_in_the_order_of_time(
    tmp_path: Path,
) -> None:
    found = database(tmp_path / "sessions.db", ("a", TALK), ("b", TALK[::-1]))
    assert [session.session for session in found] == ["b", "a"]
    assert found[0].request == found[1].request


def test_an_answer_that_is_stored_in_pieces_is_one() -> None:
    session = read_lines(
        HEADER,
        message("user", 1, said("Go.")),
        message("assistant", 2, said("We")),
        message("assistant", 2, said("ll."), request("c1")),
        message("assistant", 3, said("And"), request("c2")),
        message("user", 4, response("c1", "one")),
        message("user", 5, response("c2", "two"), said("Hurry.")),
    )
    assert shape(session.request) == "U A[c1,c2] R(c1) R(c2) U"
    assert session.request[1]["content"] == "Well.\nAnd"
    assert [session.spot(("messages", 1, "tool_calls", i)).line for i in (0, 1)] == [4, 5]
    assert check(session).findings == ()


def test_a_call_without_a_result_is_found_though_goose_would_drop_it() -> None:
    session = read_lines(
        HEADER,
        message("user", 1, said("Go.")),
        message("assistant", 2, request("c1")),
        message("user", 3, said("And?")),
        message("assistant", 4, said("Well.")),
    )
    found = [(f.code, session.spot(f.place).line) for f in check(session).findings]
    assert found == [("P001", 3)]


def test_a_call_that_could_not_be_understood_leaves_its_result_alone() -> None:
    bad = {"type": "toolRequest", "id": "c1", "toolCall": {"status": "error", "error": "bad name"}}
    session = read_lines(
        HEADER,
        message("user", 1, said("Go.")),
        message("assistant", 2, said("Well."), bad),
        message("user", 3, response("c1", "no")),
    )
    assert shape(session.request) == "U A R(c1)"
    assert [finding.code for finding in check(session).findings] == ["P002"]


def test_what_is_for_people_alone_is_not_sent() -> None:
    past = {"userVisible": True, "agentVisible": False}
    old = [{**one, "metadata": past} for one in TALK]
    session = read_lines(
        HEADER,
        *old,
        message("user", 5, said("What came before.")),
        message("assistant", 6, {"type": "systemNotification", "msg": "Compacted."}, metadata=past),
        message("user", 7, said("More.")),
    )
    assert session.request == [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "What came before."},
                {"type": "text", "text": "More."},
            ],
        }
    ]
    assert [(stray.id, stray.origin.line) for stray in session.strays] == [("c1", 4), ("c2", 4)]


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ({"status": "success", "value": [said("one"), said("two")]}, "one two"),
        ({"status": "error", "error": "no"}, "The tool call returned the following error:\nno"),
        ({"Ok": [said("one")]}, "one"),
        (
            {
                "status": "success",
                "value": {
                    "content": [
                        {**said("shown"), "annotations": {"audience": ["user"]}},
                        {**said("told"), "annotations": {"audience": ["assistant"]}},
                        {"type": "resource", "resource": {"uri": "a", "text": "file"}},
                    ]
                },
            },
            "told file",
        ),
        ({"status": "success", "value": {"content": None}}, ""),
    ],
)
def test_what_a_result_says(result: Any, expected: str) -> None:
    part = {"type": "toolResponse", "id": "c1", "toolResult": result}
    session = read_lines(
        HEADER,
        message("user", 1, said("Go.")),
        message("assistant", 2, request("c1")),
        message("user", 3, part),
    )
    assert session.request[2] == {"role": "tool", "tool_call_id": "c1", "content": expected}


def test_pictures_of_results_are_shown_behind_them() -> None:
    picture = {"type": "image", "data": "AA==", "mimeType": "image/png"}
    part = response("c1", "ok")
    part["toolResult"]["value"]["content"].append(picture)
    session = read_lines(
        HEADER,
        message("user", 1, said("Go.")),
        message("assistant", 2, request("c1"), request("c2")),
        message("user", 3, part, response("c2", "ok")),
    )
    assert shape(session.request) == "U A[c1,c2] R(c1) R(c2) U"
    assert session.request[4]["content"][0]["image_url"]["url"] == "data:image/png;base64,AA=="


@pytest.mark.parametrize(
    ("tail", "state"),
    [
        (TALK, "whole"),
        (TALK[:1], "running"),
        (TALK[:2], "running"),
        (TALK[:3], "running"),
        (
            [*TALK[:2], message("user", 3, {"type": "toolConfirmationRequest", "id": "c1"})],
            "paused",
        ),
        (
            [*TALK[:2], message("assistant", 3, {"type": "actionRequired", "data": {}})],
            "paused",
        ),
    ],
)
def test_state(tail: list[dict[str, Any]], state: str) -> None:
    assert read_lines(HEADER, *tail).state == state


def test_a_session_without_its_header_is_known_by_its_messages() -> None:
    assert shape(read_lines(*TALK).request) == "U A[c1,c2] R(c1) R(c2) A"


def test_a_row_that_is_no_json_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    database(path, ("a", TALK))
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE messages SET content_json = '[{' WHERE id = 2")
    found = read_session(file_source(path.name, path))
    assert found is not None
    assert shape(found[0].request) == "U R(c1) R(c2) A"
    assert [(harm.code, harm.origin.line) for harm in found[0].damage] == [("S101", 2)]


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE sessions (id TEXT)")
        base.execute("CREATE TABLE messages (id TEXT, content TEXT)")
    assert recognise(file_source(path.name, path)) is None


def test_files_of_other_agents_are_left_alone() -> None:
    for path in REAL.rglob("*.json*"):
        if path.relative_to(REAL).parts[0] != "goose":
            sample = Sample(path.read_bytes()[:SAMPLE], path.name)
            assert READERS["goose"].recognise(sample) is None, path
