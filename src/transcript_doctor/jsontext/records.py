"""The values of one stretch of text: a line, or the whole of a text that is not made of lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder
from typing import Any

from transcript_doctor.jsontext.fault import WRITE, Fault, explain, skip, unexpected
from transcript_doctor.jsontext.literal import as_json, starts_literal
from transcript_doctor.jsontext.values import Damage, Notes, Record

_BETWEEN = re.compile(r"[ \t\r\n\ufeff,]*+")
_TRIES = 8  # half records on one line; each try costs a scan of the line
_LONGEST_LITERAL = 16_000_000  # characters; nobody pastes more, and tokens are slow
_MENDABLE = re.compile(r"[\w'\"(#/+\\})\]-]")  # what literals may have where JSON ends


@dataclass(frozen=True, slots=True)
class Found:
    """The records of one stretch and the first damage in it."""

    records: list[Record]
    damage: Damage | None


class Reader:
    """Reads stretches of one UTF-8 text and keeps notes of what was odd."""

    def __init__(self, data: bytes, notes: Notes) -> None:
        self.data = data
        self.notes = notes
        self._view = memoryview(data)
        self._line = 1
        self._strict = JSONDecoder(parse_constant=self._constant)
        self._lenient = JSONDecoder(parse_constant=self._constant, strict=False)

    def line(self, start: int, end: int, line: int) -> Found:
        """Read the records of one line; two writers may have left several on it, or a half one."""
        text = self._text(start, end)
        records, fault = self._values_or_literal(text, start, end, line)
        if fault is None:
            return Found(records, None)
        records += self._resume('{"', text, fault, start, end, line)
        return Found(records, _damage(text, fault, line))

    def whole(self, start: int, line: int) -> Found:
        """Read all from an offset on as one value, or as several that follow one another."""
        end = len(self.data)
        text = self._text(start, end)
        records, fault = self._values_or_literal(text, start, end, line)
        if fault is None:
            return Found(records, None)
        if records:
            records += self._resume("\n{", text, fault, start, end, line)
        return Found(records, _damage(text, fault, line))

    def _text(self, start: int, end: int) -> str:
        return str(self._view[start:end], "utf-8", "surrogatepass")

    def _values_or_literal(
        self, text: str, start: int, end: int, line: int
    ) -> tuple[list[Record], Fault | None]:
        records, fault = self._values(text, 0, start, end, line)
        if records or fault is None or not _may_be_literal(text, fault):
            return records, fault
        try:
            return [self._literal(text, start, end, line)], None
        except Fault as other:
            fault.better = other if other.cut or other.at >= fault.at else None
            return [], fault

    def _values(
        self, text: str, at: int, start: int, end: int, line: int
    ) -> tuple[list[Record], Fault | None]:
        """The values from an index on; it stands for the byte `start`, the text's end for `end`."""
        records: list[Record] = []
        here, at = at, skip(text, at)
        while at < len(text):
            start += _bytes_between(text, here, at)
            line += text.count("\n", here, at)
            try:
                value, stop = self._decode(text, at, line)
                here, at = at, self._after(text, value, stop, line)
            except Fault as fault:
                fault.start = at
                return records, fault
            if at < len(text):
                ends = start + _bytes_between(text, here, stop)
            else:  # the same from the other side, where little is left to count
                ends = end - _bytes_between(text, stop, at)
            records.append(Record(value, line, start, ends, self.data))
        return records, None

    def _after(self, text: str, value: Any, stop: int, line: int) -> int:
        """Where the next value begins; only lists and objects may have neighbours."""
        between = _BETWEEN.match(text, stop)
        after = between.end() if between else stop
        comma = text.find(",", stop, after) >= 0
        if (comma or after < len(text)) and not isinstance(value, dict | list):
            raise unexpected(text, stop)
        if comma:
            self.notes.add("a comma after a record was passed over", line)
        return after

    def _decode(self, text: str, at: int, line: int) -> tuple[Any, int]:
        self._line = line
        try:
            return _decode(self._strict, text, at)
        except Fault as fault:
            if not fault.control:
                raise
            try:
                found = _decode(self._lenient, text, at)
            except Fault as other:
                raise (fault if text[fault.at] in "\r\n" else other) from None
            self.notes.add("raw control characters stand in strings", line)
            return found

    def _literal(self, text: str, start: int, end: int, line: int) -> Record:
        """Read the text as one printed literal, or raise a Fault with an index into the text."""
        plain = as_json(text)
        if plain == text:
            raise Fault(-1, "no literal", WRITE)
        at = skip(plain, 0)
        line += plain.count("\n", 0, at)
        try:
            value, stop = self._decode(plain, at, line)
            if skip(plain, stop) < len(plain):
                raise unexpected(plain, stop)
        except Fault as fault:
            fault.at = _same_spot(plain, fault.at, text)
            raise
        self.notes.add("not JSON: read as a printed Python or JavaScript literal", line)
        return Record(value, line, start, end, self.data, literal=True)

    def _resume(
        self, mark: str, text: str, fault: Fault, start: int, end: int, line: int
    ) -> list[Record]:
        """The records after a half one, which begin with the mark and fill the rest of the text.

        A crash cuts a record and the next start writes on. What follows must reach the end,
        since otherwise it is a part of the damaged record.
        """
        at = fault.start
        for _ in range(_TRIES):
            if fault.cut:
                break
            near = text.rfind(mark, at + 1, fault.at + 2)
            at = near if near >= 0 else text.find(mark, max(fault.at, at + 1))
            if at < 0:
                break
            offset = start + _bytes_between(text, 0, at)
            below = line + text.count("\n", 0, at)
            records, stopped = self._values(text, at, offset, end, below)
            if stopped is None:
                return records
            at, fault = stopped.start, stopped
        return []

    def _constant(self, name: str) -> float:
        self.notes.add("NaN and Infinity are no JSON; they were read as numbers", self._line)
        return float(name)


def _may_be_literal(text: str, fault: Fault) -> bool:
    """Whether what stopped the decoder is nothing to a reader of literals."""
    if fault.cut or len(text) > _LONGEST_LITERAL or not _MENDABLE.match(text, fault.at):
        return False
    return starts_literal(text)


def _decode(decoder: JSONDecoder, text: str, at: int) -> tuple[Any, int]:
    try:
        return decoder.raw_decode(text, at)
    except JSONDecodeError as error:
        raise explain(text, error) from None
    except RecursionError:
        raise Fault(at, "lists and objects are nested too deeply", WRITE, cut=True) from None
    except ValueError:  # the interpreter's limit on the digits of a number
        raise Fault(at, "a number has too many digits", WRITE, cut=True) from None


def _damage(text: str, fault: Fault, line: int) -> Damage:
    fault = fault.better or fault
    line += text.count("\n", 0, fault.at)
    column = fault.at - text.rfind("\n", 0, fault.at)
    return Damage(line, column, fault.message, fault.hint)


def _same_spot(plain: str, at: int, text: str) -> int:
    """The index in a literal of what stands at an index in its JSON; its line is exact."""
    start = 0
    for _ in range(plain.count("\n", 0, at)):
        start = text.find("\n", start) + 1
    end = text.find("\n", start)
    column = at - plain.rfind("\n", 0, at) - 1
    return min(start + column, len(text) if end < 0 else end)


def _bytes_between(text: str, start: int, end: int) -> int:
    if start == end or text.isascii():
        return end - start
    return len(text[start:end].encode("utf-8", "surrogatepass"))
