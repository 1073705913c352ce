"""Matching calls with results: inside one exchange, and over what the exchanges leave.

Nothing here knows a law beyond the way of pairing (`by`); `core.pairing` decides which rows are put
together. Every function takes time in proportion to the rows it is given (a sort apart).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.target import By

Pair: TypeAlias = tuple[Call, Result]
_Row = TypeVar("_Row", Call, Result)


class Matched(NamedTuple):
    """The pairs of one exchange, and what is left of either side, in the order given."""

    pairs: list[Pair]
    extra: list[Result]
    missing: list[Call]


def position(row: Call | Result) -> tuple[int, ...]:
    """Return where a row stands among all rows: its message, then the indices inside it."""
    part = row.part
    if len(part) == 2 and type(part[1]) is int:  # the usual part, said without a loop
        return (row.message, part[1])
    return (row.message, *(step for step in row.part if isinstance(step, int)))


def by_message(rows: Iterable[_Row]) -> dict[int, list[_Row]]:
    """Return rows, which stand in reading order, by their message."""
    return {message: list(group) for message, group in groupby(rows, attrgetter("message"))}


def match(
    calls: Sequence[Call],
    results: Sequence[Result],
    by: By,
    claimed: Collection[str] = frozenset(),
    owned: Collection[int] = frozenset(),
) -> Matched:
    """Pair the calls of one exchange with the results that stand where results belong.

    By name, a result of a `claimed` id is never taken for that of a call of another id, for it is
    known whose it is, and no call of `owned` (by `id()` of the row), whose own result stands elsewhere,
    takes one that is not its own.
    """
    found = Matched([], list(results), list(calls))
    if not calls or not results:
        return found
    if len(calls) == len(results) == 1 and by in ("id", "exact") and calls[0].id and results[0].id:
        # The usual exchange, said without the rounds below.
        same = calls[0].id == results[0].id
        return Matched([(calls[0], results[0])], [], []) if same else found
    if by in ("id", "exact", "name", "count"):
        found = _round(found, "id")
    if by == "name":
        return _by_name(found, claimed, owned)
    return found if by in ("id", "exact") else _in_order(found, found.missing, found.extra)


def _by_name(found: Matched, claimed: Collection[str], owned: Collection[int]) -> Matched:
    known = [row for row in found.extra if row.id and row.id in claimed]
    loose = [row for row in found.extra if not (row.id and row.id in claimed)]
    served = [call for call in found.missing if id(call) in owned]
    asking = [call for call in found.missing if id(call) not in owned]
    found = _round(Matched(found.pairs, loose, asking), "name")
    found = _in_order(found, found.missing, found.extra)
    extra = sorted([*found.extra, *known], key=position)
    return Matched(found.pairs, extra, sorted([*found.missing, *served], key=position))


def _round(found: Matched, key: Literal["id", "name"]) -> Matched:
    """Pair rows of one key in order, so that two calls of one id take two results of that id."""
    waiting: dict[str, list[Call]] = {}
    for call in reversed(found.missing):
        if (value := getattr(call, key)) is not None:
            waiting.setdefault(value, []).append(call)
    pairs, extra, taken = found.pairs, [], set()
    for result in found.extra:
        queue = waiting.get(getattr(result, key))
        if queue:
            call = queue.pop()
            taken.add(id(call))
            pairs.append((call, result))
        else:
            extra.append(result)
    return Matched(pairs, extra, [call for call in found.missing if id(call) not in taken])


def _in_order(found: Matched, calls: Sequence[Call], results: Sequence[Result]) -> Matched:
    """Pair some of the rows that are left by their order alone."""
    pairs = list(zip(calls, results, strict=False))
    if not pairs:
        return found
    taken = {id(row) for pair in pairs for row in pair}
    return Matched(
        found.pairs + pairs,
        [result for result in found.extra if id(result) not in taken],
        [call for call in found.missing if id(call) not in taken],
    )


class Found(NamedTuple):
    """What a search over the whole history made of calls and results that do not meet."""

    after: list[Pair]
    """A result that stands somewhere behind its call."""
    before: list[Pair]
    """A result that stands in front of its call."""
    doubles: list[tuple[Result, Result]]
    """A further result, and the first one for the same call."""
    orphans: list[Result]
    open: list[Call]


class _Turn:
    """The calls of one key in one turn, and how many of them were taken."""

    __slots__ = ("calls", "number", "taken")

    def __init__(self, number: int) -> None:
        self.number, self.taken = number, 0
        self.calls: list[Call] = []

    @property
    def is_served(self) -> bool:
        """Whether none of them is open."""
        return self.taken == len(self.calls)

    def take(self) -> Call:
        """Return the first open one, which is taken then."""
        self.taken += 1
        return self.calls[self.taken - 1]

    def open(self) -> list[Call]:
        """Return those that nobody took."""
        return self.calls[self.taken :]


def search(
    calls: Sequence[Call],
    loose: Sequence[Result],
    answered: Mapping[int, Result],
    turns: Sequence[int],
    by: By,
    *,
    older: bool,
) -> Found:
    """Look in the whole history for the calls of loose results.

    `answered` holds the results of calls (by `id()` of the row) that have one already, `turns` the
    number of each message's turn. A result belongs to the newest turn before it that bears its key,
    for ids come back; `older` lets it go to an earlier turn when that one is served. Only when no
    turn before it bears the key is it taken for one that stands in front of its call.
    """
    shared = {_key(row, by) for row in loose}
    shared.intersection_update([_key(call, by) for call in calls])
    # What shares its key with nothing on the other side needs no search.
    found = Found([], [], [], [], [])
    found.orphans.extend(row for row in loose if _key(row, by) not in shared)
    found.open.extend(
        c for c in calls if id(c) not in answered and not (shared and _key(c, by) in shared)
    )
    if shared:
        rows: list[Call | Result] = [*calls, *loose]
        rows = sorted((row for row in rows if _key(row, by) in shared), key=position)
        _search(found, rows, answered, turns, by, older=older)
    found.orphans.sort(key=position)
    found.open.sort(key=position)
    return found


def _search(
    found: Found,
    rows: Iterable[Call | Result],
    answered: Mapping[int, Result],
    turns: Sequence[int],
    by: By,
    *,
    older: bool,
) -> None:
    """Do what `search` says with rows in reading order whose keys stand on both sides."""
    stacks: dict[str | None, list[_Turn]] = {}
    first: dict[str | None, Result] = {}
    early: list[Result] = []
    for row in rows:
        key = _key(row, by)
        if isinstance(row, Call):
            turn = _turn(stacks.setdefault(key, []), turns[row.message])
            if (answer := answered.get(id(row))) is None:
                turn.calls.append(row)
            else:
                first[key] = answer
        elif key not in stacks:
            early.append(row)
        elif (call := _newest(stacks[key], older)) is not None:
            found.after.append((call, row))
            first[key] = row
        else:
            found.doubles.append((row, first[key]))
    _place_early(found, stacks, early, by)


def _turn(stack: list[_Turn], number: int) -> _Turn:
    """Return the turn of a number, which is the newest one or a new one."""
    if not stack or stack[-1].number != number:
        stack.append(_Turn(number))
    return stack[-1]


def _newest(stack: list[_Turn], older: bool) -> Call | None:
    """Take an open call of the newest turn, or of an older one where that is allowed."""
    while older and len(stack) > 1 and stack[-1].is_served:
        stack.pop()
    return None if stack[-1].is_served else stack[-1].take()


def _place_early(
    found: Found, stacks: Mapping[str | None, list[_Turn]], early: Iterable[Result], by: By
) -> None:
    """Give results that stand in front of every call of their key to the first open one."""
    waiting = {key: [c for turn in stack for c in turn.open()] for key, stack in stacks.items()}
    for queue in waiting.values() if early else ():
        queue.reverse()
    for result in early:
        queue = waiting.get(_key(result, by), [])
        if queue:
            found.before.append((queue.pop(), result))
        else:
            found.orphans.append(result)
    found.open.extend(call for queue in waiting.values() for call in queue)


def _key(row: Call | Result, by: By) -> str | None:
    return row.id if row.id is not None or by != "name" else f"\0name {row.name}"
