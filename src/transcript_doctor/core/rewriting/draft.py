"""A session's file in the making: its records in their order, and what shall become of each.

Bytes that nobody touches come out as they went in: blanks, marks of the byte order, line ends, torn
lines, and the lack of a last line end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from transcript_doctor.core.edit import Edit
from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.rewriting.patching import patched
from transcript_doctor.core.rewriting.style import Style
from transcript_doctor.jsontext import Document
from transcript_doctor.jsontext.stream import pieces
from transcript_doctor.place import Steps

_BOM = b"\xef\xbb\xbf"
Spot = tuple[int, int]
"""Where a record stands among the others: its line, and how many new ones stand before it there."""


class Record:
    """One record of a file; `value` is None for a stretch that is none, such as a torn or a blank line."""

    __slots__ = ("dropped", "edits", "ending", "line", "raw", "spot", "value")

    def __init__(self, value: Any, raw: bytes, ending: bytes | None, line: int) -> None:
        self.value, self.raw, self.ending = value, raw, ending
        """`ending` is what stands between it and the next one; None: a line end like the others."""
        self.line = line
        """The 1-based line where it begins; 0 for one that is new."""
        self.spot: Spot = (line, 0)
        self.edits: list[Edit] = []
        self.dropped = False

    def put(self, place: Steps, value: Any) -> None:
        """Have a value written at a place of the record as it is."""
        self.edits.append(Edit("put", place, value))

    def text(self) -> bytes:
        """Return its bytes, edits done."""
        if not self.edits:
            return self.raw
        text = self.raw.decode("utf-8", "surrogateescape")
        return patched(text, self.edits).encode("utf-8", "surrogateescape")


class Draft:
    """The records of a file, to be edited, dropped, moved and added to."""

    def __init__(
        self, records: Sequence[Record], head: bytes = b"", *, of_lines: bool = True
    ) -> None:
        self.records = list(records)
        self.of_lines = of_lines
        """Whether each record is to have a line of its own."""
        self._head = head
        self._added: dict[int, list[Record]] = {}
        """Records that stand behind the others of a line, by that line; 0: before all."""
        self.at = {record.line: record for record in records if record.value is not None}
        """Records by the line where they begin."""

    def add(self, value: Any, behind: Record | None) -> Record:
        """Add a new record behind another one, or before all; return it."""
        is_like = behind is not None and behind.raw and behind.value is not None
        template = behind if is_like else self._any()  # of what is torn no style can be told
        text = template.raw.decode("utf-8", "surrogateescape") if template is not None else "{}"
        written = Style.of(text).written(value)
        made = Record(value, written.encode("utf-8", "surrogatepass"), None, 0)
        self._put(made, behind)
        return made

    def move(self, record: Record, behind: Record | None) -> Record:
        """Put a record behind another one; return what stands for it there."""
        record.dropped = True
        made = Record(record.value, record.raw, None, 0)
        made.edits = record.edits
        self._put(made, behind)
        return made

    def _put(self, made: Record, behind: Record | None) -> None:
        line = behind.spot[0] if behind is not None else 0
        row = self._added.setdefault(line, [])
        row.append(made)
        made.spot = (line, len(row))

    def _any(self) -> Record | None:
        return next((record for record in self.records if record.value is not None), None)

    def rows(self) -> Iterator[Record]:
        """Yield the records as they shall stand, what is no record among them."""
        yield from self._alive(0)
        last = 0
        for record in self.records:
            if record.line != last:
                if last:
                    yield from self._alive(last)
                last = record.line
            if not record.dropped:
                yield record
        yield from self._alive(last) if last else ()

    def _alive(self, line: int) -> Iterator[Record]:
        return (record for record in self._added.get(line, ()) if not record.dropped)

    def lines(self) -> list[int]:
        """Return for each line of the file as it shall be the line that it was; 0 for a new one."""
        return [record.line for record in self.rows()]

    def data(self) -> bytes:
        """Return the bytes of the file as it shall be."""
        found = next((r.ending for r in self.records if r.ending), b"\n")
        usual = b"\r\n" if found.endswith(b"\r\n") else b"\n"
        last = self.records[-1] if self.records else None
        rows = list(self.rows())
        made = [self._head]
        for number, record in enumerate(rows):
            ending = record.ending
            if number == len(rows) - 1:
                ending = b"" if last is not None and last.ending == b"" else ending
            elif record is last and ending == b"":
                ending = None
            made += (record.text(), usual if ending is None else ending)
        return b"".join(made)


def draft_of_lines(data: bytes, is_record: Callable[[Any], bool]) -> Draft:
    """Return the draft of a file with a record on each line; of a line with several, each is one."""
    head = _BOM if data.startswith(_BOM) else b""
    records: list[Record] = []
    for number, line in enumerate(data[len(head) :].split(b"\n"), 1):
        records += _of_line(line, number, is_record)
    last = records[-1]
    if not last.raw and last.value is None and len(records) > 1:
        records.pop()  # what stands behind the last line end
    else:
        last.ending = b""
    return Draft(records, head)


def _of_line(line: bytes, number: int, is_record: Callable[[Any], bool]) -> list[Record]:
    """Return the pieces of one line, each of which would stand on a line of its own."""
    ending = b"\n"
    if line.endswith(b"\r"):
        line, ending = line[:-1], b"\r\n"
    text = line.decode("utf-8", "surrogateescape")
    found = pieces(text, is_record)
    if not found:
        return [Record(None, line, ending, number)]
    return [
        Record(piece.value, piece.text.encode("utf-8", "surrogateescape"), ending, number)
        for piece in found
    ]


def draft_of_document(data: bytes, document: Document) -> Draft:
    """Return the draft of a file that was read as one JSON value, or as several, wherever they stand.

    Raises `Unwritable` where its text is not what was read.
    """
    records: list[Record] = []
    head = 0
    for number, found in enumerate(document.records):
        if found.literal:
            raise Unwritable("it is a printed literal and no JSON")
        if len(found.source) != len(data) or found.source[: len(_BOM)] != data[: len(_BOM)]:
            raise Unwritable("it is not written in UTF-8")
        others = document.records[number + 1 : number + 2]
        ends = others[0].offset if others else len(data)
        head = head if records else found.offset
        raw, between = data[found.offset : found.end], data[found.end : ends]
        ending, feed, rest = between.partition(b"\n")
        records.append(Record(found.value, raw, ending + feed, found.line))
        if rest:  # blank lines, and what is torn
            body, ending = (rest[:-1], b"\n") if rest.endswith(b"\n") else (rest, b"")
            records.append(Record(None, body, ending, found.line))
    return Draft(records, data[:head], of_lines=False)
