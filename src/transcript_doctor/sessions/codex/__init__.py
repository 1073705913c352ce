"""Codex: a rollout, the log of a session, of which only the response items go to the model.

Three generations lie on people's disks: one JSON value with `session` and `items`, bare items one a
line, and lines of an envelope with `type` and `payload`. What `codex exec --json` prints looks alike
and is no session: it is read as far as it can be judged.
"""

from __future__ import annotations

import re
from typing import Any

from transcript_doctor.core.reader import Reader, Sample, later

ENVELOPE = ("session_meta", "response_item", "event_msg", "turn_context", "compacted")
"""Types of the lines of a rollout by which it is known."""
PRINTED = ("thread.started", "turn.started", "turn.completed", "item.started", "item.completed")
"""Types of the lines that `codex exec --json` prints."""
PRINTED_BEFORE = (
    "task_started",
    "task_complete",
    "session_configured",
    "agent_message",
    "agent_reasoning",
    "exec_command_begin",
    "exec_command_end",
    "token_count",
)
"""Types of what its versions before 0.44 printed, each under `msg`."""
_FIRST_LINE = re.compile(
    r'\{\s*"timestamp":\s*"[^"]{0,40}",\s*("ordinal":\s*\d+,\s*)?"type":\s*"session_meta"'
)
"""How the first record begins, which can be longer than what is looked at."""


def recognise(sample: Sample) -> str | None:
    """Recognise the envelope, the bare items, the one JSON value, or a printed stream of events."""
    for value in sample.records:
        if is_envelope(value) and value.get("type") in ENVELOPE:
            return "its lines have the types of a rollout, each with a payload"
        if value.get("record_type") == "state" or is_header(value):
            return "its lines are bare items behind a header with id, timestamp and instructions"
        if is_printed(value):
            return "its lines are events as `codex exec --json` prints them, not a session"
    if _FIRST_LINE.match(sample.text):
        return "its first record is of type session_meta"
    top = sample.top
    if isinstance(top, dict) and isinstance(top.get("items"), list):
        session = top.get("session")
        if isinstance(session, dict) and isinstance(session.get("id"), str):
            return "it is one object with session and items"
    return None


def is_envelope(value: dict[str, Any]) -> bool:
    """Tell whether a record is a line of the newest generation."""
    return isinstance(value.get("payload"), dict) and isinstance(value.get("type"), str)


def is_header(value: dict[str, Any]) -> bool:
    """Tell whether a record is the first line of the generation of bare items."""
    known = isinstance(value.get("id"), str) and isinstance(value.get("timestamp"), str)
    return known and "instructions" in value and "type" not in value


def is_printed(value: dict[str, Any]) -> bool:
    """Tell whether a record is an event of `codex exec --json`."""
    kind, message = value.get("type"), value.get("msg")
    if kind in PRINTED:
        return kind == "turn.started" or any(
            isinstance(value.get(key), of)
            for key, of in (("thread_id", str), ("item", dict), ("usage", dict))
        )
    return isinstance(message, dict) and "id" in value and message.get("type") in PRINTED_BEFORE


READER = Reader(
    name="codex",
    title="a Codex session",
    agent="Codex",
    versions=("0.50.0", "0.66.0", "0.92.0", "0.125.0", "0.142.0", "0.146.0"),
    homes=("~/.codex/sessions", "~/.codex/archived_sessions"),
    recognise=recognise,
    read=later(f"{__name__}.reading"),
    rewriting=f"{__name__}.rewriting",
)
