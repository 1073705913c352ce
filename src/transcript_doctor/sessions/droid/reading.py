"""Reading a session of Droid, or what one of its runs printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, State, Stray, Transcript
from transcript_doctor.sessions.droid import STREAM
from transcript_doctor.sessions.droid.printed import told
from transcript_doctor.sessions.droid.stored import Sent, calls, results, sent
from transcript_doctor.sessions.shared.handing import in_lines
from transcript_doctor.sessions.shared.rows import Row, rows
from transcript_doctor.sessions.shared.straying import unsent
from transcript_doctor.sessions.shared.timing import time_of

_STOPPED = ("cancelled", "error", "aborted")


def _is_record(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    named = "message" in value or "timestamp" in value or "role" in value
    return named or value["type"] == "session_start"


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a session."""
    damage: list[Damage] = []
    lines = list(rows(source, _is_record, damage))
    list_ = told(lines) if why.endswith(STREAM) else sent(lines, damage)
    if not list_ and not damage:
        return
    strays = _strays(lines, list_)
    damage += unsent(strays, {ident for one in list_ for ident in calls(one.message)})
    model = _last(lines, "model", "modelId")
    yield Transcript(
        [one.message for one in list_],
        "anthropic",
        "Droid",
        why,
        tuple(one.origin for one in list_),
        damage=in_lines(damage),
        strays=strays,
        state=_state(lines, list_),
        version=_last(lines, "version"),
        session=_session(lines),
        when=_when(lines),
        facts={"model": model} if model and model.startswith("claude-") else {},
    )


def _strays(lines: Sequence[Row], list_: Sequence[Sent]) -> tuple[Stray, ...]:
    """Return the results that the file holds and the list does not."""
    listed = {ident for one in list_ for ident, _ in results(one.message)}
    return tuple(
        Stray(ident, part, row.origin)
        for row in lines
        if isinstance(row.value.get("message"), dict)
        for ident, part in results(row.value["message"])
        if ident not in listed
    )


def _state(lines: Sequence[Row], list_: Sequence[Sent]) -> State:
    """Return how the session rests: by the last line that says how a turn went, else by the last message."""
    last = lines[-1].value if lines else {}
    if last.get("type") == "error" or last.get("reason") in _STOPPED:
        return "interrupted"
    if not list_:
        return "whole"
    ends = list_[-1].message
    return "running" if ends.get("role") == "user" or any(calls(ends)) else "whole"


def _last(lines: Sequence[Row], *keys: str) -> str | None:
    for row in reversed(lines):
        for value in (row.value, row.value.get("message")):
            for key in keys:
                if isinstance(value, dict) and isinstance(value.get(key), str):
                    return str(value[key])
    return None


def _session(lines: Sequence[Row]) -> str | None:
    for row in lines:
        value = row.value
        named = [value.get("sessionId"), value.get("session_id")]
        if value.get("type") == "session_start":
            inner = value.get("session")
            named += [value.get("id"), inner.get("id") if isinstance(inner, dict) else None]
        for ident in named:
            if isinstance(ident, str):
                return ident
    return None


def _when(lines: Sequence[Row]) -> str | None:
    """Return the last time that is told."""
    for row in reversed(lines):
        if (when := time_of(row.value.get("timestamp"))) is not None:
            return when
    return None
