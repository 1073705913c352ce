"""What a summary of an earlier trim looks like, and how it is known again by the next one.

It is nobody's words, wherever it stands: the next summary takes its place, and stands for all that it
stood for.
"""

from __future__ import annotations

import re
from typing import Any

from transcript_doctor.acts.repair import Loss
from transcript_doctor.acts.trim.duty import Duty
from transcript_doctor.core.edit import Edit, apply
from transcript_doctor.core.format import Format, Part
from transcript_doctor.core.outline import USER, Outline
from transcript_doctor.core.wording import counted
from transcript_doctor.place import Place

_LABEL = re.compile(r"\[Summary of ([0-9,]{1,15}) earlier messages?\]\n")


def labelled(text: str, number: int) -> str:
    """Return a summary under its label: true, and nobody's words."""
    return f"[Summary of {counted(number, 'earlier message')}]\n{text}"


def is_summary(message: Any, format: Format) -> bool:
    """Tell whether a message is nothing but a summary of an earlier trim."""
    parts = list(format.parts(message))
    return bool(parts) and all(_number(part) for part in parts)


def stands_for(message: Any, format: Format) -> int:
    """Return how many messages went into one: itself, or those that a summary in it stands for."""
    numbers = [_number(part) for part in format.parts(message)]
    return sum(numbers) + (not numbers or not all(numbers))


def older(outline: Outline, format: Format) -> dict[int, list[Part]]:
    """Return the summaries that were joined to words of the user, by the index of the message."""
    found: dict[int, list[Part]] = {}
    for i, letter in enumerate(outline.letters):
        parts = list(format.parts(outline.messages[i])) if letter == USER else []
        told = [part for part in parts if _number(part)]
        if told and len(told) < len(parts):
            found[i] = told
    return found


def without(outline: Outline, done: Duty, found: dict[int, list[Part]]) -> Duty:
    """Return the messages without the summaries that were joined to them; a new one takes their place."""
    edits = [Edit("drop", (i, *part.place)) for i, parts in found.items() for part in parts]
    if not edits:
        return done
    losses = dict(done.losses)
    for i, parts in found.items():
        gone = [
            Loss(i, Place((*outline.root, i, *p.place)), "the summary before it", p.raw)
            for p in parts
        ]
        losses[i] = [*losses.get(i, ()), *gone]
    return Duty(apply(done.messages, edits), losses, done.stale)


def _number(part: Part) -> int:
    """Return how many messages a part stands for; 0 where it is no summary."""
    found = _LABEL.match(part.text) if isinstance(part.text, str) else None
    digits = found[1].replace(",", "") if found is not None else ""
    return int(digits or 0)
