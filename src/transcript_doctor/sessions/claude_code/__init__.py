"""Claude Code: a tree of lines, several of which make one message.

A line names its parent; the newest branch is the conversation. Each part of an answer is a line of
its own with the same `message.id`, and the results of parallel calls hang beside one another, so that
whoever follows parents alone loses all but one of them. What `claude -p` prints, and what a session on
the web is downloaded as, are the same lines without the tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from transcript_doctor.core.reader import Reader, Sample, later
from transcript_doctor.jsontext.stream import read_lines

_OUTSIDE = ("summary", "file-history-snapshot", "queue-operation", "permission-mode")
"""Types of lines that stand outside the tree and tell the file's kind all the same."""
_MARKS = ("leafUuid", "snapshot", "operation", "permissionMode")
_OTHERS = ("tool_call", "thinking", "message", "completion", "tool_result")
"""Types of lines that agents print who print much the same as `claude -p`."""


def recognise(sample: Sample) -> str | None:
    """Recognise lines that name a uuid, its parent and a message with content, or what `-p` prints."""
    values: Sequence[dict[str, Any]] = sample.records or sample.items
    if len(values) == 1 and is_web(values[0]):
        return "it has loglines with messages"
    return _by_values(values) or _by_values(_of_one_line(sample)) or _by_bytes(sample)


def _by_values(values: Sequence[dict[str, Any]]) -> str | None:
    for value in values:
        message = value.get("message")
        if "uuid" in value and "parentUuid" in value and isinstance(message, dict):
            if "content" in message:
                return "its lines have uuid, parentUuid and message.content"
            if "parts" in message:
                return None
    if any(is_outside(value) for value in values):
        return "its lines have types that only this agent writes"
    if any(_is_printed(value) for value in values):
        others = any(v.get("type") in _OTHERS and "session_id" in v for v in values)
        return None if others else "its lines have type, session_id and a message"
    return None


def _of_one_line(sample: Sample) -> list[dict[str, Any]]:
    """Return what is whole on the line of a file that has but one, and that one damaged."""
    head = sample.head.rstrip()
    if sample.is_lines or b"\n" in head:
        return []
    return [one for line in read_lines(BytesIO(head), _has_type) for one in line.records]


def _has_type(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str)


def _by_bytes(sample: Sample) -> str | None:
    """Recognise what is too long, or too sick, to be read yet."""
    head = sample.head
    if not sample.is_lines and (b"\n" in head.rstrip() or sample.text.startswith("[")):
        return None
    named = b'"parentUuid"' in head and b'"sessionId"' in head and b'"parts"' not in head
    return "its lines have parentUuid and sessionId" if named else None


def is_outside(value: Mapping[str, Any]) -> bool:
    """Tell whether a line is one of those that stand outside the tree."""
    return value.get("type") in _OUTSIDE and any(mark in value for mark in _MARKS)


def is_web(value: object) -> bool:
    """Tell whether a value is a session on the web: one object, with the lines in a list."""
    lines = value.get("loglines") if isinstance(value, dict) else None
    if not isinstance(lines, list):
        return False
    return any(isinstance(one, dict) and isinstance(one.get("message"), dict) for one in lines)


def _is_printed(value: Mapping[str, Any]) -> bool:
    """Tell whether a line is one that `claude -p --output-format stream-json` prints."""
    if not isinstance(value.get("session_id"), str):
        return False
    kind, message = value.get("type"), value.get("message")
    if kind == "system":
        return value.get("subtype") == "init" and isinstance(value.get("tools"), list)
    if kind not in ("user", "assistant") or not isinstance(message, dict):
        return False
    own = any(key in message for key in ("id", "model", "usage")) or "parent_tool_use_id" in value
    return own and "content" in message


READER = Reader(
    name="claude-code",
    title="a Claude Code session",
    agent="Claude Code",
    versions=(
        "1.0.24",
        "1.0.128",
        "2.0.5",
        "2.0.76",
        "2.1.7",
        "2.1.42",
        "2.1.114",
        "2.1.145",
    ),
    homes=("~/.claude/projects",),
    recognise=recognise,
    read=later(f"{__name__}.reading"),
    rewriting=f"{__name__}.rewriting",
)
