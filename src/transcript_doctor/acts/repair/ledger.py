"""The books of a repair: everything that was said, before and after, and what became of the difference.

Two lists are compared by what their parts say, line by line, never by how they are wrapped. Messages
that both lists share are not looked at, so that the books cost as much as what was changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from transcript_doctor.acts.repair.quotations import match_quotations, quoted_by
from transcript_doctor.acts.repair.repeats import repeats
from transcript_doctor.acts.repair.tally import Tally
from transcript_doctor.acts.repair.units import ANY, Sayings, Unit
from transcript_doctor.core.answers import FAILED, MARKERS, RETURNED_NOTHING, WRITTEN
from transcript_doctor.core.format import Part


class Side(NamedTuple):
    """One state of the list: its messages, the letter of who speaks in each, and what they say."""

    messages: Sequence[Any]
    roles: str
    sayings: Sayings
    origins: Sequence[int | None] = ()
    """For each message of the later side, its index on the earlier one; None for one that was added."""

    def units(self, message: int) -> list[Unit]:
        """Return what one message says, line by line."""
        return self.sayings.units(self.messages[message], self.roles[message])


_BLANK = Unit("result", ANY, "")
OF_NOTHING = (RETURNED_NOTHING, FAILED)
"""What is written where a result held nothing."""
_ACTS = frozenset({"call", "name", "result"})
"""Kinds of units that tell what was done, not what was said."""
_SPOKEN = _ACTS | {"text"}
"""Kinds of units that are listed as what they are, not by their line alone."""
_DOUBLES = frozenset({"P002", "P004", "P009", "I003", "I004", "S103", "R007"})
"""Rules that drop what is there twice."""


class Books:
    """What left and what came between two states of a list, as far as nothing accounts for it."""

    def __init__(self, before: Side, after: Side) -> None:
        self._before, self._after = before, after
        self.missing, self.added = Tally(), Tally()
        self._reported = Counter[Unit]()
        self._loose: list[str] = []
        """Lines of what is listed as lost, whoever said them."""
        old, new = set(map(id, before.messages)), set(map(id, after.messages))
        for side, other, tally in ((before, new, self.missing), (after, old, self.added)):
            for message, role in zip(side.messages, side.roles, strict=True):
                if id(message) not in other:
                    tally.update(side.sayings.units(message, role))
        self._count_shared()
        self.missing.settle(self.added)

    def _count_shared(self) -> None:
        """A message that stands there twice may stand there once afterwards: that counts too."""
        old = Counter(map(id, self._before.messages))
        new = Counter(map(id, self._after.messages))
        if len(old) == len(self._before.messages) and len(new) == len(self._after.messages):
            return
        for side, mine, other, tally in (
            (self._before, old, new, self.missing),
            (self._after, new, old, self.added),
        ):
            for message, role in zip(side.messages, side.roles, strict=True):
                extra = mine[id(message)] - other[id(message)]
                if extra > 0 and other[id(message)]:
                    mine[id(message)] -= 1
                    tally.update(side.sayings.units(message, role))

    def report(self, lost: Iterable[Unit]) -> None:
        """Take what is listed as lost off what is missing; `?` stands for any kind and any speaker."""
        for unit in lost:
            self._reported[unit] += 1
            if self.missing.take(unit):
                continue
            if unit.kind == "text":  # a quotation that this repair wrote, and that leaves again
                self.missing.subtract(quoted_by(unit.line, self.missing))
            elif unit.kind not in _ACTS:  # it may have been another kind of part
                self._loose.append(unit.line)

    def explain(self, codes: frozenset[str], written: frozenset[str]) -> None:
        """Take off what needs no word: quoted, said by another kind of part, a marker, or there twice.

        `codes` are the rules whose faults were healed, `written` the marks that their target documents.
        """
        quoted = match_quotations(self.missing, self.added)
        for unit in self.missing:
            if self.missing[unit] > 0:
                self._rephrased(unit)
        if codes & _DOUBLES and not self.missing.is_even:
            self._doubled(quoted)
        if not self.missing.is_even:
            self._repeated()
        for line in self._loose:
            self.missing.take_line(line)
        self.missing[_BLANK] -= sum(n for u, n in self.added.items() if u.line in OF_NOTHING)
        for unit in self.added:
            if unit.line in WRITTEN or unit.line in written or unit.line == "":
                self.added[unit] = 0
        self.missing.tidy()
        self.added.tidy()

    def _rephrased(self, unit: Unit) -> None:
        """Take off what another kind of part says now, and results that only said that there is none."""
        loose = unit.who == ANY or unit.kind == "other"
        if loose and unit.kind not in _ACTS:
            while self.missing[unit] > 0 and self.added.take_line(unit.line):
                self.missing[unit] -= 1
        if unit.kind == "result":
            # What a quoted result showed stands beside its text.
            shown = Unit("media", "u", unit.line)
            while self.missing[unit] > 0 and self.added.take(shown):
                self.missing[unit] -= 1
            if unit.line.rstrip(".").lower() in MARKERS:
                self.missing[unit] = 0

    def _repeated(self) -> None:
        """Take off turns and results that stood there twice, and stand there still, or are listed once."""
        for i, is_there in repeats(self._before.messages, self._after.origins):
            units = self._before.units(i)
            acts = any(unit.kind in _ACTS for unit in units)
            if acts and (is_there or all(self._reported[unit] for unit in units)):
                for unit in units:
                    self.missing.take(unit)

    def _doubled(self, quoted: Collection[Unit]) -> None:
        """Take off what a rule dropped because it is there, is quoted or is listed as lost all the same."""
        after = self._after
        there = Counter(chain.from_iterable(map(after.units, range(len(after.messages)))))
        there += self._reported
        there[_BLANK] += sum(there[Unit("result", ANY, line)] for line in OF_NOTHING)
        loose = set(self._loose)
        for unit in self.missing:
            listed = unit.line in loose and unit.kind not in _SPOKEN
            if there[unit] > 0 or unit in quoted or listed:
                self.missing[unit] = 0

    def parts_missing(self) -> Iterator[tuple[Unit, int, Part]]:
        """Yield what is still missing, with the index of its message and its part, as often as it is."""
        missing = Tally(self.missing)
        kept = set(map(id, self._after.messages)) if missing else set()
        for i, message in enumerate(self._before.messages if missing else ()):
            if id(message) in kept:
                continue
            for unit, part in self._before.sayings.of(message, self._before.roles[i]):
                if missing.take(unit):
                    yield unit, i, part
