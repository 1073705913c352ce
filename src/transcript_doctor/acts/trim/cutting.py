"""Cutting at one of the borders: which are there, what each leaves costs, and which is taken."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from transcript_doctor.acts.trim.metering import Meter
from transcript_doctor.acts.trim.searching import Search
from transcript_doctor.acts.trim.trials import Added, Bench, Trial
from transcript_doctor.core.outline import Outline


class Cutting:
    """All ways to cut one list from the front: at each border, what stays in front of it stays."""

    def __init__(
        self, bench: Bench, meter: Meter, borders: Sequence[int], outline: Outline, first: int
    ) -> None:
        self._bench, self.meter, self.borders = bench, meter, borders
        self.outline, self.first = outline, first
        """The outline of the whole, and the index of the first message that may go."""
        self.search = Search(borders, self._kind, self.trial)

    def trial(self, border: int, added: Added | None = None) -> Trial:
        """Return the trial of a border."""
        return Trial(self._bench, border, added)

    def cost(self, trial: Trial) -> int:
        """Return what is left costs."""
        return self.meter.cost_of(trial.messages)

    def within(self, goal: int, least: Trial) -> Trial:
        """Return the cut that keeps most within a budget; `least` where none is."""
        start = self.meter.start(self.borders, goal)
        end = bisect_left(self.borders, least.border) + 1
        return self.search.first(start, end) or least

    def cut_by(self, trial: Trial) -> list[int]:
        """Return the indices of the messages that a cut takes away."""
        stays = set(self._bench.stays)
        return [i for i in range(self.first, trial.border) if i not in stays]

    def next_kept(self, trial: Trial) -> int:
        """Return the index of the message that comes to stand where the first one was cut."""
        stays = self._bench.stays
        behind = bisect_left(stays, self.first)
        return (
            stays[behind] if behind < len(stays) and stays[behind] < trial.border else trial.border
        )

    @property
    def messages(self) -> list[Any]:
        """The messages of the whole, each as it would be sent once something is cut."""
        return self._bench.duty.messages

    def before(self) -> int | None:
        """Return the index of the message in front of the first that may go."""
        return self.first - 1 if self.first else None

    def _kind(self, border: int) -> str:
        """Return what stands on both sides of a border, as letters."""
        letters, stays = self.outline.letters, self._bench.stays
        at = bisect_left(stays, border)
        front: Any = letters[stays[at - 1]] if at else ""
        return f"{front}|{letters[border : border + 1]}"
