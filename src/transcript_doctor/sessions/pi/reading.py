"""Reading a session of pi: the way from its tip to its root, and what hangs beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, State, Stray, Transcript
from transcript_doctor.sessions.pi.compaction import sent
from transcript_doctor.sessions.pi.entries import path
from transcript_doctor.sessions.pi.messages import is_failed
from transcript_doctor.sessions.shared.handing import in_lines
from transcript_doctor.sessions.shared.picking import objects
from transcript_doctor.sessions.shared.repeating import once
from transcript_doctor.sessions.shared.rows import Row, rows
from transcript_doctor.sessions.shared.straying import unsent
from transcript_doctor.sessions.shared.timing import time_of

SHOWN = (
    "agent_start",
    "agent_end",
    "turn_start",
    "turn_end",
    "message_start",
    "message_update",
)
"""Lines that `pi --mode json` prints beside those that hold a message."""


def is_record(value: Any) -> bool:
    """Tell a line of a session from an object inside of one."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    return "role" not in value and ("timestamp" in value or value["type"] == "message_end")


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a session."""
    damage: list[Damage] = []
    header: dict[str, Any] = {}
    entries: list[Row] = []
    for row in rows(source, is_record, damage):
        if row.value.get("type") == "session":
            header = header or row.value
        elif row.value.get("type") not in SHOWN:
            entries.append(row)
    known = list(once(entries, lambda entry: entry.get("id"), damage))
    made = sent(path(known, header, damage), tau=not header)
    if not made:
        if damage:
            yield Transcript([], "pi", "pi", why, damage=tuple(damage))
        return
    messages = [one.message for one in made]
    strays = _strays(entries, messages)
    damage += unsent(strays, _waiting(messages))
    version, when = header.get("version"), made[-1].row.value.get("timestamp")
    yield Transcript(
        messages,
        "pi",
        _agent(header, entries),
        why,
        tuple(one.row.origin for one in made),
        damage=in_lines(damage),
        strays=strays,
        state=_state(entries, messages),
        version=str(version)
        if isinstance(version, int | str) and not isinstance(version, bool)
        else None,
        session=header["id"] if isinstance(header.get("id"), str) else None,
        when=time_of(when),
        facts=_facts(messages),
    )


def _facts(messages: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the provider and the model of the newest answer."""
    for message in reversed(list(messages)):
        if message.get("role") == "assistant":
            found = {key: message.get(key) for key in ("provider", "model")}
            return {key: word for key, word in found.items() if isinstance(word, str) and word}
    return {}


def _agent(header: Mapping[str, Any], entries: Iterable[Row]) -> str:
    if not header:
        return "tau"
    kinds = (row.value.get("customType") for row in entries)
    own = any(isinstance(kind, str) and kind.startswith("openclaw") for kind in kinds)
    return "OpenClaw" if own else "pi"


def _strays(entries: Iterable[Row], messages: Iterable[dict[str, Any]]) -> tuple[Stray, ...]:
    """Return the results that the file holds and the list does not."""
    listed = {id(message) for message in messages}
    found = []
    for row in entries:
        message = row.value.get("message")
        if isinstance(message, dict) and message.get("role") == "toolResult":
            ident = message.get("toolCallId")
            if id(message) not in listed and isinstance(ident, str):
                found.append(Stray(ident, message, row.origin))
    return tuple(found)


def _waiting(messages: Iterable[dict[str, Any]]) -> set[str]:
    """Return the calls of the list that have no result on it."""
    waiting: set[str] = set()
    for message in messages:
        waiting -= {ident for ident in [message.get("toolCallId")] if isinstance(ident, str)}
        waiting |= set(_calls(message))
    return waiting


def _calls(message: Mapping[str, Any]) -> Iterator[str]:
    for part in objects(message.get("content")):
        if part.get("type") == "toolCall" and isinstance(part.get("id"), str):
            yield part["id"]


def _state(entries: list[Row], messages: list[dict[str, Any]]) -> State:
    """Return how the session rests, by its last message."""
    last: dict[str, Any] = next(
        (row.value for row in reversed(entries) if isinstance(row.value.get("message"), dict)), {}
    )
    if is_failed(last):
        return "interrupted"
    ends = messages[-1]
    return "whole" if ends.get("role") == "assistant" and not any(_calls(ends)) else "running"
