"""opencode: messages of parts, in which a call and its result are one part.

The same records lie in a tree of small files, in a database, in what `opencode export` prints and in
the stream of events that its server sends. Beside them are read the database of the first opencode,
written in Go, which Crush still keeps, and that of opencode 2.
"""

from __future__ import annotations

import re
from typing import Any

from transcript_doctor.core.reader import Reader, Sample, later
from transcript_doctor.sessions.shared.database import MAGIC, tables_named

_PARTS = re.compile(rb"\bparts (TEXT|BLOB)\b")
_EVENTS = ("message.", "session.", "permission.", "question.")
_PRINTED = ("step_start", "step_finish", "text", "tool_use", "reasoning", "error")
_STEPS = ("tool", "step-start", "step-finish")
_SESSION = ("projectID", "directory", "title", "version", "slug")
_NO_SESSION = ("role", "parts", "history", "worktree")
_TOLD = 3
"""So many of the first lines may be heartbeats and the like."""


def recognise(sample: Sample) -> str | None:
    """Recognise the tables, the events, an export, or a file of the tree."""
    if sample.head.startswith(MAGIC):
        return _tables(sample)
    for value in sample.records:
        if (why := event_kind(value)) is not None:
            return why
    return file_kind(sample.top)


def _tables(sample: Sample) -> str | None:
    names = tables_named(sample.head)
    if names >= {b"session", b"message", b"part"}:
        return "it is a database with the tables session, message and part"
    if names >= {b"session", b"session_message"}:
        return "it is a database with the tables session and session_message"
    if names >= {b"sessions", b"messages", b"files"} and _PARTS.search(sample.head):
        return "it is a database with the tables sessions, messages (with parts) and files"
    # What is new may still be in the file beside it, and a grown database may begin otherwise.
    if sample.file == "opencode.db" and not names & {b"sessions", b"messages"}:
        return "it is a database of this name"
    return None


def event_kind(value: dict[str, Any]) -> str | None:
    """Say by what a line is known as an event of opencode; None for any other object."""
    event = event_of(value)
    kind, properties = event.get("type"), event.get("properties")
    if isinstance(kind, str) and isinstance(properties, dict):
        if kind.startswith(_EVENTS):
            return "its lines are events such as message.part.updated, with properties"
        return None
    part = value.get("part")
    if kind not in _PRINTED or not isinstance(value.get("sessionID"), str):
        return None
    if isinstance(part, dict) and ("messageID" in part or part.get("type") in _STEPS):
        return "its lines have sessionID and a part of a message"
    return None


def event_of(value: dict[str, Any]) -> dict[str, Any]:
    """Return the event that a line wraps, or the line itself."""
    for key in ("event", "payload"):
        inner = value.get(key)
        if isinstance(inner, dict) and isinstance(inner.get("properties"), dict):
            return inner
    return value


def file_kind(top: Any) -> str | None:
    """Say by what a JSON value is known as one of opencode; None for any other."""
    if isinstance(top, list):
        return "it is a list of messages with info and parts" if _has_messages(top) else None
    if not isinstance(top, dict):
        return None
    if isinstance(top.get("info"), dict) and _is_export(top):
        return "it has info of a session and messages with info and parts"
    if is_session(top):
        return "it is the file of a session, with id, time and projectID"
    if is_message(top):
        return "it is the file of a message, with sessionID and role"
    if is_part(top):
        return "it is the file of a part, with messageID and type"
    return None


def _is_export(top: dict[str, Any]) -> bool:
    info, found = top["info"], top.get("messages", top.get(""))
    if isinstance(found, list) and _has_messages(found):
        return True
    ours = isinstance(info.get("id"), str) and ("projectID" in info or "slug" in info)
    return ours and (isinstance(found, list) or "messages" not in top) and "time" in info


def _has_messages(found: list[Any]) -> bool:
    """Tell whether objects of a list are messages with their parts."""
    for one in found[:_TOLD]:
        info = one.get("info") if isinstance(one, dict) else None
        if isinstance(info, dict) and "sessionID" in info and "role" in info:
            return isinstance(one.get("parts", []), list)
    return False


def is_session(top: dict[str, Any]) -> bool:
    """Tell whether an object is what the file of a session holds."""
    if not isinstance(top.get("id"), str) or not isinstance(top.get("time"), dict):
        return False
    if "created" not in top["time"] or any(mark in top for mark in _NO_SESSION):
        return False
    return sum(mark in top for mark in _SESSION) > 1


def is_message(top: dict[str, Any]) -> bool:
    """Tell whether an object is what the file of a message holds."""
    if top.get("role") not in ("user", "assistant") or not isinstance(top.get("id"), str):
        return False
    if isinstance(top.get("sessionID"), str) and isinstance(top.get("time"), dict):
        return True
    first = top.get("metadata")
    return isinstance(top.get("parts"), list) and isinstance(first, dict) and "sessionID" in first


def is_part(top: dict[str, Any]) -> bool:
    """Tell whether an object is what the file of a part holds."""
    texts = (top.get("messageID"), top.get("id"), top.get("type"))
    return all(isinstance(text, str) for text in texts) and "role" not in top


READER = Reader(
    name="opencode",
    title="an opencode session",
    agent="opencode",
    versions=("0.1", "1.0.0", "1.2.15", "1.3.17", "1.18.21"),
    homes=("~/.local/share/opencode",),
    recognise=recognise,
    read=later(f"{__name__}.reading"),
    rewriting=f"{__name__}.rewriting",
)
