"""A report: all that one check found, what it did not know, and what it took the transcript for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from transcript_doctor.core.facts import Unknown
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Outline

As = Literal["request", "record"]


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a transcript was taken for, and why."""

    format: str
    why: str


@dataclass(frozen=True, slots=True)
class Report:
    """What `check` returns. Its truth value says nothing; ask `ok`."""

    findings: tuple[Finding, ...]
    unknowns: tuple[Unknown, ...]
    recognised: Recognised
    target: str
    as_: As
    outline: Outline | None = field(default=None, repr=False, compare=False)

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
