"""A reader of session files: a frozen record of functions, as a format is. One agent, one reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from io import BytesIO
from itertools import islice
from json import JSONDecoder
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from transcript_doctor.core.transcript import Transcript

if TYPE_CHECKING:
    from pathlib import Path

    from transcript_doctor.jsontext.salvage import Salvage

SAMPLE = 1 << 16
"""Bytes of a file that are looked at to recognise it."""
_LINES = 40
"""So many lines of a file are read to recognise it."""
_FEWEST = 3
"""One line of so many is a record, at least, in a file of lines whose first one is torn."""
_BEGINS = re.compile(r'\[\s*(?:[\[{"\]]|\Z)|\{\s*(?:["}]|\Z)|["}\],]')
"""How JSON begins, also such as lost its first line."""
_DECODER = JSONDecoder(strict=False)


class Source(NamedTuple):
    """A file to read: the name to show, and how it is opened (it may be opened several times)."""

    name: str
    open: Callable[[], BinaryIO]
    path: Path | None = None
    """Where it lies; None for what is in memory, which has no neighbours."""

    @property
    def stem(self) -> str:
        """The name without folder and ending."""
        name = _without_folder(self.name)
        return name.rpartition(".")[0] or name


class Sample:
    """The beginning of a file, as those who recognise it look at it."""

    def __init__(self, head: bytes, name: str = "") -> None:
        self.head = head
        self.file = _without_folder(name)
        """The file's name without folders: no proof of anything, for ties alone."""

    @cached_property
    def text(self) -> str:
        """The beginning as text."""
        return self.head.decode("utf-8-sig", "replace").lstrip("\ufeff \t\r\n\0")

    @cached_property
    def _first(self) -> tuple[Any, str]:
        """The first value, if it is whole, and what stands behind it."""
        try:
            value, end = _DECODER.raw_decode(self.text)
        except (ValueError, RecursionError):
            return None, ""
        rest = self.text[end:].lstrip("\ufeff \t\r\n\0,")
        if rest and not isinstance(value, dict | list):
            return None, ""  # a text or a number in a line that lost its beginning
        return value, rest

    @cached_property
    def is_lines(self) -> bool:
        """Whether the file is one of lines, and not one JSON value."""
        value, rest = self._first
        if value is not None:
            # A bracket too many behind a value of several lines makes no lines of it.
            spread = "\n" in self.text[: len(self.text) - len(rest)].rstrip()
            return isinstance(value, dict) and (rest[:1] == "{" or (rest != "" and not spread))
        if self.text.startswith("["):
            return False
        lines = [line for line in self.text.split("\n")[1:_LINES] if line.strip()]
        # In a text about such files there are some of their lines too.
        return _FEWEST * sum(map(_is_object, lines)) >= len(lines) > 0

    @cached_property
    def top(self) -> Any:
        """The one JSON value of the file, as far as its beginning shows it; None for lines."""
        if self.is_lines or b"\0" in self.head[:8]:
            return None
        value = self._first[0]
        if value is None and _BEGINS.match(self.text):
            return self._salvage.value
        return value

    @property
    def is_json(self) -> bool:
        """Whether it looks like JSON, and not like a text in which some is quoted."""
        return self.is_lines or _BEGINS.match(self.text) is not None

    @cached_property
    def _salvage(self) -> Salvage:
        # An import of the package reads nothing, so it loads nothing that reads.
        from transcript_doctor.jsontext.salvage import salvage

        return salvage(self.text)

    @cached_property
    def records(self) -> tuple[dict[str, Any], ...]:
        """The records of the first lines; of a file that is one object, this object."""
        if not self.is_lines:
            return (self.top,) if isinstance(self.top, dict) else ()
        from transcript_doctor.jsontext.stream import read_lines

        lines = islice(read_lines(BytesIO(self.head), _has_type), _LINES)
        return tuple(record for line in lines for record in line.records)

    @property
    def items(self) -> list[dict[str, Any]]:
        """The objects of a file that is one list, those of its beginning; torn ones if all are."""
        found = self.top if isinstance(self.top, list) else []
        some = [one for one in found if isinstance(one, dict) and one]
        if self._first[0] is not None:
            return some
        return [one for one in some if id(one) not in self._salvage.torn] or some


def _without_folder(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2]


def _is_object(line: str) -> bool:
    try:
        return isinstance(_DECODER.decode(line), dict)
    except (ValueError, RecursionError):
        return False


def _has_type(value: Any) -> bool:
    """Tell whether an object may be a record: those of nearly every agent say their type."""
    return isinstance(value, dict) and ("type" in value or "role" in value)


Read = Callable[[Source, str], Iterator[Transcript]]


class Reader(NamedTuple):
    """What the core needs to know of the files of one agent."""

    name: str
    title: str
    """What such a file is called in a sentence."""
    agent: str
    versions: tuple[str, ...]
    """The versions of the agent, or of its files, that this reader was tried on, oldest first."""
    homes: tuple[str, ...]
    """Where the agent keeps its files; `~` is the user's folder."""
    recognise: Callable[[Sample], str | None]
    """Say by what the content is recognised, or None where it is not. A file's name is no proof."""
    read: Read
    """The conversations of a file that was recognised; never raises on what is in it."""
    rewriting: str | None = None
    """The module that edits such files in their own format, under `REWRITER`; None where none does."""


def later(module: str) -> Read:
    """Return the `read` of a module that is loaded when it is first needed."""

    def read(source: Source, why: str) -> Iterator[Transcript]:
        made: Iterator[Transcript] = import_module(module).read(source, why)
        return made

    return read


def is_newer(version: str | None, seen: tuple[str, ...]) -> bool:
    """Tell whether a version is newer than all that a reader was tried on."""
    return bool(version and seen) and _numbers(version or "") > max(map(_numbers, seen))


def _numbers(version: str) -> tuple[int, ...]:
    words = version.removeprefix("v").split("-")[0].split(".")
    return tuple(
        int(word) if word.isascii() and word.isdigit() and len(word) < 9 else 0 for word in words
    )
