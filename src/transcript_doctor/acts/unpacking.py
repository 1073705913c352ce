"""From a text that was read to the transcripts in it: one value, one a line, or one message a line.

People keep histories as a bare list, as a request body, as a batch of either, or as a log line
around one. What is found keeps the way back to its line in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from transcript_doctor.catalog import FORMATS
from transcript_doctor.jsontext import Document, Lines, Record
from transcript_doctor.place import Place, Steps

_WRAPPERS = ("body", "request", "params", "payload")
"""Keys under which logs and batch files keep a request body."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """One transcript of a file: its value, the line where it begins, the way back to its lines."""

    value: Any
    line: int
    lines: Lines
    prefix: Steps = ()
    """Where the value stands below what `lines` knows."""

    def line_of(self, place: Place) -> int:
        """Return the 1-based line in the file of a place of a report on the value."""
        drop = 0
        if isinstance(self.value, list):
            drop = 1
        elif isinstance(self.value, dict) and "role" in self.value and not is_body(self.value):
            drop = 2
        return self.lines.line((*self.prefix, *place[drop:]))


def is_body(value: Any) -> bool:
    """Tell whether a value is a request body of some format."""
    return isinstance(value, dict) and any(f.listing(value) is not None for f in FORMATS.values())


def is_transcript(value: Any) -> bool:
    """Tell whether a value plainly is a transcript, for files that nobody named one by one."""
    if isinstance(value, dict):
        listings = [f.listing(value) for f in FORMATS.values()]
        lists = [listing.messages for listing in listings if listing is not None]
        return any(_has_messages(messages) or "model" in value for messages in lists)
    return isinstance(value, list) and _has_messages(value)


def _has_messages(values: list[Any]) -> bool:
    if any(isinstance(value, dict) and isinstance(value.get("role"), str) for value in values):
        return True
    return any(format.why(values) is not None for format in FORMATS.values())


def unpack(document: Document) -> list[Unpacked]:
    """Return the transcripts of a text, in its order."""
    records = document.records
    if len(records) == 1:
        return list(_from_one(records[0]))
    if not any(_holds_transcript(record.value) for record in records):
        return [_from_messages(records)]
    found: list[Unpacked] = []
    for loose, run in groupby(records, lambda record: not _holds_transcript(record.value)):
        if loose:
            found.append(_from_messages(list(run)))
        else:
            found += (one for record in run for one in _from_one(record))
    return found


def _holds_transcript(value: Any) -> bool:
    return isinstance(value, list) or is_body(value) or _wrapper(value) is not None


def _wrapper(value: Any) -> str | None:
    """Return the key under which a value keeps a request body."""
    if not isinstance(value, dict) or is_body(value):
        return None
    return next((key for key in _WRAPPERS if is_body(value.get(key))), None)


def _from_messages(records: Sequence[Record]) -> Unpacked:
    """Return the transcript whose messages stand one a line."""
    return Unpacked([record.value for record in records], records[0].line, Lines(records))


def _from_one(record: Record) -> Iterator[Unpacked]:
    """Yield the transcript that one record holds, or the several that it lists."""
    value, lines = record.value, Lines(record)
    if (key := _wrapper(value)) is not None:
        yield Unpacked(value[key], record.line, lines, (key,))
    elif isinstance(value, list) and value and all(_holds_transcript(child) for child in value):
        for i, child in enumerate(value):
            inner = _wrapper(child)
            steps: Steps = (i,) if inner is None else (i, inner)
            yield Unpacked(
                child if inner is None else child[inner], lines.line(steps), lines, steps
            )
    else:
        yield Unpacked(value, record.line, lines)
