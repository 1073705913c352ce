"""What a user names on the command line, read: files, folders and standard input.

A file that cannot be read does not stop the others: that is told, and counted.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import click

from transcript_doctor.acts.admitting import admit
from transcript_doctor.acts.salvaging import Salvaged, salvaged
from transcript_doctor.acts.sessions import (
    Conversation,
    Told,
    conversations_of,
    file_source,
    recognise,
    text_source,
)
from transcript_doctor.acts.unpacking import Unpacked
from transcript_doctor.cli.files import JSON_KINDS, Named, expand, is_alone, is_kept
from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.packing import unpacked
from transcript_doctor.core.reader import Source
from transcript_doctor.core.wording import why_not
from transcript_doctor.jsontext import Damage, Document, UnreadableText, read
from transcript_doctor.safetext import printable

Found = Unpacked | Conversation | Salvaged
"""A transcript of a file, with the way back to its lines."""
_BINARY = re.compile(rb".{0,7}[\x00-\x08\x0e-\x1f]", re.DOTALL)
_SPEAKS = re.compile(rb"role|content|parts|messages|tool_call|call_id")
"""Words of which one stands in every transcript."""


class Note(NamedTuple):
    """Something to say on stderr; what has a subject is said once in a run."""

    text: str
    subject: str = ""


class Lost(NamedTuple):
    """What could not be read: file, line (0: none) and what is wrong."""

    name: str
    line: int
    what: str

    @property
    def text(self) -> str:
        """The line that is said of it."""
        return f"{self.name}:{self.line}: {self.what}" if self.line else f"{self.name}: {self.what}"


class PassedOver(NamedTuple):
    """A file that holds no transcript, and why."""

    name: str
    reason: str
    alone: bool = False
    """Whether it is what was asked for: the run ends with the reason, and nothing is counted."""


Aside = Note | Lost | PassedOver
"""What is told of a file beside the transcripts in it."""


class Reading:
    """Reads files one after the other.

    Of the one file that was named, doubt is no reason to pass it over, unless `any_file` says that
    whoever named the files did not choose them.
    """

    def __init__(self, files: Sequence[Named], *, any_file: bool = False) -> None:
        self._alone = is_alone(files) and not any_file
        self._any_file = any_file

    def read(self, file: Named) -> Iterator[Found | Aside]:
        """Yield the transcripts of a file, and what has to be told of it."""
        try:
            yield from self._found(file)
        except UnreadableFile as fault:
            cause = fault.__cause__
            if isinstance(cause, UnreadableText) and self._is_other_text(file):
                yield from self._pass_over(file, f"no JSON ({_spot(cause)})")
            elif isinstance(cause, UnreadableText):
                yield Lost(file.name, cause.line, _spot(cause))
                yield from self._whole_messages(file)
            else:
                yield Lost(file.name, 0, str(fault).removeprefix(f"{file.name}: "))

    def _found(self, file: Named) -> Iterator[Found | Aside]:
        found = load(file)
        if isinstance(found, Document):
            yield from self._transcripts_in(file, found)
            return
        some = False
        with _named_faults(file):
            for one in conversations_of(found):
                if one.newer_than:
                    yield _newer(file, one)
                some = True
                yield one
        if not some and file.by_name:  # in a folder it is a part of what was read with another file
            yield from self._pass_over(file, f"{found.why}; it holds no message")

    def _transcripts_in(self, file: Named, document: Document) -> Iterator[Found | Aside]:
        """Yield the transcripts of a file that no agent's session reader knows."""
        admitted = admit(document, alone=self._alone)
        if not admitted.found and (not document.damage or self._is_other_text(file)):
            yield from self._pass_over(file, admitted.reason)
            return
        for damage in document.damage:
            yield Lost(file.name, damage.line, _spot(damage))
        for note in [*document.notes, *admitted.notes]:
            yield Note(f"{file.name}: {note}")
        yield from admitted.found

    def _whole_messages(self, file: Named) -> Iterator[Found | Aside]:
        """Yield what is whole in a JSON file that is cut or garbled."""
        if not is_kept(file):
            return
        found = salvaged(_bytes_of(file))
        if found is not None:
            yield Note(f"{file.name}: what is whole in it is judged all the same")
            yield found

    def _pass_over(self, file: Named, reason: str) -> Iterator[Aside]:
        """Tell of a file that holds no transcript; of those that were named it is said why."""
        yield PassedOver(file.name, reason, self._alone)
        if file.by_name and not self._alone:
            yield Note(f"{file.name}: passed over: {reason}")

    def _is_other_text(self, file: Named) -> bool:
        """Tell whether a file that is no JSON speaks of no message, so that nobody misses it."""
        if not is_kept(file) or (file.by_name and not self._any_file):
            return False
        if not file.name.endswith(JSON_KINDS):
            return True
        data = _bytes_of(file)
        return not _BINARY.match(data) and not _SPEAKS.search(data.replace(b"\0", b""))


