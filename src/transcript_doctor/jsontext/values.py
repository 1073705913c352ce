"""What reading a text gives: records, damage and notes, all of them plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from transcript_doctor.jsontext.literal import as_json

Kind: TypeAlias = Literal["json", "jsonl", "literal"]
"""One JSON value, several (as a rule one a line), or one printed Python or JavaScript literal."""


@dataclass(frozen=True, slots=True)
class Record:
    """One value of a text, with its 1-based line and its place in the bytes of the UTF-8 text."""

    value: Any
    line: int
    offset: int
    end: int
    source: bytes = field(repr=False, compare=False)
    literal: bool = False

    @property
    def text(self) -> str:
        """The JSON text of the record, decoded anew each time; a literal is put into JSON."""
        text = str(memoryview(self.source)[self.offset : self.end], "utf-8", "surrogatepass")
        return as_json(text) if self.literal else text


@dataclass(frozen=True, slots=True)
class Damage:
    """A stretch that could not be read: 1-based line and column, what is wrong, what to do."""

    line: int
    column: int
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text that was read: at least one record, the damage between them, and what was odd."""

    records: tuple[Record, ...]
    damage: tuple[Damage, ...]
    notes: tuple[str, ...]
    kind: Kind


class UnreadableText(ValueError):
    """Not one record can be read from the text: 1-based line and column, what to do."""

    def __init__(self, message: str, line: int, column: int, hint: str) -> None:
        super().__init__(message, line, column, hint)
        self.message = message
        self.line = line
        self.column = column
        self.hint = hint

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}. {self.hint}"


class Notes:
    """Collects what was odd but could be read; says each thing once, with its first line."""

    def __init__(self, seen: Notes | None = None) -> None:
        self._seen: dict[str, tuple[int, int, int]] = dict(seen._seen) if seen else {}

    def add(self, what: str, line: int) -> None:
        """Note that something was met in a line; lines come in rising order."""
        first, last, count = self._seen.get(what, (line, 0, 0))
        self._seen[what] = (first, line, count + (line != last))

    def texts(self) -> tuple[str, ...]:
        """One sentence for each thing noted."""
        return tuple(
            f"line {first}: {what}"
            if count == 1
            else f"line {first} and {count - 1} more lines: {what}"
            for what, (first, _, count) in self._seen.items()
        )
