"""The list that goose sends, built from the messages of a session.

What goose would mend on its way is left as it is stored: a call without a result is the fault that
people look for, though newer versions take it off the list in silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from transcript_doctor.core.transcript import Origin, State, Stray, Transcript
from transcript_doctor.sessions.goose.parts import (
    call_of,
    is_result,
    parts_of,
    picture_of,
    result_of,
)
from transcript_doctor.sessions.shared.chat import Chat
from transcript_doctor.sessions.shared.rows import Row
from transcript_doctor.sessions.shared.timing import time_of


class _Part(NamedTuple):
    """A part with its place, and the id of its message: an answer is stored piece by piece."""

    value: dict[str, Any]
    origin: Origin
    id: Any


def conversation(
    messages: Iterable[Row], why: str, facts: dict[str, Any], **about: Any
) -> Transcript | None:
    """Return the conversation that messages make; None where nothing of them is sent."""
    found = list(messages)
    sent = [row for row in found if is_sent(row.value)]
    chat = Chat()
    for role, parts in _turns(sent):
        (_answer if role == "assistant" else _ask)(chat, parts)
    if not chat.messages:
        return None
    return chat.transcript("goose", why)._replace(
        strays=tuple(_strays(row for row in found if not is_sent(row.value))),
        state=_state(chat, found),
        when=_when(found),
        facts=facts,
        **about,
    )


def is_sent(value: dict[str, Any]) -> bool:
    """Tell whether a message is for the model: after a compaction the past is for people alone."""
    about = value.get("metadata")
    seen = about if isinstance(about, dict) else {}
    return seen.get("agentVisible", seen.get("agent_visible")) is not False


def _turns(rows: list[Row]) -> Iterator[tuple[str, list[_Part]]]:
    """Yield what each side says until the other one does, as goose joins it; results are a side."""
    last = ""
    joined: list[_Part] = []
    for value, origin in rows:
        role = str(value.get("role")).lower()
        parts = [_Part(part, origin, value.get("id")) for part in parts_of(value)]
        if role == "user" and any(is_result(part.value) for part in parts):
            role = "tool"
        if role != last and joined:
            yield last, joined
            joined = []
        if role in ("user", "assistant", "tool"):
            last = role
            joined += parts
    if joined:
        yield last, joined


def _answer(chat: Chat, parts: list[_Part]) -> None:
    said = [part for part in parts if _is_text(part.value)]
    calls = [(made, p.origin) for p in parts if (made := call_of(p.value)) is not None]
    for part in parts:
        if is_result(part.value):
            _result(chat, part)
    if said or calls:
        spots = [at for _, at in calls]
        first = min((part.origin for part in said), key=_line, default=None)
        first = min(filter(None, [first, *spots]), key=_line)
        chat.answer(_joined(said), [made for made, _ in calls], first, spots)


def _line(origin: Origin) -> int:
    return origin.line


def _joined(texts: list[_Part]) -> str:
    """Return texts as one; pieces of one message belong together without a break."""
    made: list[str] = []
    last = None
    for part in texts:
        if made and (part.id is None or part.id != last):
            made.append("\n")
        made.append(part.value["text"])
        last = part.id
    return "".join(made)


def _ask(chat: Chat, parts: list[_Part]) -> None:
    """Add the results of a turn, then what a person said, then the pictures of the results."""
    said: list[tuple[dict[str, Any], Origin]] = []
    shown: list[tuple[dict[str, Any], Origin]] = []
    for part in parts:
        if is_result(part.value):
            shown += [(picture, part.origin) for picture in _result(chat, part)]
        elif (made := _said(part.value)) is not None:
            said.append((made, part.origin))
    for group in (said, shown):
        if len(group) == 1 and group[0][0]["type"] == "text":
            chat.say("user", group[0][0]["text"], group[0][1])
        elif group:
            chat.parts[len(chat.messages)] = tuple(at for _, at in group)
            chat.say("user", [part for part, _ in group], group[0][1])


def _result(chat: Chat, part: _Part) -> list[dict[str, Any]]:
    text, pictures = result_of(part.value)
    chat.result(part.value.get("id"), text, part.origin)
    return pictures


def _is_text(part: dict[str, Any]) -> bool:
    return part.get("type") == "text" and isinstance(part.get("text"), str) and bool(part["text"])


def _said(part: dict[str, Any]) -> dict[str, Any] | None:
    return {"type": "text", "text": part["text"]} if _is_text(part) else picture_of(part)


def _strays(rows: Iterable[Row]) -> Iterator[Stray]:
    for value, origin in rows:
        for part in parts_of(value):
            ident = part.get("id")
            if is_result(part) and isinstance(ident, str):
                yield Stray(ident, part, origin)


def _state(chat: Chat, rows: list[Row]) -> State:
    """Return how the session rests; it is paused where its last message asks a person."""
    if not chat.waits:
        return "whole"
    kinds = [part.get("type") for part in parts_of(rows[-1].value)]
    asks = "toolConfirmationRequest" in kinds or "actionRequired" in kinds
    return "paused" if asks else "running"


def _when(rows: list[Row]) -> str | None:
    times = (row.value.get("created") for row in reversed(rows))
    return next(filter(None, map(time_of, times)), None)
