"""What a conversion was asked for, and the sound transcript that it begins with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from transcript_doctor.acts.repair import Change, Loss
from transcript_doctor.acts.repair.trail import Round
from transcript_doctor.core.errors import SickTranscript
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.report import As, Report
from transcript_doctor.core.safety import Safety


class Asked(NamedTuple):
    """How a transcript shall be read, judged and mended."""

    format: str | None
    source: str | None
    context: Mapping[str, Any] | None
    to_context: Mapping[str, Any] | None
    as_: As | None
    policy: Safety


class Sound(NamedTuple):
    """A transcript that its own target takes, and what was done to it for that."""

    value: Any
    report: Report
    changes: tuple[Change, ...] = ()
    losses: tuple[Loss, ...] = ()
    trail: tuple[Round, ...] = ()
    """The rounds of that repair, by which places are those of what was given."""
    sick: Report | None = None
    """What its own target refuses all the same, where that may mean nothing elsewhere."""

    @property
    def outline(self) -> Outline:
        """What the check has read; raises `SickTranscript` where it has read nothing."""
        found = self.report.outline
        if found is None:
            raise SickTranscript(self.report)
        return found
