"""What is said of a repair, for people: shapes, messages, each change, each loss, what was left alone.

Whatever comes from the transcript is made printable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from transcript_doctor.acts.repair.entries import Change, Loss, Refused
from transcript_doctor.acts.show.diffing import unified
from transcript_doctor.acts.show.shaping import outline_of, shape
from transcript_doctor.acts.show.showing import lines
from transcript_doctor.core.wording import counted

NOTHING = "nothing to repair"
NOTHING_ALLOWED = "nothing that may be repaired"
_AROUND = 60
"""Characters of each text that are shown of messages that stay as they are."""
_MOST_WARNINGS = 20
_NAMES = ("as it is", "repaired")


def differing(given: Any, made: Any, format: str, *, contents: bool) -> str:
    """Return two shapes and what differs; with `contents`, also all of the messages that stay."""
    before, after = (lines(outline_of(each, format)) for each in (given, made))
    cut = None if contents else lines(outline_of(given, format), _AROUND)
    shapes = f"- {shape(given, format=format)}\n+ {shape(made, format=format)}\n"
    return "\n".join([shapes, *unified(before, after, _NAMES, context=cut)])


def notes(
    changes: Sequence[Change], losses: Sequence[Loss], refused: Sequence[Refused]
) -> Iterator[str]:
    """Yield a line for each change, loss and refusal, errors first, then the sums."""
    errors = [left for left in refused if left.finding.severity == "error"]
    warnings = [left for left in refused if left.finding.severity != "error"]
    yield from map(str, [*changes, *losses, *errors, *warnings[:_MOST_WARNINGS]])
    if len(warnings) > _MOST_WARNINGS:
        yield f"left alone: {counted(len(warnings) - _MOST_WARNINGS, 'more warning')}"
    if changes:
        yield f"{counted(len(changes), 'change')}, {counted(len(losses), 'thing')} lost"
