"""What a repair gives back: the transcript, and all that has to be said of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.acts.repair.entries import Change, Loss, Refused, Where
from transcript_doctor.acts.repair.telling import NOTHING, NOTHING_ALLOWED, differing, notes
from transcript_doctor.acts.repair.trail import Round
from transcript_doctor.core.report import Report

__all__ = ["Change", "Loss", "Refused", "Repair", "Where"]


class Repair(NamedTuple):
    """What a repair did. Nothing to do: `transcript` is the very object that was given."""

    transcript: Any
    """The transcript, of the kind that was given."""
    messages: list[Any]
    """The list of messages in it."""
    changes: tuple[Change, ...]
    losses: tuple[Loss, ...]
    refused: tuple[Refused, ...]
    report: Report
    """The check of the outcome."""
    came_from: tuple[int | None, ...]
    """For each message, its index in the list that was given; None for one that was added."""
    given: Any = None
    """The very object that was given."""
    trail: tuple[Round, ...] = ()
    """The rounds that it took, by which places in the outcome are found in what was given."""

    def shown(self, *, contents: bool = False) -> str:
        """Return the shapes and what differs; with `contents`, also all of the messages that stay."""
        if self.transcript is self.given:
            return NOTHING if self.report.ok else NOTHING_ALLOWED
        return differing(self.given, self.transcript, self.report.format, contents=contents)

    def told(self) -> list[str]:
        """Return a line for each change, loss and refusal, and the sums, escaped."""
        return list(notes(self.changes, self.losses, self.refused))

    def __str__(self) -> str:
        """Return what the command prints of it, escaped."""
        return "\n".join([self.shown(), *self.told()])

    def __repr__(self) -> str:
        """Return a short form for people who debug."""
        sums = f"{len(self.changes)} changes, {len(self.losses)} losses, {len(self.refused)} left alone"
        return f"<repair: {sums}; {self.report!r}>"
