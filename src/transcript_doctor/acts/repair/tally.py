"""Tallies: how often what was said is missing, or is new; found by what it is, or by its line alone."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from transcript_doctor.acts.repair.units import Unit


class Tally(Counter[Unit]):
    """Units with how often each is meant; what is taken off may leave it at nothing, never below."""

    def take(self, unit: Unit) -> bool:
        """Take one of a unit; False where there is none."""
        if self[unit] <= 0:
            return False
        self[unit] -= 1
        return True

    def take_line(self, line: str) -> bool:
        """Take one unit with a line, whoever said it; all units are there before the first is taken."""
        return any(self.take(unit) for unit in self._by_line.get(line, ()))

    def settle(self, other: Tally) -> None:
        """Take off both tallies what stands in both."""
        same = self & other
        self.subtract(same)
        other.subtract(same)
        for tally in (self, other):
            for unit in same:
                if not tally[unit]:
                    del tally[unit]

    def tidy(self) -> None:
        """Forget the units of which nothing is left."""
        for unit in [unit for unit, times in self.items() if times <= 0]:
            del self[unit]

    @property
    def is_even(self) -> bool:
        """Whether nothing is left."""
        return all(times <= 0 for times in self.values())

    @cached_property
    def _by_line(self) -> dict[str, list[Unit]]:
        found: dict[str, list[Unit]] = {}
        for unit in self:
            found.setdefault(unit.line, []).append(unit)
        return found
