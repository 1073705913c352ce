"""Databases of LangChain and LangGraph: what waits to be taken over, other packings, other tables."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import file_source, read_session
from transcript_doctor.core.transcript import Transcript

HUMAN = {"type": "human", "content": "Weather?", "id": "h1"}
CALLS: list[dict[str, Any]] = [{"name": "w", "args": {}, "id": ident} for ident in ("c1", "c2")]
AI = {"type": "ai", "content": "", "id": "a1", "tool_calls": CALLS}
DONE = {"type": "tool", "content": "18", "tool_call_id": "c1", "id": "t1"}
CHECKPOINTS = """
CREATE TABLE checkpoints (thread_id TEXT NOT NULL, checkpoint_ns TEXT, checkpoint_id TEXT,
  parent_checkpoint_id TEXT, type TEXT, checkpoint BLOB, metadata BLOB);
CREATE TABLE writes (thread_id TEXT, checkpoint_ns TEXT, checkpoint_id TEXT, task_id TEXT,
  idx INTEGER, channel TEXT, type TEXT, value BLOB);
"""


def packed(*messages: Any) -> bytes:
    state = {"ts": "2026-01-01", "channel_values": {"other": 1, "messages": list(messages)}}
    return json.dumps(state).encode()


def database(path: Path, script: str, **rows: list[tuple[Any, ...]]) -> list[Transcript]:
    base = sqlite3.connect(path)
    base.executescript(script)
    for table, values in rows.items():
        for row in values:
            base.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    base.commit()
    base.close()
    found = read_session(file_source("some.db", path))
    assert found is not None
    return found


def saved(
    ident: str, *messages: Any, kind: str | None = "json", data: Any = None
) -> tuple[Any, ...]:
    return ("t1", "", ident, None, kind, data or packed(*messages), b"{}")


def written(ident: str, channel: str, value: Any, kind: str = "json") -> tuple[Any, ...]:
    return ("t1", "", ident, "task", 0, channel, kind, json.dumps(value).encode())


def test_results_that_wait_for_the_others(tmp_path: Path) -> None:
    (session,) = database(
        tmp_path / "a.db",
        CHECKPOINTS,
        checkpoints=[saved("2", HUMAN, AI), saved("1", HUMAN)],
        writes=[
            written("1", "messages", [AI]),
            written("2", "messages", [DONE]),
            written("2", "branch:to:x", None),
            written("2", "__interrupt__", [{"value": "Pay?"}]),
        ],
    )
    assert shape(session.request, format="openai-chat") == "U A[c1,c2] R(c1)"
    assert (session.state, session.session, session.when) == ("paused", "t1", "2026-01-01")
    assert check(session).ok


def test_a_task_that_failed(tmp_path: Path) -> None:
    (session,) = database(
        tmp_path / "a.db",
        CHECKPOINTS,
        checkpoints=[saved("1", HUMAN, AI, kind=None)],
        writes=[written("1", "__error__", "boom")],
    )
    assert session.state == "interrupted"


@pytest.mark.parametrize(
    ("kind", "data"),
    [("msgpack+aes", b"x"), ("pickle", b"x"), ("msgpack", b"\xdd\xff"), ("json", b"{")],
)
def test_what_cannot_be_read_is_damage(tmp_path: Path, kind: str, data: bytes) -> None:
    rows = [saved("1", kind=kind, data=data), ("t2", *saved("1", HUMAN)[1:])]
    (session,) = database(tmp_path / "a.db", CHECKPOINTS, checkpoints=rows)
    assert session.session == "t2"
    assert [(harm.code, harm.origin.line) for harm in session.damage] == [("S101", 1)]


def test_a_thread_without_messages_is_none(tmp_path: Path) -> None:
    rows = [saved("1", data=b"[]"), ("t2", *saved("1", HUMAN)[1:])]
    (session,) = database(tmp_path / "a.db", CHECKPOINTS, checkpoints=rows)
    assert session.damage == ()


def test_a_message_store(tmp_path: Path) -> None:
    script = "CREATE TABLE message_store (id INTEGER, session_id TEXT, message TEXT)"
    rows = [
        (1, "a", json.dumps({"type": "human", "data": HUMAN})),
        (2, "b", json.dumps({"type": "human", "data": HUMAN})),
        (3, "a", json.dumps({"type": "ai", "data": {"content": "Sunny."}})),
        (4, "a", "{"),
        (5, "a", "{}"),
    ]
    found = database(tmp_path / "a.db", script, message_store=rows)
    assert [(one.session, len(one.request)) for one in found] == [("a", 2), ("b", 1)]
    assert [origin.line for origin in found[0].origins] == [1, 3]
    assert [harm.origin.line for harm in found[0].damage] == [4]


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"SQLite format 3\0" + b"CREATE TABLE checkpoints thread_id" * 9)
    (session,) = read_session(file_source("some.db", path)) or []
    assert (session.request, [harm.code for harm in session.damage]) == ([], ["S101"])
