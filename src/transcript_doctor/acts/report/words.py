"""Words that several writers share: the summary of a run, lists that end in `(7 more)`."""

from __future__ import annotations

from collections.abc import Sequence

from transcript_doctor.acts.report.entry import Tally
from transcript_doctor.core.safety import IN_WORDS
from transcript_doctor.core.transcript import State
from transcript_doctor.core.wording import counted

FIXES = IN_WORDS
"""What the classes of fixes mean, in a report for people."""


STATES: dict[State, str] = {
    "whole": "at rest",
    "running": "unfinished: it ends without an answer, which may still come",
    "paused": "paused: it waits for a person",
    "interrupted": "interrupted: a person or an error stopped it",
}
"""How a session rests, in a report for people."""


def summary(tally: Tally) -> str:
    """Return the sums of a run in one line."""
    what = ", ".join(
        f"{count} {word}"
        for count, word in (
            (tally.health.healthy, "healthy"),
            (tally.health.sick, "with errors"),
            (tally.health.warned, "with warnings only"),
        )
        if count
    )
    line = f"{counted(tally.transcripts, 'transcript')}: {what or 'nothing to check'}"
    found = " and ".join(
        counted(count, word)
        for count, word in (
            (tally.errors.total(), "error"),
            (tally.warnings.total(), "warning"),
        )
        if count
    )
    line += f" ({found})" if found else ""
    if tally.unreadable:
        line += f"; {counted(len(tally.unreadable), 'place')} could not be read"
    if tally.passed_over:
        line += f"; {counted(tally.passed_over, 'file')} passed over (no transcript)"
    return line


def some(names: Sequence[str], most: int, first: str | None = None) -> str:
    """Return names joined by commas, at most so many; `first` comes first if it is among them."""
    ordered = [first, *(n for n in names if n != first)] if first in names else list(names)
    words = ", ".join(name for name in ordered[:most] if name is not None)
    return words if len(ordered) <= most else f"{words}, ... ({len(ordered) - most} more)"
