"""What a user names on the command line, read: files, folders and standard input.

A file that cannot be read does not stop the others: it is reported on stderr and counted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from transcript_doctor.acts.unpacking import Unpacked, is_transcript, unpack
from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.jsontext import Damage, Document, UnreadableText, read
from transcript_doctor.safetext import printable

STDIN = "stdin"
_KINDS = (".json", ".jsonl")
_SKIPPED = frozenset({"node_modules", "__pycache__"})


class Named(NamedTuple):
    """A file to read: the name to show, its path (None: standard input), whether it was named."""

    name: str
    path: Path | None
    by_name: bool
    """False for a file that was found in a folder, which may hold something else."""


def expand(paths: Sequence[str]) -> list[Named]:
    """Return the files that paths mean; raises `UnreadableFile` on a path that does not exist."""
    found: list[Named] = []
    for path in paths:
        if path == "-":
            found.append(Named(STDIN, None, True))
        elif (here := Path(path)).is_dir():
            found += (Named(str(file), file, False) for file in _below(here))
        elif here.exists():
            found.append(Named(path, here, True))
        else:
            raise UnreadableFile(f"{path}: there is no such file")
    return found


def _below(folder: Path) -> Iterator[Path]:
    """Yield the JSON files of a folder, sorted; hidden files and folders are passed over."""
    for top, folders, files in os.walk(folder):
        folders[:] = sorted(n for n in folders if n not in _SKIPPED and not n.startswith("."))
        for name in sorted(files):
            if name.endswith(_KINDS) and not name.startswith("."):
                yield Path(top, name)


class Reading:
    """Reads files one after the other, and counts what could not be read."""

    def __init__(self) -> None:
        self.unreadable: list[tuple[str, int, str]] = []
        """What could not be read: file, line (0: none) and what is wrong."""
        self.passed_over = 0
        """Files in folders that hold no transcript."""

    def transcripts(self, file: Named) -> list[Unpacked]:
        """Return the transcripts of a file; what cannot be read is reported and counted."""
        try:
            document = load(file)
        except UnreadableFile as fault:
            cause = fault.__cause__
            if isinstance(cause, UnreadableText):
                self._report(file.name, cause.line, _spot(cause))
            else:
                self._report(file.name, 0, str(fault).removeprefix(f"{file.name}: "))
            return []
        found = unpack(document)
        plain = [one for one in found if is_transcript(one.value)]
        if not file.by_name:
            found = plain
            if not found:
                self.passed_over += 1
                return []
        elif not plain and any(one.value for one in found):
            say(f"{file.name}: nothing in it looks like a message; is it a transcript?")
        for damage in document.damage:
            self._report(file.name, damage.line, _spot(damage))
        for note in document.notes:
            say(f"{file.name}: {note}")
        return found

    def _report(self, name: str, line: int, what: str) -> None:
        self.unreadable.append((name, line, what))
        say(f"{name}:{line}: {what}" if line else f"{name}: {what}")


def _spot(fault: UnreadableText | Damage) -> str:
    return f"column {fault.column}: {fault.message}. {fault.hint}"


def load(file: Named) -> Document:
    """Return what a file holds; raises `UnreadableFile` with name, line and what to do."""
    try:
        data = sys.stdin.buffer.read() if file.path is None else file.path.read_bytes()
        return read(data)
    except UnreadableText as fault:
        raise UnreadableFile(f"{file.name}: {fault}") from fault
    except OSError as fault:
        raise UnreadableFile(f"{file.name}: {fault.strerror or fault}") from fault


def load_one(path: str) -> Unpacked:
    """Return the one transcript of a file; raises `UnreadableFile` where it holds several."""
    (file,) = expand([path]) if not Path(path).is_dir() else (None,)
    if file is None:
        raise UnreadableFile(f"{path}: this is a folder; name one file")
    found = unpack(load(file))
    if len(found) > 1:
        raise UnreadableFile(
            f"{path}: the file holds {len(found)} transcripts; put the one that you mean "
            f"into a file of its own (they begin on lines {_some(found)})"
        )
    return found[0]


def _some(found: list[Unpacked]) -> str:
    lines = [str(one.line) for one in found[:5]]
    return ", ".join(lines) + (" ..." if len(found) > 5 else "")


def say(text: str) -> None:
    """Print a note on stderr."""
    click.echo(printable(text), err=True)
