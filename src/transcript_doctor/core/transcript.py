"""A transcript as a session file holds it: the list, where each message stands, what is damaged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from transcript_doctor.place import Steps

State = Literal["whole", "running", "paused", "interrupted"]
"""How the session rests: after an answer; with an answer or result to come; waiting for a person;
stopped by a person or by an error."""

AT_LINE = "line"
"""The first step of a place in a file and not in a list: `("line", 41)`."""
IN_FILE = "file"
"""The first step of a place in another file of the session: `("file", "part.json", "line", 1)`."""


class Spot(NamedTuple):
    """Where a place of a report stands, as editors jump there: file and 1-based line (0: in none)."""

    file: str
    line: int


class Origin(NamedTuple):
    """Where a record stands: its file as it was named, 1-based line, offset of that line in bytes."""

    file: str
    line: int
    offset: int


class Damage(NamedTuple):
    """What is wrong with the file itself: the code and case of a rule S1xx, and where."""

    code: str
    case: str
    origin: Origin
    values: Mapping[str, Any] = {}
    """What the sentence of the case is made of."""
    beside: bool = False
    """Whether it stands in another file than the one that was named."""

    @property
    def place(self) -> Steps:
        """The damage's place, in the file and not in the list."""
        here: Steps = (AT_LINE, self.origin.line)
        return (IN_FILE, self.origin.file, *here) if self.beside else here


class Stray(NamedTuple):
    """A result that stands in the file and not on the list; `raw` is the very node."""

    id: str
    raw: object
    origin: Origin


class Transcript(NamedTuple):
    """One conversation of a session file, rebuilt as its agent would send it."""

    request: Any
    """The list of messages, or the whole request body where the file holds one."""
    format: str | None
    """The name of the list's wire format; None where the list itself has to tell."""
    agent: str
    """Who wrote the file, such as `Claude Code`."""
    why: str
    """By what the file was recognised."""
    origins: Sequence[Origin] = ()
    """Where each message begins."""
    parts: Mapping[int, tuple[Origin, ...]] = {}
    """Of messages that were put together from several records: where each part stands."""
    damage: tuple[Damage, ...] = ()
    strays: tuple[Stray, ...] = ()
    state: State = "whole"
    version: str | None = None
    """The agent's version, as its last record has it."""
    session: str | None = None
    """The session's own id."""
    when: str | None = None
    """The time of the last message: as the file words it, or in seconds since 1970."""
    facts: Mapping[str, Any] = {}
    """What the file tells of the request beside the list, such as the model."""
    as_: Literal["record", "request"] = "record"
    """What it is judged as, unless somebody says: only what was caught on its way is a request."""

    def __repr__(self) -> str:
        """Return a short form for people who debug, without what was said."""
        count = len(self.origins)
        where = f", {self.begins.file}:{self.begins.line}" if self.begins.file else ""
        harm = f", damaged in {len(self.damage)}" if self.damage else ""
        said = f"{count} message{'' if count == 1 else 's'}"
        return (
            f"<transcript of {self.agent}: {self.format or 'unknown format'}, {said}{harm}{where}>"
        )

    @property
    def begins(self) -> Spot:
        """Where the conversation begins; one without a message, where it is damaged."""
        spots = self.origins or [harm.origin for harm in self.damage]
        first = min(spots, key=lambda origin: origin.line, default=None)
        return Spot(first.file, first.line) if first else Spot("", 1)

    def origin_of(self, place: Steps) -> Origin | None:
        """Return where a place of a report stands; of one that is nowhere, the beginning."""
        indices = [step for step in place if isinstance(step, int)]
        if not indices or not 0 <= indices[0] < len(self.origins):
            return self.origins[0] if self.origins else None
        message, *below = indices
        parts = self.parts.get(message, ())
        if below and 0 <= below[0] < len(parts):
            return parts[below[0]]
        return self.origins[message]

    def spot(self, place: Steps) -> Spot:
        """Return file and line of a place of a report."""
        match place:
            case (str(step), int(line)) if step == AT_LINE:
                return Spot(self.begins.file, line)
            case (str(step), str(file), _, int(line)) if step == IN_FILE:
                return Spot(file, line)
        origin = self.origin_of(place)
        return Spot(origin.file, origin.line) if origin else self.begins


def unfold(value: Any, format: str | None) -> tuple[Any, str | None]:
    """Return the request of a session's transcript with its format, and anything else as it is."""
    if type(value) is Transcript:
        return value.request, format or value.format
    return value, format
