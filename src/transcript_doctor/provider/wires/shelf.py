"""A place for what a server keeps for its clients: bounded, the oldest goes first."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Generic, NamedTuple, TypeVar

from transcript_doctor.provider.wires.writing import packed

Row = TypeVar("Row")
MOST, ROOM = 1_000, 64_000_000
"""How many rows are kept at most, and how many bytes of memory they take together, about."""
_VALUE = 100
"""Bytes that a value takes beside its text."""


class Lost(NamedTuple):
    """Why a request cannot be taken that builds on what is not kept, as its provider says it."""

    status: int
    sentence: str
    body: dict[str, Any]


class Shelf(Generic[Row]):
    """Rows by id, with a bound on their number and on their size in memory."""

    def __init__(self, most: int = MOST, room: int = ROOM) -> None:
        self._rows: OrderedDict[str, tuple[Row, int]] = OrderedDict()
        self._most, self._room, self._size = most, room, 0

    def __len__(self) -> int:
        return len(self._rows)

    def put(self, ident: str, row: Row, *said: Any) -> None:
        """Keep a row, whose size is that of what was said."""
        size = sum(map(_size_of, said))
        self.drop(ident)
        self._rows[ident] = (row, size)
        self._size += size
        while self._rows and (len(self._rows) > self._most or self._size > self._room):
            self.drop(next(iter(self._rows)))

    def get(self, ident: str) -> Row | None:
        """Return a row, None where it is not known, or no longer."""
        found = self._rows.get(ident)
        return found[0] if found is not None else None

    def drop(self, ident: str) -> bool:
        """Forget a row, and tell whether it was known."""
        gone = self._rows.pop(ident, None)
        self._size -= gone[1] if gone is not None else 0
        return gone is not None


def _size_of(value: Any) -> int:
    """Return how many bytes of memory a value of JSON takes, about: small lists cost more than their text."""
    raw = packed(value)
    return len(raw) + _VALUE * (raw.count(b",") + raw.count(b"[") + raw.count(b"{"))
