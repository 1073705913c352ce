"""What a user says: taken only when the target takes it, for what is on a record stays there."""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.history.pen import Pen
from transcript_doctor.acts.history.taking import Taken, speech
from transcript_doctor.acts.history.values import sendable
from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.core.errors import BadMessage

_OF_A_MESSAGE = ("C", "Y", "I", "R002", "R009", "S001")
"""Rules that a message breaks by itself, whatever stands around it."""


def spoken(pen: Pen, content: Any) -> Taken:
    """Return a user's message, read; raises `BadMessage` where the target refuses it."""
    if type(content) is str and content and content.isascii() and not content.isspace():
        return Taken([pen.verbs.say("user", content)], "u", [])
    value = plain(content)
    if type(value) is str:
        value = pen.verbs.say("user", sendable(value))
    taken = speech(pen.format, value)
    report = check(
        taken.messages,
        format=pen.format.name,
        target=pen.target.name,
        as_="record",
        select=_OF_A_MESSAGE,
    )
    if not report.ok:
        first = next(f for f in report.findings if f.severity == "error")
        raise BadMessage(f"{first.code} {first.name}: {first.message}", report)
    return taken
