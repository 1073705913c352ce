"""A reader of session files: a frozen record of functions, as a format is. One agent, one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple

from transcript_doctor.core.transcript import Transcript

SAMPLE = 1 << 16
"""Bytes of a file that are looked at to recognise it."""


class Source(NamedTuple):
    """A file to read: the name to show, and how it is opened (it may be opened several times)."""

    name: str
    open: Callable[[], BinaryIO]

    @property
    def stem(self) -> str:
        """The name without folder and ending."""
        name = self.name.replace("\\", "/").rpartition("/")[2]
        return name.rpartition(".")[0] or name


class Sample(NamedTuple):
    """The beginning of a file: its bytes, and the records of its first lines."""

    head: bytes
    records: tuple[dict[str, Any], ...]


class Reader(NamedTuple):
    """What the core needs to know of the files of one agent."""

    name: str
    title: str
    """What such a file is called in a sentence."""
    agent: str
    versions: tuple[str, ...]
    """The versions of the agent whose files this reader was tried on, oldest first."""
    homes: tuple[str, ...]
    """Where the agent keeps its files; `~` is the user's folder."""
    recognise: Callable[[Sample], str | None]
    """Say by what the content is recognised, or None where it is not. A file's name is no proof."""
    read: Callable[[Source, str], Iterator[Transcript]]
    """The conversations of a file that was recognised; never raises, however sick the file."""


def is_newer(version: str | None, seen: tuple[str, ...]) -> bool:
    """Tell whether a version is newer than all that a reader was tried on."""
    return bool(version and seen) and _numbers(version or "") > max(map(_numbers, seen))


def _numbers(version: str) -> tuple[int, ...]:
    words = version.split("-")[0].split(".")
    return tuple(
        int(word) if word.isascii() and word.isdigit() and len(word) < 9 else 0 for word in words
    )
