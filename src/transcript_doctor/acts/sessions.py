"""Session files: which agent wrote a file, told from its content, and the conversations in it."""

from __future__ import annotations

from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from transcript_doctor.catalog import READERS
from transcript_doctor.core.reader import SAMPLE, Reader, Sample, Source, is_newer
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.jsontext.stream import read_lines
from transcript_doctor.place import Place

_LINES = 40
"""So many lines of a file are read to recognise it."""


class Conversation(NamedTuple):
    """One conversation of a session file, in the shape of every other transcript that is read."""

    value: Transcript
    newer_than: str | None = None
    """The newest version that the reader was tried on, where the file's is newer."""

    @property
    def line(self) -> int:
        """The 1-based line where it begins."""
        return self.value.first_line

    def line_of(self, place: Place) -> int:
        """Return the 1-based line in the file of a place of a report on it."""
        return self.value.line(place)


class Told(NamedTuple):
    """The reader that a file is for, and by what it was recognised."""

    reader: Reader
    why: str


def recognise(source: Source) -> Told | None:
    """Return the reader of a session file, or None where no agent's marks are in its beginning."""
    sample = _sample(source)
    for reader in READERS.values():
        if (why := reader.recognise(sample)) is not None:
            return Told(reader, f"this is {reader.title}: {why}")
    return None


def read_session(source: Source) -> list[Transcript] | None:
    """Return the conversations of a session file, or None where it is none."""
    found = conversations(source)
    return None if found is None else [one.value for one in found]


def conversations(source: Source) -> list[Conversation] | None:
    """Return the conversations of a session file with their lines, or None where it is none."""
    told = recognise(source)
    if told is None:
        return None
    seen = told.reader.versions
    return [
        Conversation(one, seen[-1] if is_newer(one.version, seen) else None)
        for one in told.reader.read(source, told.why)
    ]


def text_source(text: str | bytes, name: str = "stdin") -> Source:
    """Return a text as a file of this name."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return Source(name, lambda: BytesIO(data))


def file_source(name: str, path: Path) -> Source:
    """Return a file as it lies on disk."""
    return Source(name, lambda: path.open("rb"))


def _sample(source: Source) -> Sample:
    with source.open() as stream:
        head = stream.read(SAMPLE)
    records: list[dict[str, Any]] = []
    if b"{" in head[:SAMPLE]:
        for line in islice(read_lines(BytesIO(head), _has_type), _LINES):
            records += line.records
    return Sample(head, tuple(records))


def _has_type(value: Any) -> bool:
    """Tell whether an object may be a record: those of every agent so far say their type."""
    return isinstance(value, dict) and ("type" in value or "role" in value)