def _bytes_of(file: Named) -> bytes:
    """Return what is in a file, or in what is packed in it."""
    with unpacked(source_of(file)).open() as stream:
        return stream.read()


def _newer(file: Named, one: Conversation) -> Note:
    """Say that an agent's version is newer than what was looked at."""
    session = one.value
    return Note(
        f"{file.name}: {session.agent} {session.version} is newer than {one.newer_than}, the "
        "newest that was looked at; what is alike is read",
        session.agent,
    )


def _spot(fault: UnreadableText | Damage) -> str:
    return f"column {fault.column}: {fault.message}. {fault.hint}"


def refuse_none(paths: Sequence[str], files: Sequence[Named], reason: str) -> None:
    """Raise `UnreadableFile` where nothing was found; several named files may all be other things."""
    if is_alone(files):
        raise UnreadableFile(f"{files[0].name}: {reason}")
    if not files or not all(file.by_name for file in files):
        raise UnreadableFile(f"no transcript found in {', '.join(paths)}")


def load(file: Named) -> Document | Told:
    """Return what a file holds: the session that it was recognised as, or JSON of any kind.

    Raises `UnreadableFile` with name, line and what to do.
    """
    with _named_faults(file):
        source = source_of(file)
        if (told := recognise(source)) is not None:
            return told
        with unpacked(source).open() as stream:
            return read(stream.read())


@contextmanager
def _named_faults(file: Named) -> Iterator[None]:
    """Turn what goes wrong with a file into an error that names it."""
    try:
        yield
    except UnreadableText as fault:
        raise UnreadableFile(f"{file.name}: {fault}") from fault
    except OSError as fault:
        raise UnreadableFile(f"{file.name}: {why_not(fault)}") from fault


def source_of(file: Named) -> Source:
    """Return where the bytes of a file come from; standard input is read to its end at once."""
    if file.path is None:
        return text_source(sys.stdin.buffer.read(), file.name)
    return file_source(file.name, file.path)


def load_one(path: str) -> Found:
    """Return the one transcript of a file; raises `UnreadableFile` where it holds several."""
    (file,) = expand([path])[:1] or (None,)
    if file is None or not file.by_name:
        raise UnreadableFile(f"{path}: this is a folder; name one file")
    loaded = load(file)
    found: Sequence[Found] = ()
    if isinstance(loaded, Document):
        found, notes, reason = admit(loaded, alone=True)
        for note in notes:
            say(f"{file.name}: {note}")
    else:
        reason = f"{loaded.why}; it holds no message"
        with _named_faults(file):
            found = list(conversations_of(loaded))
    if not found:
        raise UnreadableFile(f"{path}: {reason}")
    if len(found) > 1:
        raise UnreadableFile(
            f"{path}: the file holds {len(found)} transcripts; put the one that you mean "
            f"into a file of its own (they begin on lines {_some(found)})"
        )
    return found[0]


def _some(found: Sequence[Found]) -> str:
    lines = [str(one.line) for one in found[:5]]
    return ", ".join(lines) + (" ..." if len(found) > 5 else "")


def say(text: str) -> None:
    """Print a note on stderr."""
    click.echo(printable(text), err=True)
