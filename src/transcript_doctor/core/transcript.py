"""A transcript as a session file holds it: the list, where each message stands, what is damaged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from transcript_doctor.place import Steps

State = Literal["whole", "running", "paused", "interrupted"]
"""How the session rests: after an answer; with an answer or result to come; waiting for a person;
stopped by a person or by an error."""

AT_LINE = "line"
"""The first step of a place in a file and not in a list: `("line", 41)`."""


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

    @property
    def place(self) -> Steps:
        """The damage's place, in the file and not in the list."""
        return (AT_LINE, self.origin.line)


class Stray(NamedTuple):
    """A result that stands in the file and not on the list; `raw` is the very node."""

    id: str
    raw: object
    origin: Origin


class Transcript(NamedTuple):
    """One conversation of a session file, rebuilt as its agent would send it."""

    request: Any
    """The list of messages, or the whole request body where the file holds one."""
    format: str
    """The name of the list's wire format."""
    agent: str
    """Who wrote the file, such as `Claude Code`."""
    why: str
    """By what the file was recognised."""
    origins: tuple[Origin, ...] = ()
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
    """The time of the last message, as the file has it."""
    facts: Mapping[str, Any] = {}
    """What the file tells of the request beside the list, such as the model."""

    @property
    def first_line(self) -> int:
        """The 1-based line where the conversation begins."""
        return min((origin.line for origin in self.origins), default=1)

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

    def line(self, place: Steps) -> int:
        """Return the 1-based line of a place of a report."""
        if len(place) == 2 and place[0] == AT_LINE and isinstance(place[1], int):
            return place[1]
        origin = self.origin_of(place)
        return origin.line if origin else 1


def unfold(value: Any, format: str | None) -> tuple[Any, str | None]:
    """Return the request of a session's transcript with its format, and anything else as it is."""
    if type(value) is Transcript:
        return value.request, format or value.format
    return value, format
