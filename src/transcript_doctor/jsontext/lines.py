"""Which line of the file a place stands on: worked out only when a report asks.

A descent from the root to the place: the children of each container on the way are found once and
kept, and whatever lies beside the way is skipped by the decoder at the speed of C. The cost is the
size of the containers on the way, however many places are asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from json import JSONDecoder
from typing import TypeAlias

from transcript_doctor.jsontext.fault import skip
from transcript_doctor.jsontext.values import Record

_BLOCK = 4096  # characters between two counts of line feeds
_DEEPEST = 100  # steps of a place; each may cost a scan of what is below it
_DECODER = JSONDecoder(strict=False)

Children: TypeAlias = "dict[str, int] | array[int]"


class Lines:
    """Lines of the places in one record, or in a list of records whose index comes first."""

    def __init__(self, records: Record | Sequence[Record]) -> None:
        self._one = _RecordLines(records) if isinstance(records, Record) else None
        self._records = () if isinstance(records, Record) else records
        self._made: dict[int, _RecordLines] = {}

    def line(self, place: tuple[str | int, ...]) -> int:
        """Return the 1-based line where the value at the place begins.

        Of a place that is not there, the line of the nearest container that is.
        """
        if self._one:
            return self._one.line(place)
        if not self._records:
            return 1
        index = place[0] if place else 0
        if not isinstance(index, int) or not 0 <= index < len(self._records):
            return self._records[0].line
        if index not in self._made:
            self._made[index] = _RecordLines(self._records[index])
        return self._made[index].line(place[1:])


class _RecordLines:
    """The text of one record, with the offsets of the children of the containers seen so far."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._on_one_line = record.source.find(b"\n", record.offset, record.end) < 0
        self._children: dict[int, Children] = {}

    def line(self, place: tuple[str | int, ...]) -> int:
        if self._on_one_line:
            return self._record.line
        at = self._root
        for step in place[:_DEEPEST]:
            child = _child(self._children_of(at), step)
            if child is None:
                break
            at = child
        return self._record.line + self._feeds_before(at) - self._feeds_before(self._root)

    @cached_property
    def _text(self) -> str:
        return self._record.text

    @cached_property
    def _root(self) -> int:
        return skip(self._text, 0)

    @cached_property
    def _counts(self) -> list[int]:
        text = self._text
        starts = range(0, len(text), _BLOCK)
        return list(accumulate((text.count("\n", at, at + _BLOCK) for at in starts), initial=0))

    def _feeds_before(self, at: int) -> int:
        block = at // _BLOCK
        return self._counts[block] + self._text.count("\n", block * _BLOCK, at)

    def _children_of(self, at: int) -> Children:
        found = self._children.get(at)
        if found is None:
            try:
                found = _scan(self._text, at)
            except RecursionError:  # read with more stack left than there is now
                found = {}
            self._children[at] = found
        return found


def _child(children: Children, step: str | int) -> int | None:
    if isinstance(children, dict):
        return children.get(step) if isinstance(step, str) else None
    if isinstance(step, int) and 0 <= step < len(children):
        return children[step]
    return None


def _scan(text: str, at: int) -> Children:
    """Where the children of the value at an index begin; a value without children has none."""
    if text[at] == "{":
        return _members(text, at)
    return _elements(text, at) if text[at] == "[" else {}


def _members(text: str, at: int) -> dict[str, int]:
    found: dict[str, int] = {}
    at = skip(text, at + 1)
    while text[at] != "}":
        key, at = _DECODER.raw_decode(text, at)
        at = skip(text, skip(text, at) + 1)
        found[key] = at  # of two equal keys the last, as in the value itself
        at = _next(text, at)
    return found


def _elements(text: str, at: int) -> array[int]:
    found = array("q")
    at = skip(text, at + 1)
    while text[at] != "]":
        found.append(at)
        at = _next(text, at)
    return found


def _next(text: str, at: int) -> int:
    """Skip one value and the comma after it."""
    at = skip(text, _DECODER.raw_decode(text, at)[1])
    return skip(text, at + 1) if text[at] == "," else at
