"""What lists cost: running sums over counts of single messages, or questions to a counter of lists."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from inspect import signature
from itertools import accumulate
from typing import Any, Protocol

from transcript_doctor.acts.thinking import GONE
from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.wording import cut, named

Count = Callable[[Any], int]
"""A counter: of a message, or of a list of messages."""
_LIST = re.compile(
    r"(<class '|typing\.|collections\.abc\.)?(list|List|(Mutable)?Sequence|Iterable|Collection)\b"
)
_LIST_NAMES = frozenset({"messages", "history", "transcript", "conversation"})


class Meter(Protocol):
    """Tells what is left costs, wherever the list is cut."""

    def cost(self, border: int) -> int:
        """Return the cost of all behind a border, and of what stays in front of it."""
        ...

    def cost_of(self, messages: Sequence[Any]) -> int:
        """Return the cost of a list that may hold what is new."""
        ...

    def passes(self, budget: int) -> bool:
        """Tell whether the whole costs more than a budget."""
        ...

    def start(self, borders: Sequence[int], goal: int) -> int:
        """Return the position of the first border that leaves no more than a goal; borders are in order."""
        ...

    def lighter(self, messages: Sequence[Any]) -> Meter:
        """Return the meter of the same list after some messages have become lighter."""
        ...


class Sums:
    """Counts each message once, from the end on, and no further than somebody asks.

    `stays` are the indices of what is never cut, `free` is how many messages at the head cost nothing.
    """

    def __init__(
        self,
        count: Count,
        messages: Sequence[Any],
        stays: Sequence[int],
        free: int = 0,
        known: dict[int, tuple[Any, int]] | None = None,
    ) -> None:
        self._count, self._messages, self._stays = count, messages, stays
        self._known = {id(m): (m, 0) for m in messages[:free]} if known is None else known
        """Messages by their `id()`, kept alive with what they cost."""
        self._fronts = [*accumulate((self._one(messages[i]) for i in stays), initial=0)]
        self._behind = [0]
        """What the last messages cost: none, one, two ..."""

    def cost(self, border: int) -> int:
        """Return the cost of all behind a border, and of what stays in front of it."""
        count, behind = len(self._messages), self._behind
        while len(behind) <= count - border:
            behind.append(behind[-1] + self._one(self._messages[count - len(behind)]))
        return self._fronts[bisect_left(self._stays, border)] + behind[count - border]

    def cost_of(self, messages: Sequence[Any]) -> int:
        """Return the cost of a list; only what is new in it is counted."""
        return sum(map(self._one, messages))

    def passes(self, budget: int) -> bool:
        """Tell whether the whole costs more than a budget."""
        return any(self.cost(border) > budget for border in range(len(self._messages), -1, -1))

    def start(self, borders: Sequence[int], goal: int) -> int:
        """Return the position of the first border that leaves no more than a goal; borders are in order."""
        at = len(borders)
        while at and self.cost(borders[at - 1]) <= goal:
            at -= 1
        return at

    def lighter(self, messages: Sequence[Any]) -> Sums:
        """Return the meter of the same list after some messages have become lighter."""
        return Sums(self._count, messages, self._stays, known=self._known)

    def _one(self, message: Any) -> int:
        if message is GONE:
            return 0
        known = self._known.get(id(message))
        if known is None:
            known = self._known[id(message)] = (message, number(self._count(message)))
        return known[1]


class Asked:
    """Asks a counter of whole lists, which sees only lists that could be sent; answers are kept."""

    def __init__(self, count: Count, messages: Sequence[Any], stays: Sequence[int]) -> None:
        self._count, self._messages, self._stays = count, messages, stays
        self._kept: dict[int, int] = {}

    def cost(self, border: int) -> int:
        """Return the cost of all behind a border, and of what stays in front of it."""
        if border not in self._kept:
            front = [self._messages[i] for i in self._stays if i < border]
            left = [*front, *self._messages[border:]]
            self._kept[border] = self.cost_of([m for m in left if m is not GONE])
        return self._kept[border]

    def cost_of(self, messages: Sequence[Any]) -> int:
        """Return the cost of a list."""
        return number(self._count(list(messages)))

    def passes(self, budget: int) -> bool:
        """Tell whether the whole costs more than a budget."""
        return self.cost(0) > budget

    def start(self, borders: Sequence[int], goal: int) -> int:
        """Return the position of the first border that leaves no more than a goal; borders are in order."""
        return bisect_left(borders, True, key=lambda border: self.cost(border) <= goal)

    def lighter(self, messages: Sequence[Any]) -> Asked:
        """Return the meter of the same list after some messages have become lighter."""
        return Asked(self._count, messages, self._stays)


def number(value: Any) -> int:
    """Return what a counter gave, or raise `BadOption` where that is no count."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return int(value)
    raise BadOption(f"count must give a whole number from 0 on, not {cut(named(value), 80)!r}")


def counts_lists(count: Any) -> bool:
    """Tell whether a counter takes a list: its parameter is annotated as one, or called `messages`."""
    if count is len:
        return True
    try:
        parameters = list(signature(count).parameters.values())
    except (TypeError, ValueError):  # some callables of other languages show nothing
        return False
    if not parameters:
        return False
    word = str(parameters[0].annotation).strip("'\"")
    return parameters[0].name in _LIST_NAMES or _LIST.match(word) is not None
