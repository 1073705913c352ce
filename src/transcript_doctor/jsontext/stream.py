"""A file of JSON lines, read one line at a time, so that memory follows the longest line alone.

A record ends at a line feed and nowhere else. A line that is no single record is searched from both
ends for the whole records in it: crashes cut a record and the next start writes on behind it, and
two writers leave two records on one line. Every search is linear in the line.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator
from json import JSONDecoder
from typing import Any, BinaryIO, NamedTuple

_BOM = b"\xef\xbb\xbf"
_DECODER = JSONDecoder(strict=False)
_GAP = re.compile(r"[ \t\r\n\ufeff,]*+")
_MARKS = re.compile(r'["{}\[\]]')
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_LOOSE = " \t\r\n\ufeff,"
"""What may stand between two records of one line."""
_TRIES = 16  # beginnings of objects that are tried in a stretch that is torn on both sides


class Line(NamedTuple):
    """One line that is not blank: 1-based number, byte offset, the records, whether some is lost."""

    number: int
    offset: int
    records: list[dict[str, Any]]
    torn: bool
    """Whether a stretch of the line could not be read."""
    closed: bool
    """Whether the line ends in a line feed, as all but a last one do."""
    control: bool = False
    """Whether raw control characters stand in it, which no JSON may have."""


def read_lines(stream: BinaryIO, is_record: Callable[[Any], bool]) -> Iterator[Line]:
    """Yield the lines of a stream; `is_record` tells a record from an object inside of one.

    It is asked only where a line is damaged. Bytes that are not UTF-8 become U+FFFD.
    """
    offset = 0
    for number, raw in enumerate(stream, 1):
        size, closed = len(raw), raw.endswith(b"\n")
        text = _text(raw)
        del raw  # of a giant line there shall not be two copies longer than needed
        if text and not text.isspace():
            control = _CONTROL.search(text) is not None
            yield Line(number, offset, *_records(text, is_record), closed, control)
        offset += size


def _text(raw: bytes) -> str:
    raw = raw.removeprefix(_BOM)
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("utf-8", "replace")


class Piece(NamedTuple):
    """A stretch of a line: a record with its text, or one that is torn, whose value is None."""

    value: dict[str, Any] | None
    text: str


def pieces(text: str, is_record: Callable[[Any], bool]) -> list[Piece]:
    """Return the records of a line and what is torn between them, in order; of one record all its text."""
    spans, torn = _spans(text, is_record)
    if not torn and len(spans) == 1:
        return [Piece(spans[0].value, text)]
    found: list[Piece] = []
    at = 0
    for value, start, end in [*spans, _Span(None, len(text), len(text))]:
        between = text[at:start].strip(_LOOSE)
        found += [Piece(None, between)] if between else []
        found += [Piece(value, text[start:end])] if value is not None else []
        at = end
    return found if spans else []


def _records(text: str, is_record: Callable[[Any], bool]) -> tuple[list[dict[str, Any]], bool]:
    """Return the records of a line, and whether a stretch between or around them is lost."""
    spans, torn = _spans(text, is_record)
    return [span.value for span in spans], torn


class _Span(NamedTuple):
    """A record of a line, and where it stands there."""

    value: Any
    start: int
    end: int


def _spans(text: str, is_record: Callable[[Any], bool]) -> tuple[list[_Span], bool]:
    found: list[_Span] = []
    at = _skip(text, 0)
    while at < len(text):
        value, end = _decode(text, at)
        if type(value) is not dict:
            break
        found.append(_Span(value, at, end))
        at = _skip(text, end)
    if at >= len(text):
        return found, False
    last, start = _from_behind(text, at, is_record)
    return [*found, *_islands(text, at, start, is_record), *last], True


def _decode(text: str, at: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None, at


def _skip(text: str, at: int) -> int:
    gap = _GAP.match(text, at)
    return gap.end() if gap else at


def _from_behind(
    text: str, least: int, is_record: Callable[[Any], bool]
) -> tuple[list[_Span], int]:
    """Return the whole records at the end of a line, and where the first of them begins."""
    found: list[_Span] = []
    end = len(text.rstrip(" \t\r\n,"))
    first = end
    for start in _starts_from_behind(text, least):
        value, stop = _decode(text, start)
        if stop != end or not is_record(value):
            break
        found.append(_Span(value, start, stop))
        first = end = start
        while end > least and text[end - 1] in " \t\r\n,":
            end -= 1
    return found[::-1], first


def _starts_from_behind(text: str, least: int) -> Iterator[int]:
    """Yield where the values that end a line begin, the last one first.

    Read backwards, a quote is one of a string's two unless an odd number of backslashes stands
    before it; so brackets can be matched without knowing what the torn beginning was.
    """
    marks = array("q", (found.start() for found in _MARKS.finditer(text, least + 1)))
    depth, inside = 0, False
    for at in reversed(marks):
        char = text[at]
        if char == '"':
            if not _escaped(text, at):
                inside = not inside
        elif not inside:
            depth += 1 if char in "}]" else -1
            if depth == 0:
                yield at
            elif depth < 0:
                return


def _escaped(text: str, at: int) -> bool:
    before = at
    while before and text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1


def _islands(text: str, at: int, end: int, is_record: Callable[[Any], bool]) -> Iterator[_Span]:
    """Yield records between two torn ones; only so many places are tried."""
    for _ in range(_TRIES):
        at = text.find('{"', at + 1, end)
        if at < 0:
            return
        value, stop = _decode(text, at)
        if stop <= end and type(value) is dict and is_record(value):
            yield _Span(value, at, stop)
            at = stop - 1
