"""Beginning a history with messages that were sent before; calls at their end may still be open."""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.acts.check import check
from transcript_doctor.acts.history.calls import handled
from transcript_doctor.acts.history.pen import Pen
from transcript_doctor.acts.history.taking import read
from transcript_doctor.acts.opening.opening import open_transcript
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.errors import BadMessage, SickTranscript
from transcript_doctor.core.format import Format
from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.core.transcript import unfold


class Begun(NamedTuple):
    """Messages, and the turn at their end whose calls wait for results."""

    messages: list[Any]
    """Up to the open turn, which is among them; its results are not."""
    turn: list[Any]
    """Its messages; none where no call is open."""
    calls: list[Call]
    nodes: dict[str, Any]
    """The results that it has, by the key of their call."""
    ends_on_assistant: bool


def sound(given: Any, pen: Pen, context: Any) -> list[Any]:
    """Return the messages of a transcript; raises where they are foreign, or sick for the target of a pen."""
    value, stated = unfold(given, None)
    opened = open_transcript(value, stated if stated in FORMATS else None, pen.format.name)
    if opened.format is not pen.format:
        raise BadMessage(
            f"these are messages of {opened.format.title}, and this history keeps messages of "
            f"{pen.format.title}: convert(messages, to={pen.target.name!r}) translates"
        )
    if value == []:
        return []
    report = check(
        given, format=pen.format.name, target=pen.target.name, context=context, as_="record"
    )
    if not report.ok:
        raise SickTranscript(report)
    return list(value if isinstance(value, list) else opened.listing.messages)


def begun(format: Format, messages: list[Any]) -> Begun:
    """Return messages with the turn at their end whose calls are open."""
    outline = read(format, messages)
    start, end = _last_turn(outline)
    calls = [call for call in outline.calls if start <= call.message < end]
    nodes = _answered(calls, [row for row in outline.results if row.message >= end])
    if len(nodes) == len(calls):
        return Begun(messages, [], [], {}, end == len(messages))
    return Begun(messages[:end], messages[start:end], calls, nodes, True)


def _last_turn(outline: Outline) -> tuple[int, int]:
    end = outline.roles.rfind("a") + 1
    start = end
    while start > 0 and outline.roles[start - 1] == "a":
        start -= 1
    return start, end


def _answered(calls: list[Call], results: list[Result]) -> dict[str, Any]:
    """Return the nodes of results by the key of their call: by id, or by name where there is none."""
    nodes: dict[str, Any] = {}
    waiting: dict[tuple[str, str | None], list[str]] = {}
    for key, call in reversed(handled(calls).items()):
        waiting.setdefault(("id", call.id) if call.id else ("name", call.name), []).append(key)
    for row in results:
        keys = waiting.get(("id", row.id) if row.id else ("name", row.name))
        if keys:
            nodes[keys.pop()] = row.raw
    return nodes
