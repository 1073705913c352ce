"""opencode: one session in its many shapes; steps, compactions, reverts, stopped answers, open calls."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.sessions.files import REAL, read_lines, read_real, read_text
from tests.sessions.made.opencode import INFO, SESSION, message, part
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import file_source, read_session, recognise
from transcript_doctor.catalog import READERS
from transcript_doctor.core.reader import SAMPLE, Sample, Source
from transcript_doctor.core.transcript import Transcript

TREE = "opencode/agent-sessions-tree"
Messages = list[tuple[dict[str, Any], list[dict[str, Any]]]]

_TABLES = """
CREATE TABLE project (id text PRIMARY KEY, worktree text NOT NULL);
CREATE TABLE session (id text PRIMARY KEY, project_id text, parent_id text, version text,
    revert text, time_created integer, time_updated integer);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer,
    time_updated integer, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
    time_created integer, time_updated integer, data text NOT NULL);
CREATE TABLE session_message (id text PRIMARY KEY, session_id text NOT NULL, type text NOT NULL,
    seq integer NOT NULL, time_created integer, time_updated integer, data text NOT NULL);
"""


def ask(number: int, words: str = "Go.", **keys: Any) -> tuple[dict[str, Any], list[Any]]:
    made = message(number, "user", **keys)
    return made, [part(0, made, "text", text=words)]


def answer(number: int, *parts: dict[str, Any], **keys: Any) -> tuple[dict[str, Any], list[Any]]:
    made = message(number, "assistant", **keys)
    ids = {"sessionID": SESSION, "messageID": made["id"]}
    return made, [{"id": f"prt_{i:04}", **ids, **one} for i, one in enumerate(parts)]


def said(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words, "time": {"start": 1}}


def tool(ident: str, status: str = "completed", **state: Any) -> dict[str, Any]:
    found = {"status": status, "input": {"path": "a"}, **state}
    if status == "completed":
        found = {"output": "ok", "time": {"start": 1, "end": 2}, **found}
    return {"type": "tool", "callID": ident, "tool": "read", "state": found}


STEP = {"type": "step-start"}


def export(messages: Messages, **info: Any) -> Transcript:
    value = {"info": {**INFO, **info}, "messages": [{"info": m, "parts": p} for m, p in messages]}
    (session,) = read_text(json.dumps(value, indent=2), "export.json")
    return session


def database(path: Path, messages: Messages, session: str = SESSION, time: int = 1) -> Path:
    with closing(sqlite3.connect(path)) as base, base:
        if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            base.executescript(_TABLES)
        base.execute(
            "INSERT INTO session VALUES (?, 'p', NULL, '1.2.15', NULL, 1, ?)", (session, time)
        )
        for made, parts in messages:
            ident = f"{session}_{made['id']}"
            row = (ident, session, made["time"]["created"], 1, json.dumps(made))
            base.execute("INSERT INTO message VALUES (?, ?, ?, ?, ?)", row)
            for one in reversed(parts):
                row = (f"{ident}{one['id']}", ident, session, 1, 1, json.dumps(one))
                base.execute("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)", row)
    return path


def read_file(path: Path) -> list[Transcript]:
    found = read_session(file_source(path.name, path))
    assert found is not None
    return found


TALK: Messages = [
    ask(1),
    answer(2, STEP, said("Well."), tool("c1"), tool("c2"), STEP, said("Done."), finish="stop"),
]


# -- real files -----------------------------------------------------------------------------------


def test_a_tree_is_read_at_the_file_of_its_session() -> None:
    session = read_real(f"{TREE}/session/proj_test/ses_s_stage0_large.json")
    assert shape(session.request) == "U A[c1] R(c1) U A"
    assert session.request[0] == {"role": "user", "content": "Step 1"}
    assert session.request[2]["content"].startswith("ls: /non-existent-directory")
    assert (session.session, session.version, session.state) == (
        "s_stage0_large",
        "1.3.17",
        "whole",
    )
    files = [origin.file for origin in session.origins]
    assert files[0] == f"{TREE}/part/m_user_large_1/001.json"
    assert files[2] == f"{TREE}/part/m_assistant_large_1/001.json"
    assert session.spot(("messages", 2)).file == files[2]
    assert check(session).findings == ()


def test_other_files_of_a_tree_are_not_judged_again() -> None:
    root = REAL / TREE
    for path in [*root.rglob("message/*/*.json"), *root.rglob("part/*/*.json")]:
        assert read_file(path) == []


def test_a_recorded_stream_whose_prompts_are_not_in_it() -> None:
    session = read_real("opencode/kimaki-abort-after-idle.jsonl")
    assert [m["content"] for m in session.request] == ["Hello world", "Resumed response"]
    assert [origin.line for origin in session.origins] == [5, 17]
    assert (session.session, session.state) == ("ses_race", "whole")


def _others() -> Iterator[Path]:
    mine = ("opencode", "goose", "continue")
    yield from (p for p in REAL.rglob("*.json*") if p.relative_to(REAL).parts[0] not in mine)


def test_files_of_other_agents_are_left_alone() -> None:
    for path in _others():
        sample = Sample(path.read_bytes()[:SAMPLE], path.name)
        assert READERS["opencode"].recognise(sample) is None, path


# -- the same session in every shape --------------------------------------------------------------


def events(messages: Messages) -> list[dict[str, Any]]:
    lines = [{"type": "session.created", "properties": {"info": INFO}}]
    for made, parts in messages:
        lines.append({"type": "message.updated", "properties": {"info": made}})
        lines += [{"type": "message.part.updated", "properties": {"part": one}} for one in parts]
    return lines


def test_every_shape_makes_the_same_list(tmp_path: Path) -> None:
    first = export(TALK)
    assert shape(first.request) == "U A[c1,c2] R(c1) R(c2) A"
    assert first.request[1] == {
        "role": "assistant",
        "content": "Well.",
        "tool_calls": [
            {
                "id": i,
                "type": "function",
                "function": {"name": "read", "arguments": '{"path": "a"}'},
            }
            for i in ("c1", "c2")
        ],
    }
    stream = read_lines(*events(TALK))
    wrapped = read_lines(*({"directory": "d", "payload": line} for line in events(TALK)))
    (rows,) = read_file(database(tmp_path / "opencode.db", TALK))
    bare = json.dumps([{"info": m, "parts": p} for m, p in TALK])
    (listed,) = read_text(bare, "messages.json")
    for session in (stream, wrapped, rows, listed):
        assert session.request == first.request
        assert (session.session, session.state) == (SESSION, "whole")
    assert stream.version == rows.version == first.version == "1.2.15"


def test_every_call_leads_to_its_part() -> None:
    session = export(TALK)
    text = json.dumps(
        {"info": INFO, "messages": [{"info": m, "parts": p} for m, p in TALK]}, indent=2
    )
    lines = text.split("\n")
    for i, ident in enumerate(("c1", "c2")):
        line = session.spot(("messages", 1, "tool_calls", i)).line
        assert f'"callID": "{ident}"' in "\n".join(lines[line - 1 : line + 6])
        assert session.spot(("messages", 2 + i)).line == line


def test_rows_are_named_by_their_number(tmp_path: Path) -> None:
    (session,) = read_file(database(tmp_path / "opencode.db", TALK))
    assert [(o.file, o.line) for o in session.origins] == [
        ("opencode.db", row) for row in (1, 6, 5, 4, 2)
    ]


def test_printed_events_are_answers_alone() -> None:
    made = TALK[1][1]
    kinds = {"step-start": "step_start", "text": "text", "tool": "tool_use"}
    session = read_lines(
        *({"type": kinds[p["type"]], "timestamp": 1, "sessionID": SESSION, "part": p} for p in made)
    )
    assert shape(session.request) == "A[c1,c2] R(c1) R(c2) A"
    assert session.damage == ()


def test_the_sessions_of_a_database_come_newest_first(tmp_path: Path) -> None:
    path = database(tmp_path / "opencode.db", TALK, "ses_old", 1)
    database(path, TALK[:1], "ses_new", 9)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute(
            "INSERT INTO message SELECT id || 'x', 'ses_lost', 1, 1, data FROM message LIMIT 1"
        )
        base.execute(
            "INSERT INTO part SELECT id || 'x', message_id || 'x', 'ses_lost', 1, 1, data FROM part LIMIT 1"
        )
    assert [one.session for one in read_file(path)] == ["ses_new", "ses_old", "ses_lost"]


def test_a_database_in_memory_and_one_in_use(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        database(path, TALK)
        (session,) = read_file(path)
        assert len(session.request) == 5
    data = path.read_bytes()
    found = read_session(Source("opencode.db", lambda: BytesIO(data)))
    assert found is not None
    assert found[0].request == session.request


def test_a_garbled_database_is_damage_and_no_error(tmp_path: Path) -> None:
    path = database(tmp_path / "opencode.db", TALK)
    data = path.read_bytes()
    for keep in (20, 4096, len(data) - 5000):
        path.write_bytes(data[:keep])
        found = [] if recognise(file_source("opencode.db", path)) is None else read_file(path)
        assert all(one.damage for one in found)
    path.write_bytes(data[:100] + b"\x17" * (len(data) - 100))
    (broken,) = read_file(path)
    assert [harm.code for harm in broken.damage] == ["S101"]


def test_a_row_that_is_no_json_is_damage(tmp_path: Path) -> None:
    path = database(tmp_path / "opencode.db", TALK)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE part SET data = substr(data, 1, 20) WHERE rowid = 1")
    (session,) = read_file(path)
    assert shape(session.request) == "A[c1,c2] R(c1) R(c2) A"
    assert [(harm.code, harm.origin.line) for harm in session.damage] == [("S101", 1)]


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "state.vscdb"
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE session (id TEXT)")
        base.execute("CREATE TABLE message (id TEXT)")
    assert recognise(file_source(path.name, path)) is None


# -- opencode 2, and the one before the first ------------------------------------------------------


def second(path: Path, *rows: tuple[str, dict[str, Any]]) -> Transcript:
    database(path, [])
    with closing(sqlite3.connect(path)) as base, base:
        for seq, (kind, data) in enumerate(rows):
            row = (f"m{seq}", SESSION, kind, seq, 1, 1, json.dumps(data))
            base.execute("INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    (session,) = read_file(path)
    return session


def test_opencode_2_keeps_a_message_in_a_row(tmp_path: Path) -> None:
    state = {"status": "completed", "input": {"a": 1}, "content": [{"type": "text", "text": "ok"}]}
    failed = {"status": "error", "input": {}, "content": [], "error": {"message": "no"}}
    calls = [
        {"type": "tool", "id": "c1", "name": "read", "state": state},
        {"type": "tool", "id": "c2", "name": "read", "state": failed},
        {"type": "tool", "id": "c3", "name": "read", "state": {"status": "running", "input": {}}},
    ]
    session = second(
        tmp_path / "opencode.db",
        ("model-switched", {"model": {"id": "m"}}),
        ("user", {"text": "Go."}),
        ("shell", {"command": "ls", "output": {"output": "a.txt"}}),
        ("assistant", {"content": [{"type": "reasoning", "text": "Hm."}, *calls]}),
    )
    assert shape(session.request) == "U U A[c1,c2,c3] R(c1) R(c2)"
    assert [m["content"] for m in session.request] == [
        "Go.",
        "Shell command: ls\n\na.txt",
        None,
        "ok",
        "no",
    ]
    assert (session.state, [o.line for o in session.origins]) == ("running", [2, 3, 4, 4, 4])
    assert [finding.code for finding in check(session).findings] == ["P001"]


def test_opencode_2_begins_at_its_last_compaction(tmp_path: Path) -> None:
    state = {"status": "completed", "input": {}, "content": [{"type": "text", "text": "old"}]}
    old = {"type": "tool", "id": "c1", "name": "read", "state": state}
    session = second(
        tmp_path / "opencode.db",
        ("assistant", {"content": [old]}),
        ("compaction", {"status": "completed", "summary": "Before.", "recent": "Lately."}),
        ("compaction", {"status": "failed"}),
        ("user", {"text": "More."}),
    )
    assert [m["content"] for m in session.request] == ["Before.\n\nLately.", "More."]
    assert [stray.id for stray in session.strays] == ["c1"]


def go(
    path: Path, *rows: tuple[str, list[tuple[str, dict[str, Any]]]], summary: Any = None
) -> Transcript:
    with closing(sqlite3.connect(path)) as base, base:
        base.executescript(
            "CREATE TABLE sessions (id TEXT PRIMARY KEY, updated_at INTEGER, summary_message_id TEXT);"
            "CREATE TABLE files (id TEXT PRIMARY KEY);"
            "CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT, role TEXT, parts TEXT,"
            " created_at INTEGER);"
        )
        base.execute("INSERT INTO sessions VALUES ('s', 1, ?)", (summary,))
        for i, (role, parts) in enumerate(rows):
            data = json.dumps([{"type": kind, "data": value} for kind, value in parts])
            base.execute("INSERT INTO messages VALUES (?, 's', ?, ?, ?)", (f"m{i}", role, data, i))
    (session,) = read_file(path)
    return session


CALL = ("tool_call", {"id": "c1", "name": "ls", "input": '{"path": "."}', "finished": True})
RESULT = ("tool_result", {"tool_call_id": "c1", "content": "a.txt", "is_error": False})


def test_the_database_of_the_first_opencode(tmp_path: Path) -> None:
    session = go(
        tmp_path / "opencode.db",
        ("user", [("text", {"text": "Go."}), ("finish", {"reason": "stop"})]),
        ("assistant", [("reasoning", {"thinking": "Hm."}), ("text", {"text": "Well."}), CALL]),
        ("tool", [RESULT]),
        ("assistant", [("text", {"text": "Done."}), ("finish", {"reason": "end_turn"})]),
    )
    assert shape(session.request) == "U A[c1] R(c1) A"
    assert session.request[1]["tool_calls"][0]["function"]["arguments"] == '{"path": "."}'
    assert (session.session, session.state) == ("s", "whole")
    assert [origin.line for origin in session.origins] == [1, 2, 3, 4]


def test_its_summary_stands_for_what_came_before(tmp_path: Path) -> None:
    session = go(
        tmp_path / "crush.db",
        ("assistant", [CALL]),
        ("tool", [RESULT]),
        ("assistant", [("text", {"text": "What came before."})]),
        ("assistant", [("finish", {"reason": "canceled"})]),
        summary="m2",
    )
    assert session.request == [{"role": "user", "content": "What came before."}]
    assert [stray.id for stray in session.strays] == ["c1"]
    assert session.state == "interrupted"


def test_messages_of_its_first_versions_hold_their_parts(tmp_path: Path) -> None:
    folder = tmp_path / "storage" / "session"
    run = {"state": "result", "toolCallId": "c1", "toolName": "read", "args": {}, "result": "ok"}
    about = {"time": {"created": 2}, "sessionID": SESSION, "tool": {}}
    parts = [{"type": "tool-invocation", "toolInvocation": run}, {"type": "text", "text": "Done."}]
    files = {
        f"info/{SESSION}.json": {
            "id": SESSION,
            "title": "t",
            "version": "0.1",
            "time": {"created": 1},
        },
        f"message/{SESSION}/msg_1.json": {
            "id": "msg_1",
            "role": "assistant",
            "parts": parts,
            "metadata": {**about, "assistant": {"modelID": "m", "providerID": "p"}},
        },
    }
    for name, value in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(value))
    (session,) = read_file(folder / "info" / f"{SESSION}.json")
    assert shape(session.request) == "A[c1] R(c1)"
    assert session.request[0]["content"] == "Done."


# -- the tree, when something of it is lost --------------------------------------------------------


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return Path(shutil.copytree(REAL / TREE, tmp_path / "storage"))


def test_without_the_file_of_its_session_it_is_read_once(tree: Path) -> None:
    shutil.rmtree(tree / "session")
    found = [read_file(path) for path in sorted(tree.rglob("message/*/*.json"))]
    assert [len(one) for one in found] == [1, 0, 0, 0]
    assert shape(found[0][0].request) == "U A[c1] R(c1) U A"


def test_a_torn_part_is_left_out_and_named(tree: Path) -> None:
    torn = tree / "part" / "m_user_large_2" / "001.json"
    torn.write_bytes(torn.read_bytes()[:50])
    (session,) = read_file(tree / "session" / "proj_test" / "ses_s_stage0_large.json")
    assert shape(session.request) == "U A[c1] R(c1) A"
    (harm,) = session.damage
    assert (harm.code, harm.beside) == ("S101", True)
    (finding,) = check(session).findings
    assert session.spot(finding.place).file == "part/m_user_large_2/001.json"


def test_ids_that_are_no_names_lead_nowhere(tree: Path) -> None:
    path = tree / "message" / "s_stage0_large" / "msg_0001.json"
    value = json.loads(path.read_text())
    path.write_text(json.dumps({**value, "id": "../../session/proj_test"}))
    (session,) = read_file(tree / "session" / "proj_test" / "ses_s_stage0_large.json")
    assert shape(session.request) == "A[c1] R(c1) U A"


# -- what is sent ----------------------------------------------------------------------------------


def test_results_are_sent_as_they_are_spelt() -> None:
    stopped = {"interrupted": True, "output": "half"}
    session = export(
        [
            ask(1),
            answer(
                2,
                tool("c1", "error", error="no such file"),
                tool("c2", "error", error="aborted", metadata=stopped),
                tool("c3", time={"start": 1, "end": 2, "compacted": 3}),
                tool("c4", "running"),
            ),
            ask(3),
        ]
    )
    assert [m["content"] for m in session.request if m["role"] == "tool"] == [
        "no such file",
        "half",
        "[Old tool result content cleared]",
        "[Tool execution was interrupted]",
    ]
    assert check(session).findings == ()


def test_pictures_of_results_are_shown_behind_them() -> None:
    picture = {"mime": "image/png", "url": "data:image/png;base64,AA=="}
    session = export([ask(1), answer(2, tool("c1", attachments=[picture]))])
    assert shape(session.request) == "U A[c1] R(c1) U"
    assert session.request[3]["content"][1]["image_url"]["url"] == picture["url"]


def test_what_is_not_for_the_model_is_not_sent() -> None:
    made = message(1, "user")
    parts = [
        part(0, made, "text", text="Shown only.", ignored=True),
        part(1, made, "file", mime="text/plain", url="file:///a"),
        part(2, made, "agent", name="build"),
        part(3, made, "text", text="Go."),
    ]
    own = {**tool("c1"), "metadata": {"providerExecuted": True}}
    session = export(
        [(made, parts), answer(2, {"type": "reasoning", "text": "Hm."}, own, said("Hi."))]
    )
    assert session.request == [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": "Hi."},
    ]


FAILED = {"name": "APIError", "data": {}}
ABORTED = {"name": "MessageAbortedError", "data": {}}


@pytest.mark.parametrize(
    ("parts", "error", "expected"),
    [
        ([tool("c1")], FAILED, "U U"),
        ([tool("c1")], ABORTED, "U A[c1] R(c1) U"),
        ([STEP, {"type": "reasoning", "text": "Hm."}], ABORTED, "U U"),
        ([tool("c1", "running")], ABORTED, "U A[c1] R(c1) U"),
    ],
)
def test_of_stopped_answers_only_what_a_person_stopped_is_sent(
    parts: list[Any], error: Any, expected: str
) -> None:
    session = export([ask(1), answer(2, *parts, error=error), ask(3)])
    assert shape(session.request) == expected
    assert (session.strays != ()) == (error is FAILED)


def _compacted(tail: str | None) -> Messages:
    asked, parts = message(5, "user"), []
    kept = {} if tail is None else {"tail_start_id": tail}
    parts = [part(0, asked, "compaction", auto=True, **kept)]
    summary = answer(6, said("Summary."), summary=True, finish="stop", parentID=asked["id"])
    return [
        ask(1, "One."), answer(2, tool("c1")), ask(3, "Two."), answer(4, said("2")),
        (asked, parts), summary, ask(7, "Three."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        (None, ["What did we do so far?", "Summary.", "Three."]),
        ("msg_0003", ["What did we do so far?", "Summary.", "Two.", "2", "Three."]),
        ("msg_0005", ["What did we do so far?", "Summary.", "Three."]),
    ],
)
def test_a_compaction_stands_for_what_came_before(tail: str | None, expected: list[str]) -> None:
    session = export(_compacted(tail))
    assert [m["content"] for m in session.request] == expected
    assert [stray.id for stray in session.strays] == ["c1"]


def test_a_compaction_that_failed_changes_nothing() -> None:
    messages = _compacted(None)
    messages[5][0]["error"] = FAILED
    assert len(export(messages).request) == 7


def test_the_first_summaries_had_no_question() -> None:
    old = answer(2, said("Summary."), summary=True)
    session = export([ask(1), old, ask(3, "More.")])
    assert [m["content"] for m in session.request] == ["Summary.", "More."]


def test_what_a_person_took_back_is_not_sent() -> None:
    more: Messages = [*TALK, ask(3, "Wrong."), answer(4, tool("c9"))]
    session = export(more, revert={"messageID": "msg_0003"})
    assert shape(session.request) == "U A[c1,c2] R(c1) R(c2) A"
    assert [stray.id for stray in session.strays] == ["c9"]
    within = export(TALK, revert={"messageID": "msg_0002", "partID": "prt_0003"})
    assert shape(within.request) == "U A[c1] R(c1)"


# -- how it rests ----------------------------------------------------------------------------------


def _open(**keys: Any) -> Messages:
    made, parts = answer(2, tool("c1", "running"), **keys)
    del made["time"]["completed"]
    return [ask(1), (made, parts)]


@pytest.mark.parametrize(
    ("messages", "state"),
    [
        (TALK, "whole"),
        (TALK[:1], "running"),
        (_open(), "running"),
        ([ask(1), answer(2, tool("c1"))], "running"),
        (_open(error=ABORTED), "interrupted"),
        ([ask(1), answer(2, error=FAILED)], "interrupted"),
    ],
)
def test_state(messages: Messages, state: str) -> None:
    assert export(messages).state == state


def test_a_call_that_still_runs_is_open() -> None:
    (finding,) = check(export(_open())).findings
    assert (finding.code, finding.case, finding.severity) == ("P001", "paused", "warning")


@pytest.mark.parametrize(("reply", "state"), [(None, "paused"), ("permission.replied", "running")])
def test_a_permission_that_is_asked_for_is_a_pause(reply: str | None, state: str) -> None:
    lines = events(_open())
    about = {"id": "per_1", "sessionID": SESSION, "permission": "edit"}
    lines.append({"type": "permission.asked", "properties": about})
    if reply:
        about = {"sessionID": SESSION, "requestID": "per_1", "reply": "once"}
        lines.append({"type": reply, "properties": about})
    assert read_lines(*lines).state == state


def test_a_question_to_a_person_is_a_pause() -> None:
    messages = _open()
    messages[1][1][0]["tool"] = "question"
    assert export(messages).state == "paused"


# -- streams ---------------------------------------------------------------------------------------


def test_a_text_that_is_still_written_is_read_as_far_as_it_is() -> None:
    lines = events([ask(1), answer(2, said("I "))])
    more = {"sessionID": SESSION, "messageID": "msg_0002", "partID": "prt_0000", "field": "text"}
    lines += [
        {"type": "message.part.delta", "properties": {**more, "delta": word}}
        for word in ("am ", "he")
    ]
    session = read_lines(*lines)
    assert session.request[1]["content"] == "I am he"


def test_what_is_removed_is_gone() -> None:
    ids = {"sessionID": SESSION, "messageID": "msg_0002"}
    lines = events(TALK)
    gone = {"type": "message.part.removed", "properties": {**ids, "partID": "prt_0002"}}
    assert shape(read_lines(*lines, gone).request) == "U A[c2] R(c2) A"
    gone = {"type": "message.removed", "properties": ids}
    assert shape(read_lines(*lines, gone).request) == "U"


def test_parts_of_a_message_that_is_lost_are_kept(tmp_path: Path) -> None:
    lines = [line for line in events(TALK) if line["properties"].get("info") is not TALK[1][0]]
    session = read_lines(*lines)
    assert shape(session.request) == "U A[c1,c2] R(c1) R(c2) A"
    assert [(harm.code, harm.case) for harm in session.damage] == [("S104", "no-parent")]
    path = database(tmp_path / "opencode.db", TALK)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("DELETE FROM message WHERE id LIKE '%msg_0002'")
    (rows,) = read_file(path)
    assert rows.request == session.request
    assert [(harm.code, harm.case) for harm in rows.damage] == [("S104", "no-parent")]


def test_several_sessions_of_a_stream_are_conversations_of_their_own() -> None:
    other = json.loads(json.dumps(events(TALK)).replace(SESSION, "ses_2"))
    mixed = [line for pair in zip(events(TALK), other, strict=True) for line in pair]
    found = read_text("\n".join(map(json.dumps, mixed)))
    assert [session.session for session in found] == [SESSION, "ses_2"]
    assert found[0].request == found[1].request


def test_the_provider_is_told_and_the_model_where_it_is_its_own() -> None:
    own = {"providerID": "openai", "modelID": "gpt-5.2"}
    assert export([ask(1), answer(2, said("Hi."), **own)]).facts == {
        "provider": "openai",
        "model": "gpt-5.2",
    }
    other = {"providerID": "anthropic", "modelID": "claude-sonnet-4-5"}
    assert export([ask(1), answer(2, said("Hi."), **other)]).facts == {"provider": "anthropic"}
