"""What a person can do where a conversion refuses a transcript: the next step, in the caller's own words."""

from __future__ import annotations

from typing import NamedTuple

from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report
from transcript_doctor.core.safety import Safety


class Words(NamedTuple):
    """How options are called, in Python or on the command line."""

    repair: str
    lossy: str
    source: str


PYTHON = Words("repair=True", 'policy="lossy"', "source=")


_ASKED_AGAIN = frozenset(
    """
    R003 R004 R005 R006 R007 R008 R010 P005 P006 P010 P011 I002 I004 C003 C004
    T001 T002 T003 T004 T005 T006 Y003 L001 L002
    """.split()  # noqa: SIM905
)
"""Rules on the order of roles, and on what a conversion leaves behind or writes in another way."""


def blocking(report: Report) -> list[Finding]:
    """Return the errors that mean something wherever a transcript goes.

    Of the others the check at the target says whether they mean anything there.
    """
    return [
        finding
        for finding in report.findings
        if finding.severity == "error" and finding.code not in _ASKED_AGAIN
    ]


def next_step(report: Report, words: Words, *, mended: bool, policy: Safety, named: bool) -> str:
    """Return what may be done with a transcript that is still sick; `mended`: it was repaired already.

    `named` tells whether somebody said whose laws it follows.
    """
    errors = [finding for finding in report.findings if finding.severity == "error"]
    steps = [_step(errors, words, mended=mended, policy=policy)]
    if not named:
        steps.append(f"if it was not made for {report.target}, say for whom ({words.source}NAME)")
    return "; ".join(steps)


def _step(errors: list[Finding], words: Words, *, mended: bool, policy: Safety) -> str:
    by_hand = [f.fix for f in errors if f.fix is None or f.fix.safety == "manual"]
    if by_hand:
        title = next((fix.title for fix in by_hand if fix is not None), None)
        return "what no repair does is for a person" + (f": {title}" if title else "")
    if policy != "lossy" and any(f.fix is not None and f.fix.safety == "lossy" for f in errors):
        far = words.lossy if mended else f"{words.repair} with {words.lossy}"
        return f"{far} mends it, and lists what that loses"
    return "no repair makes it whole" if mended else f"repair it first ({words.repair} does that)"
