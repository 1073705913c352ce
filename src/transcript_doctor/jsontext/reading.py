"""One value, many lines, or a printed literal: reading a text whose kind nobody declared.

A file of lines ends its records at a line feed and nowhere else. What is broken costs its own
line only; every scan is bounded by the size of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from transcript_doctor.jsontext.decoding import to_utf8
from transcript_doctor.jsontext.records import Found, Reader
from transcript_doctor.jsontext.values import Damage, Document, Kind, Notes, Record, UnreadableText

_BLANK = re.compile(rb"(?:[ \t\r\n]++|\xef\xbb\xbf)*")
_FENCE = re.compile(rb"(?:\xef\xbb\xbf)?\s*+(```[\w+-]{0,20})[ \t]*\r?\n")
_FENCE_END = re.compile(rb"\n[ \t]*(```)\s*\Z")
_NAME = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+((?:(?:export|const|let|var)[ \t]+){0,2}[A-Za-z_][\w.]{0,80}"
    rb"(?:[ \t]*:[ \t]*[\w.\[\], |]{1,80})?[ \t]*=)\s*[\[{(]"
)
_SEMICOLON = re.compile(rb"[\])}]\s*(;)\s*\Z")
_TAIL = 200
"""Bytes at the end in which a fence or a semicolon is looked for."""
_HOPELESS = 10_000  # more broken lines than good ones: no file of lines
_EMPTY = "Give a list of messages, a request body, or one of them on each line."


def read(data: bytes | str, *, line: int = 1) -> Document:
    """Read JSON, JSON lines or a printed literal; `line` is the number of the first line.

    Raises UnreadableText when not one record can be read. Of two equal keys the last one counts,
    and lone surrogates stay as they are.
    """
    notes = Notes()
    data = _bare(to_utf8(data, notes, line), notes, line)
    reader, decoded = Reader(data, notes), Notes(notes)
    start, line = _first_line(data, line)
    if start == len(data):
        raise UnreadableText("there is nothing to read", line, 1, _EMPTY)
    end = _line_end(data, start)
    first = reader.line(start, end, line)
    if _only_blank_after(data, end):
        return _document(first, notes)
    if first.records and first.damage is None:
        return _rest_of_lines(reader, first.records, end + 1, line + 1)
    whole = reader.whole(start, line)
    if whole.records:
        return _document(whole, notes)
    lines = _when_lines(Reader(data, decoded), start, line)
    return lines or _document(whole, notes)


def _bare(data: bytes, notes: Notes, line: int) -> bytes:
    """Return a text from a page or a program without the fence or the name in front of the value.

    Blanks take their place, so that everything keeps its line and its offset.
    """
    if fence := _FENCE.match(data):
        notes.add("a code fence around the value was passed over", line)
        data = _blanked(data, fence.start(1), fence.end(1))
        if end := _FENCE_END.search(data, max(0, len(data) - _TAIL)):
            data = _blanked(data, end.start(1), end.end(1))
    if name := _NAME.match(data):
        notes.add("the name in front of the value was passed over", line)
        data = _blanked(data, name.start(1), name.end(1))
        if end := _SEMICOLON.search(data, max(0, len(data) - _TAIL)):
            data = _blanked(data, end.start(1), end.end(1))
    return data


def _blanked(data: bytes, start: int, end: int) -> bytes:
    return data[:start] + b" " * (end - start) + data[end:]


def _document(found: Found, notes: Notes) -> Document:
    """Return a document of what one stretch held, or raise when it held nothing."""
    damage = found.damage
    if not found.records and damage:
        raise UnreadableText(damage.message, damage.line, damage.column, damage.hint)
    kind: Kind = "jsonl"
    if len(found.records) == 1:
        kind = "literal" if found.records[0].literal else "json"
    return Document(tuple(found.records), (damage,) if damage else (), notes.texts(), kind)


def _rest_of_lines(reader: Reader, records: list[Record], start: int, line: int) -> Document:
    damage: list[Damage] = []
    for _, _, found in _lines(reader, start, line):
        records += found.records
        if found.damage:
            damage.append(found.damage)
    return Document(tuple(records), tuple(damage), reader.notes.texts(), "jsonl")


def _when_lines(reader: Reader, start: int, line: int) -> Document | None:
    """Read a text that is no JSON as lines, if enough of them are records.

    A broken list with a message on each line ends most of its lines in a comma, and its last line
    alone looks like a record: it must not pass for lines.
    """
    records: list[Record] = []
    damage: list[Damage] = []
    good = 0
    for _, end, found in _lines(reader, start, line):
        records += found.records
        if found.damage:
            damage.append(found.damage)
        elif found.records and isinstance(found.records[0].value, dict | list):
            good += not reader.data[max(0, end - 8) : end].rstrip().endswith(b",")
        if len(damage) - good > _HOPELESS:
            return None
    bad = len(damage) + reader.data[start : start + 8].strip(b" \t\xef\xbb\xbf").startswith(b"[")
    if good < bad:
        return None
    return Document(tuple(records), tuple(damage), reader.notes.texts(), "jsonl")


def _lines(reader: Reader, start: int, line: int) -> Iterator[tuple[int, int, Found]]:
    """Start, end and contents of each line."""
    size = len(reader.data)
    while start < size:
        end = _line_end(reader.data, start)
        yield start, end, reader.line(start, end, line)
        start, line = end + 1, line + 1


def _line_end(data: bytes, start: int) -> int:
    end = data.find(b"\n", start)
    return len(data) if end < 0 else end


def _first_line(data: bytes, line: int) -> tuple[int, int]:
    """Offset and number of the first line that is not blank; the end of the text if all are."""
    blank = _BLANK.match(data)
    skipped = blank.end() if blank else 0
    line += data.count(b"\n", 0, skipped)
    return (skipped if skipped == len(data) else data.rfind(b"\n", 0, skipped) + 1), line


def _only_blank_after(data: bytes, end: int) -> bool:
    return _BLANK.fullmatch(data, end) is not None
