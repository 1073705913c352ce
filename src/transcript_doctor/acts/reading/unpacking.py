"""From a text that was read to the transcripts in it: one value, one a line, or one message a line.

People keep histories as a bare list, as a request body, as a batch of either, or as a log line
around one. What is found keeps the way back to its line in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from transcript_doctor.acts.reading.foreign import Framework, framework_of
from transcript_doctor.acts.reading.looking import (
    REQUEST_KEYS,
    is_body,
    is_message,
    is_transcript,
    places_of_messages,
    request_key,
)
from transcript_doctor.catalog import FORMATS
from transcript_doctor.jsontext import Document, Lines, Record
from transcript_doctor.place import Place, Steps


@dataclass(frozen=True, slots=True)
class Unpacked:
    """One value of a file that may be a transcript: where it begins, the way back to its lines."""

    value: Any
    line: int
    lines: Lines
    prefix: Steps = ()
    """Where the value stands below what `lines` knows."""
    joined: bool = False
    """Whether the value is a list of what stood on lines of its own."""
    left_out: tuple[int, ...] = ()
    """Lines among those that hold no message."""

    def line_of(self, place: Place) -> int:
        """Return the 1-based line in the file of a place of a report on the value."""
        drop = 0
        if isinstance(self.value, list):
            drop = 1
        elif isinstance(self.value, dict) and "role" in self.value and not is_body(self.value):
            drop = 2
        return self.lines.line((*self.prefix, *place[drop:]))

    @property
    def under(self) -> str:
        """The keys that led to the value, such as `session.history`; those of requests say nothing."""
        keys = [step for step in self.prefix if isinstance(step, str)]
        return "" if len(keys) == 1 and keys[0] in REQUEST_KEYS else ".".join(keys)

    @property
    def framework(self) -> Framework | None:
        """The framework whose messages these are, so that no provider is ever sent them."""
        if isinstance(self.value, list):
            return framework_of(self.value)
        if not isinstance(self.value, dict):
            return None
        lists = [self.value.get(format.list_key) for format in FORMATS.values()]
        found = (framework_of(inner) for inner in lists if isinstance(inner, list))
        return next((one for one in found if one), framework_of([self.value]))


def unpack(document: Document) -> list[Unpacked]:
    """Return the values of a text that may be transcripts, in its order; there is always one."""
    records = document.records
    if len(records) == 1:
        return list(_from_one(records[0]))
    found: list[Unpacked] = []
    for loose, run in groupby(records, lambda record: way_of(record.value) is None):
        if loose:
            found.append(_from_messages(list(run)))
        else:
            found += (one for record in run for one in _from_one(record))
    return found


def way_of(value: Any) -> Steps | None:
    """Return where in a value its transcript stands; None where there is none, or more than one."""
    if isinstance(value, list) or is_transcript(value):
        return ()
    if (key := request_key(value)) is not None:
        return (key,)
    found = places_of_messages(value)
    if len(found) == 1:
        return found[0]
    return () if not found and is_body(value) and not is_message(value) else None


def _from_messages(records: Sequence[Record]) -> Unpacked:
    """Return the transcript whose messages stand one a line; other objects between them are left out."""
    kept, others = list(records), [r for r in records if _is_other(r.value)]
    if 2 * len(others) < len(records):
        kept = [record for record in records if not _is_other(record.value)]
    lines = tuple(record.line for record in others) if len(kept) < len(records) else ()
    values = [record.value for record in kept]
    return Unpacked(values, kept[0].line, Lines(kept), joined=True, left_out=lines)


def _is_other(value: Any) -> bool:
    """Tell whether a value is an object of its own kind: a header, an event of a log."""
    if not isinstance(value, dict) or not value or "role" in value or "content" in value:
        return False
    return not is_message(value)


def _from_one(record: Record) -> Iterator[Unpacked]:
    """Yield the transcript that one record holds, or the several that it lists."""
    value, lines = record.value, Lines(record)
    if (ways := _ways(value)) is not None:
        for i, way in enumerate(ways):
            steps: Steps = (i, *way)
            yield Unpacked(at(value, steps), lines.line(steps), lines, steps)
        return
    steps = way_of(value) or ()
    yield Unpacked(at(value, steps), record.line, lines, steps)


def _ways(values: Any) -> list[Steps] | None:
    """Return where in each of a list's values its transcript stands; None if one has none."""
    if not isinstance(values, list) or not values or any(map(is_message, values)):
        return None
    ways: list[Steps] = []
    for value in values:
        if (way := way_of(value)) is None:
            return None
        ways.append(way)
    return ways


def at(value: Any, steps: Steps) -> Any:
    """Return what stands at a place that is there."""
    for step in steps:
        value = value[step]
    return value


def why_none(found: Sequence[Unpacked], *, in_full: bool) -> str:
    """Return in words why nothing that was found in a text is a transcript; in full, what was sought."""
    for one in found:
        if framework := one.framework:
            return framework.words
    first = found[0].value if found else None
    looked = first[0] if isinstance(first, list) and first and found[0].joined else first
    places = [".".join(map(str, steps)) for steps in places_of_messages(looked)]
    if len(places) > 1:
        some = ", ".join(places[:5])
        return f"several lists of messages stand in it ({some}): put one into a file of its own"
    more = _one_message_a_line(first) or (_LOOKED_FOR if in_full else "")
    return f"no transcript here: {more}" if more else "no transcript here"


_LOOKED_FOR = (
    "a list of messages was looked for (objects with role and content), a request body (messages, "
    "input or contents), and either of them below one or two keys"
)


def _one_message_a_line(values: Any) -> str:
    """Say under which key objects keep one message each, as many session files do."""
    for value in values[:100] if isinstance(values, list) else ():
        for key, inner in value.items() if isinstance(value, dict) else ():
            if is_message(inner):
                return (
                    f"each object keeps one message under {key!r}; join those into a list, in the "
                    "order in which they are sent"
                )
    return ""
