"""What is told of a file beside the transcripts in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from transcript_doctor.cli.reading.files import Named, is_alone
from transcript_doctor.core.errors import UnreadableFile


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


def refuse_none(paths: Sequence[str], files: Sequence[Named], reason: str) -> None:
    """Raise `UnreadableFile` where nothing was found; several named files may all be other things."""
    if is_alone(files):
        raise UnreadableFile(f"{files[0].name}: {reason}")
    if not files or not all(file.by_name for file in files):
        raise UnreadableFile(f"no transcript found in {', '.join(paths)}")
