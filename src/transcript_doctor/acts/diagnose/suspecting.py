"""Suspecting: which mistakes speak out of a finding, and what a report's finding looks like."""

from __future__ import annotations

from functools import cached_property

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.mistake import SURE
from transcript_doctor.acts.diagnose.outcome import Suspect
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report

_TAKEN_ELSEWHERE = ("R", "I005", "Y001")
"""Rules whose warnings are most often no fault at all: what they look like is then left open."""


def suspects_of(finding: Finding, clues: Clues) -> tuple[Suspect, ...]:
    """Return the mistakes whose signs a finding bears, the heaviest first."""
    from transcript_doctor.acts.diagnose.book import BY_CODE  # loaded where something is sick

    mild = finding.severity == "warning" and finding.code.startswith(_TAKEN_ELSEWHERE)
    most = SURE - 1 if mild else 100
    found = []
    for mistake in BY_CODE.get(finding.code, ()):
        sign = mistake.shows(finding, clues)
        if sign is not None:
            found.append(Suspect(mistake, min(sign.weight, most), sign.seen))
    found.sort(key=lambda suspect: -suspect.weight)
    return tuple(found)


class Looks:
    """What the findings of one report look like; nothing is worked out before somebody asks."""

    def __init__(self, report: Report) -> None:
        self._report = report

    @cached_property
    def _clues(self) -> Clues:
        return Clues(self._report)

    def like(self, finding: Finding) -> str | None:
        """Return the mistake that made a finding, in a few words, where the evidence decides."""
        if self._report.outline is None:
            return None
        first = next(iter(suspects_of(finding, self._clues)), None)
        return first.mistake.words if first is not None and first.sure else None
