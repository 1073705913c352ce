"""Session files: which agent wrote a file, told from its content, and the conversations in it."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from transcript_doctor.catalog import READERS
from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.packing import unpacked
from transcript_doctor.core.paths import file_name
from transcript_doctor.core.reader import SAMPLE, Reader, Sample, Source, is_newer
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.core.wording import why_not
from transcript_doctor.place import Place


class Conversation(NamedTuple):
    """One conversation of a session file, in the shape of every other transcript that is read."""

    value: Transcript
    newer_than: str | None = None
    """The newest version that the reader was tried on, where the file's is newer."""

    @property
    def line(self) -> int:
        """The 1-based line where it begins."""
        return self.value.begins.line

    def line_of(self, place: Place) -> int:
        """Return the 1-based line in the file of a place of a report on it."""
        return self.value.spot(place).line

    def file_of(self, place: Place) -> str:
        """Return the file of a place: a session may have several."""
        return self.value.spot(place).file


class Told(NamedTuple):
    """The reader that a file is for, and by what it was recognised."""

    reader: Reader
    why: str
    source: Source
    """The file, or what is packed in it."""


def recognise(source: Source) -> Told | None:
    """Return the reader of a session file, or None where no agent's marks are in its beginning."""
    source = unpacked(source)
    with source.open() as stream:
        sample = Sample(stream.read(SAMPLE), source.name)
    for reader in READERS.values():
        if (why := reader.recognise(sample)) is not None:
            return Told(reader, f"this is {reader.title}: {why}", source)
    return None


def read_session(source: Source) -> list[Transcript] | None:
    """Return the conversations of a session file, or None where it is none."""
    found = conversations(source)
    return None if found is None else [one.value for one in found]


def session_at(path: str | PathLike[str]) -> list[Transcript]:
    """Return the conversations of the session file at a path; raises `UnreadableFile` where it is none."""
    name = file_name(path)
    try:
        found = read_session(file_source(name, Path(name)))
    except OSError as fault:
        raise UnreadableFile(f"{name}: {why_not(fault)}") from fault
    if found is None:
        raise UnreadableFile(
            f"{name}: this is no session file that is known (docs/sessions lists those that are); "
            "a list of messages, or a request, is for check"
        )
    return found


def conversations(source: Source) -> Iterator[Conversation] | None:
    """Return the conversations of a session file as they are read, or None where it is none."""
    told = recognise(source)
    return None if told is None else conversations_of(told)


def conversations_of(told: Told) -> Iterator[Conversation]:
    """Yield the conversations of a file that was recognised, as they are read."""
    seen = told.reader.versions
    for one in told.reader.read(told.source, told.why):
        yield Conversation(one, seen[-1] if is_newer(one.version, seen) else None)


def text_source(text: str | bytes, name: str = "stdin") -> Source:
    """Return a text as a file of this name."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return Source(name, lambda: BytesIO(data))


def file_source(name: str, path: Path) -> Source:
    """Return a file as it lies on disk; a pipe, which gives what it holds but once, as what it gave."""
    if path.is_fifo():
        return text_source(path.read_bytes(), name)
    return Source(name, lambda: path.open("rb"), path)
