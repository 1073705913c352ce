"""Messages of another format: on the record they would stand for ever, and their calls with nobody to answer.

Formats share much, so that a message is called foreign only where its own reading stumbles over it or
misses its calls, and another format knows it.
"""

from __future__ import annotations

from transcript_doctor.acts.opening.recognising import recognise
from transcript_doctor.core.errors import BadMessage
from transcript_doctor.core.format import Format
from transcript_doctor.core.outline import Outline

_STUMBLES = frozenset({"C006", "R002", "R009", "S001", "Y003"})
"""Rules that speak of what a format does not know."""


def must_be_own(format: Format, outline: Outline) -> None:
    """Raise `BadMessage`, which names the format, where messages are of another one."""
    stumbles = "?" in outline.roles or any(note.code in _STUMBLES for note in outline.notes)
    if outline.calls and not stumbles:
        return
    messages = outline.messages
    if format.why(messages) is not None:
        return
    other, _ = recognise(messages, None, format.name)
    if other is format or other.why(messages) is None:
        return
    if stumbles or _calls(other, outline):
        raise BadMessage(
            f"this is a message of {other.title}, and this history keeps messages of {format.title}: "
            "convert(messages, to=...) translates"
        )


def _calls(format: Format, given: Outline) -> bool:
    """Tell whether a format sees calls in the messages of another one's outline."""
    outline = Outline(format.name, given.messages, {}, given.facts)
    format.read(outline)
    return bool(outline.calls)
