"""Calls and results that bear no id, or one that is no text: whom they belong to, where that leaves no doubt.

An id that stands on both sides wins, wherever the two stand. Only what no id ties to anything is then
told by elimination: inside one exchange by a tool's name that stands once on each side, else by order
where as many calls as results are left; over the whole history where one of each is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeVar

from transcript_doctor.core.matching import Pair, position
from transcript_doctor.core.outline import Call, Outline, Result

_Row = TypeVar("_Row", Call, Result)
_ID_OF = attrgetter("id")
Group = tuple[list[Call], list[Result]]
"""The calls of an exchange with the results that stand where its results belong."""


class Unnamed:
    """The rows of an outline, those without an id under one that stands for it in the matching."""

    def __init__(self, outline: Outline) -> None:
        self._real: dict[int, tuple[Call | Result, Call | Result]] = {}
        """What stands for a row of the outline, with that row, by the `id()` of the former."""
        self._made = 0
        rows: list[Call | Result] = [*outline.calls, *outline.results]
        borne = [row.id for row in rows if row.id]
        self._mark = "\0" * (1 + max((len(i) - len(i.lstrip("\0")) for i in borne), default=0))
        """What no id of the outline begins with."""
        odd = _odd_ids(outline)
        self.calls = [self._named(row, odd.get(id(row))) for row in outline.calls]
        self.results = [self._named(row, odd.get(id(row))) for row in outline.results]

    def _named(self, row: _Row, ident: str | None) -> _Row:
        return row if row.id else self._bearing(row, ident or self._new())

    def _new(self) -> str:
        self._made += 1
        return f"{self._mark}{self._made}"

    def _bearing(self, row: _Row, ident: str) -> _Row:
        made = copy(row)
        made.id = ident
        self._real[id(made)] = (made, self._row(row))
        return made

    def tie(self, pairs: Iterable[Pair]) -> None:
        """Give both sides of some pairs one id that nobody else bears."""
        tied: dict[int, str] = {}
        for pair in pairs:
            ident = self._new()
            tied.update((id(row), ident) for row in pair)
        self.calls = [self._again(row, tied) for row in self.calls]
        self.results = [self._again(row, tied) for row in self.results]

    def _again(self, row: _Row, tied: dict[int, str]) -> _Row:
        ident = tied.get(id(row))
        return row if ident is None else self._bearing(row, ident)

    def real(self, found: Any) -> Any:
        """Return rows, tuples and lists of them, with the outline's own rows in the place of others."""
        if isinstance(found, list):
            return [self.real(one) for one in found]
        return tuple(map(self.real, found)) if isinstance(found, tuple) else self._row(found)

    def _row(self, found: Any) -> Any:
        known = self._real.get(id(found))
        return found if known is None else known[1]

    def pairs_in(
        self, groups: Iterable[Group], calls: Sequence[Call], results: Sequence[Result]
    ) -> list[Pair]:
        """Return what belongs together by elimination among open `calls` and loose `results`."""
        is_open, is_loose = set(map(id, calls)), set(map(id, results))
        pairs: list[Pair] = []
        for asked, given in groups:
            asked = [call for call in asked if id(call) in is_open]
            given = [result for result in given if id(result) in is_loose]
            pairs += self._eliminated(asked, given)
        taken = {id(row) for pair in pairs for row in pair}
        asked = [call for call in calls if id(call) not in taken]
        given = [result for result in results if id(result) not in taken]
        last = list(zip(asked, given, strict=False)) if len(asked) == len(given) == 1 else []
        return pairs + [pair for pair in last if self._lack_both(*pair)]

    def _lack_both(self, call: Call, result: Result) -> bool:
        """Tell whether neither bears an id, and the result stands behind the call."""
        bare = not (self._row(call).id or self._row(result).id)
        return bare and position(call) < position(result)

    def _eliminated(self, calls: list[Call], results: list[Result]) -> list[Pair]:
        """Return who answers whom in one exchange; both sides bear no id that is of use."""
        pairs = [pair for pair in _by_name(calls, results) if self._may_meet(*pair)]
        taken = {id(row) for pair in pairs for row in pair}
        calls = [call for call in calls if id(call) not in taken]
        results = [result for result in results if id(result) not in taken]
        rest = list(zip(calls, results, strict=False))
        if len(calls) == len(results) and all(self._may_meet(*pair) for pair in rest):
            pairs += rest
        return pairs

    def _may_meet(self, call: Call, result: Result) -> bool:
        """Tell whether nothing speaks against a pair: two ids, or two names of tools, that differ."""
        if call.name and result.name and call.name != result.name:
            return False
        return not (self._row(call).id and self._row(result).id)


def groups_of(calls: Sequence[Call], results: Sequence[Result]) -> list[Group]:
    """Return open calls in a row with the loose results behind them, where results may stand anywhere."""
    groups: list[Group] = []
    rows: list[Call | Result] = sorted([*calls, *results], key=position)
    for is_call, run in groupby(rows, lambda row: isinstance(row, Call)):
        if is_call:
            groups.append(([row for row in run if isinstance(row, Call)], []))
        elif groups:
            groups[-1][1].extend(row for row in run if isinstance(row, Result))
    return groups


def lacks_ids(outline: Outline) -> bool:
    """Tell whether a call or a result has no id that is a text."""
    return not (all(map(_ID_OF, outline.calls)) and all(map(_ID_OF, outline.results)))


def _by_name(calls: Sequence[Call], results: Sequence[Result]) -> list[Pair]:
    """Return pairs of a tool that was called once and answered once."""
    asked, given = (Counter(row.name for row in rows) for rows in (calls, results))
    once = {call.name: call for call in calls if call.name and asked[call.name] == 1}
    found = ((once.get(row.name or ""), row) for row in results if given[row.name] == 1)
    return [(call, row) for call, row in found if call is not None]


def _odd_ids(outline: Outline) -> dict[int, str]:
    """Return the ids that are numbers, as text, by the `id()` of their rows."""
    notes = [note for note in outline.noted.get("I001", ()) if note.values.get("value")]
    rows: list[Call | Result] = [*outline.calls, *outline.results] if notes else []
    there = {row.place: row for row in rows}
    found: dict[int, str] = {}
    for note in notes:
        spot = (note.message, *note.part)
        above = (there.get(spot[:end]) for end in range(len(spot), 0, -1))
        row = next((row for row in above if row is not None), None)
        if row is not None:
            found[id(row)] = note.values["value"]
    return found
