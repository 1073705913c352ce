"""The entries of a repair: what was done, what was lost, what was left alone, and where that stood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from transcript_doctor.acts.repair.trail import Spot
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.safety import IN_WORDS, Safety
from transcript_doctor.place import Place, Steps
from transcript_doctor.safetext import printable

_LONGEST = 400
"""Characters of a line that is printed."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where something stood in the transcript as it was given."""

    index: int | None
    """The index of the message; None where none is meant, and for one that was added."""
    place: Place
    added: bool = False
    """Whether the repair itself added it: `place` is then the one in front of which it went in."""

    @classmethod
    def of(cls, spot: Spot, root: Steps) -> Where:
        """Return a spot below a list that stands at `root` of a request."""
        steps, added = spot
        index = steps[0] if steps and isinstance(steps[0], int) else None
        whole = added and len(steps) == 1
        return cls(None if whole else index, Place((*root, *steps)), added)

    def __str__(self) -> str:
        """Return the place, or what something was added in front of."""
        return f"in front of {self.place}, added" if self.added else str(self.place)

    def to_json(self) -> dict[str, object]:
        """Return it as plain JSON."""
        return {"index": self.index, "place": str(self.place), "added": self.added}


class _Placed:
    """What has a `where`, and shows what stands in it."""

    __slots__ = ()
    where: Where

    @property
    def index(self) -> int | None:
        """The index of the message; None where none is meant, and for one that was added."""
        return self.where.index

    @property
    def place(self) -> Place:
        """Where it is, in the request as it was given."""
        return self.where.place

    @property
    def added(self) -> bool:
        """Whether the repair itself added it: `place` is then the one in front of which it went in."""
        return self.where.added


@dataclass(frozen=True, slots=True)
class Change(_Placed):
    """One thing that was done, in the transcript as it was given; words are made on demand."""

    where: Where
    finding: Finding
    """What was wrong, as it was found just before."""
    safety: Safety
    said: str | None = None
    """What was done, where it is not what the finding's own fix says."""

    @property
    def code(self) -> str:
        """The rule's code, such as `P001`."""
        return self.finding.code

    @property
    def title(self) -> str:
        """What was done."""
        fix = self.finding.fix
        return self.said or (fix.title if fix is not None else self.finding.name)

    @property
    def reason(self) -> str:
        """What was wrong. It quotes the transcript: escape it before showing it."""
        return self.finding.message

    def to_json(self) -> dict[str, object]:
        """Return the change as plain JSON."""
        return {
            **self.where.to_json(),
            "code": self.code,
            "title": self.title,
            "reason": self.reason,
            "safety": self.safety,
        }

    def __str__(self) -> str:
        """Return the line that the command prints, escaped."""
        what = f"{self.code} {self.title} ({IN_WORDS[self.safety]})"
        return printable(f"{self.where}: {what}", _LONGEST)

    def __repr__(self) -> str:
        """Return a short form for people who debug."""
        return f"<change {str(self)!r}>"


@dataclass(frozen=True)
class Loss:
    """Something real that left the request: where it stood in the list as it was given, and the very node."""

    index: int | None
    place: Place
    what: str
    raw: Any

    def to_json(self) -> dict[str, object]:
        """Return the loss as plain JSON; `raw` is what was lost, as it stood."""
        return {**vars(self), "place": str(self.place)}

    def __str__(self) -> str:
        """Return the line that the command prints, escaped."""
        return printable(f"{self.place}: lost: {self.what}", _LONGEST)

    def __repr__(self) -> str:
        """Return a short form for people who debug, without what was lost."""
        return f"<loss at {self.place}: {self.what}>"


@dataclass(frozen=True, slots=True)
class Refused(_Placed):
    """A finding that was left alone, the class that its fix would need, and why."""

    finding: Finding
    """What is wrong, in the list as it is now."""
    safety: Safety
    reason: str
    where: Where
    """Where that stood in the transcript as it was given."""

    def to_json(self) -> dict[str, object]:
        """Return the refusal as plain JSON."""
        return {
            **self.where.to_json(),
            "finding": self.finding.to_json(),
            "safety": self.safety,
            "reason": self.reason,
        }

    def __str__(self) -> str:
        """Return the line that the command prints, escaped."""
        finding = self.finding
        weight = "" if finding.severity == "error" else " (warning)"
        words = f"left alone: {finding.code}{weight} {finding.message}; {self.reason}"
        return printable(f"{self.where}: {words}", _LONGEST)

    def __repr__(self) -> str:
        """Return a short form for people who debug."""
        return f"<left alone at {self.place}: {self.finding!r}; {self.reason!r}>"
