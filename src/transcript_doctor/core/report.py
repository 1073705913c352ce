"""A report: all that one check found, what it did not know, and what it took the transcript for."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from transcript_doctor.core.facts import Unknown
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Outline

As = Literal["request", "record"]


class Recognised(NamedTuple):
    """What a transcript was taken for, and why."""

    format: str
    why: str


class Source(Protocol):
    """Whatever can give the outline of the transcript that was checked."""

    @property
    def outline(self) -> Outline:
        """The walk's outcome."""
        ...


class Report:
    """What `check` returns. Its truth value says nothing; ask `ok`."""

    __slots__ = ("_source", "as_", "findings", "recognised", "target", "unknowns")

    def __init__(
        self,
        findings: tuple[Finding, ...],
        unknowns: tuple[Unknown, ...],
        recognised: Recognised,
        target: str,
        as_: As,
        source: Source | None = None,
    ) -> None:
        self.findings, self.unknowns, self.recognised = findings, unknowns, recognised
        self.target, self.as_, self._source = target, as_, source

    @property
    def outline(self) -> Outline | None:
        """The outline that the rules read; made now where a glance had proved the list sound."""
        return self._source.outline if self._source is not None else None

    @property
    def ok(self) -> bool:
        """True when no finding is an error."""
        return all(finding.severity != "error" for finding in self.findings)

    @property
    def format(self) -> str:
        """The format that the transcript was read in."""
        return self.recognised.format

    def to_json(self) -> dict[str, object]:
        """Return the report as plain JSON, without source, line and shape."""
        return {
            "format": self.format,
            "target": self.target,
            "as": self.as_,
            "ok": self.ok,
            "findings": [finding.to_json() for finding in self.findings],
            "unknowns": [unknown.to_json() for unknown in self.unknowns],
        }

    def _identity(self) -> tuple[object, ...]:
        return (self.findings, self.unknowns, self.recognised, self.target, self.as_)

    def __eq__(self, other: object) -> bool:
        """Two reports are equal when they say the same."""
        return isinstance(other, Report) and self._identity() == other._identity()

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._identity())

    def __repr__(self) -> str:
        """Return a short form for people who debug."""
        health = "ok" if self.ok else "sick"
        return (
            f"<{health} for {self.target}, {self.format} as a {self.as_}: {list(self.findings)!r}>"
        )
