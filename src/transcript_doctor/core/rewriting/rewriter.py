"""How the files of an agent are edited: what a reader may offer beside its `read`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from transcript_doctor.core.reader import Source
from transcript_doctor.core.rewriting.draft import Draft
from transcript_doctor.core.transcript import Transcript


class Wanted(NamedTuple):
    """What shall become of one conversation of a file."""

    transcript: Transcript
    """As it was read."""
    before: Sequence[Any]
    """The messages that were read."""
    messages: Sequence[Any]
    """The messages as they shall be; those that are not touched are the very objects."""
    came_from: Sequence[int | None]
    """For each of them its index among those that were read; None for one that is new."""


class Mended(NamedTuple):
    """What is done to a file itself, whatever its list says: where, and in words."""

    line: int
    what: str


class Rewriter(NamedTuple):
    """What is needed to edit the files of one agent."""

    draft: Callable[[Source, bytes], Draft]
    """The records of a file; raises `Unwritable` where its layout cannot be edited."""
    rewrite: Callable[[Draft, Source, Sequence[Wanted]], None]
    """Edit the draft so that the agent reads the messages that are wanted; raises `Unwritable`."""
    mend: Callable[[Draft, Source, Sequence[Transcript]], Iterator[Mended]]
    """Heal what is wrong with the file itself, as far as nothing is lost, and say each thing."""


def rewriter_at(module: str) -> Rewriter:
    """Return the rewriter of a module, which is loaded when it is first needed."""
    made: Rewriter = import_module(module).REWRITER
    return made
