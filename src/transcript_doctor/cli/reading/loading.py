"""One file, loaded: the session that it is recognised as, or JSON of any kind."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from transcript_doctor.acts.reading.salvaging import Salvaged
from transcript_doctor.acts.reading.sessions import (
    Conversation,
    Told,
    file_source,
    recognise,
    text_source,
)
from transcript_doctor.acts.reading.unpacking import Unpacked
from transcript_doctor.cli.reading.files import Named
from transcript_doctor.core.errors import UnreadableFile
from transcript_doctor.core.packing import unpacked
from transcript_doctor.core.reader import Source
from transcript_doctor.core.wording import why_not
from transcript_doctor.jsontext import Document, UnreadableText, read

Found = Unpacked | Conversation | Salvaged
"""A transcript of a file, with the way back to its lines."""


def load(file: Named) -> Document | Told:
    """Return what a file holds: the session that it was recognised as, or JSON of any kind.

    Raises `UnreadableFile` with name, line and what to do.
    """
    with named_faults(file):
        source = source_of(file)
        if (told := recognise(source)) is not None:
            return told
        with unpacked(source).open() as stream:
            return read(stream.read())


@contextmanager
def named_faults(file: Named) -> Iterator[None]:
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
