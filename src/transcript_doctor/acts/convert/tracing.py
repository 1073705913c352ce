"""Tracing: where what a conversion, or a repair before it, speaks of stands in what the caller gave."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from transcript_doctor.acts.convert.memory import Segment
from transcript_doctor.acts.repair import Change, Loss
from transcript_doctor.acts.repair.entries import Where
from transcript_doctor.acts.repair.trail import Round, Spot, given_at
from transcript_doctor.core.speech import Piece
from transcript_doctor.place import Place, Steps


class Tracer:
    """The way back from the list at the target, over the sound one, to the one that was given."""

    def __init__(
        self,
        segments: Sequence[Segment],
        pieces: Mapping[int, tuple[Any, Piece]],
        trail: Sequence[Round],
        root: Steps,
        there: Steps,
    ) -> None:
        self._pieces, self._trail = pieces, trail
        self._root, self._there = root, there
        """Where the list stands in the request that was given, and in the one at the target."""
        self._segments = segments
        self._made = [message for segment in segments for message in segment.made]
        self._ends = list(accumulate(len(segment.made) for segment in segments))
        self._given = [0, *accumulate(len(segment.given) for segment in segments)]
        given = [message for segment in segments for message in segment.given]
        self._same = {id(message): i for i, message in enumerate(given)}

    def change(self, change: Change) -> Change:
        """Return a change at the target with its place in what was given."""
        found = self._where(change.place, change.added)
        return change if found is None else replace(change, where=found)

    def loss(self, loss: Loss) -> Loss:
        """Return what was lost at the target with its place in what was given."""
        found = self._where(loss.place, loss.index is None)
        return loss if found is None else replace(loss, index=found.index, place=found.place)

    def _where(self, place: Place, added: bool) -> Where | None:
        steps: Steps = tuple(place)[len(self._there) :]
        if place[: len(self._there)] != self._there or not steps or not isinstance(steps[0], int):
            return None
        sound, whole = self._back(steps[0], steps[1:])
        spot = given_at(self._trail, sound)
        added = spot.added or (added and whole)
        return Where.of(Spot(spot.steps, added), self._root)

    def _back(self, index: int, part: Steps) -> tuple[Steps, bool]:
        """Return where something stood in the sound list, and whether no more than its message is known."""
        found = bisect_right(self._ends, index)
        if found == len(self._segments):
            return (self._given[-1],), True
        node = self._made[index]
        segment, first = self._segments[found], self._given[found]
        if (same := self._same.get(id(node))) is not None:
            return (same, *part), not part
        for step in part:
            known = self._pieces.get(id(node))
            if known is not None:
                return known[1].place, False
            node = _below(node, step)
        known = self._pieces.get(id(node))
        if known is not None:
            return known[1].place, False
        offset = index - (self._ends[found] - len(segment.made))
        return (first + min(offset, max(len(segment.given) - 1, 0)),), True


def _below(value: Any, step: str | int) -> Any:
    try:
        return value[step]
    except (LookupError, TypeError):
        return None
