"""What mends a fault: nothing is promised that a repair does not do."""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.diagnose import Diagnosis
from transcript_doctor.acts.repair import repair
from transcript_doctor.cli.asking.options import Asked
from transcript_doctor.core.errors import UnprovenRepair
from transcript_doctor.core.report import Report

_TRIES: tuple[dict[str, Any], ...] = (
    {},
    {"policy": "lossy"},
    {"policy": "lossy", "unanswered": "drop", "orphan": "drop"},
)
"""Options of a repair, the gentlest first."""


def what_mends(value: Any, asked: Asked, found: Diagnosis) -> str | None:
    """Return the options with which `repair` mends the fault that is meant; None where none does."""
    finding, report = found.finding, found.report
    if finding is None or report is None or finding.fix is None or finding.fix.safety == "manual":
        return None
    for options in _TRIES:
        try:
            done = repair(
                value,
                format=asked.wire,
                target=asked.target,
                context=asked.context,
                as_=asked.as_,
                **options,
            )
        except UnprovenRepair:
            continue
        left = {(refused.finding.code, refused.place) for refused in done.refused}
        fewer = _count(done.report, finding.code) < _count(report, finding.code)
        if fewer and (finding.code, finding.place) not in left:
            return " ".join(f"--{name} {word}" for name, word in options.items())
    return None


def _count(report: Report, code: str) -> int:
    return sum(finding.code == code for finding in report.findings)
