"""Why a finding was left alone, in words: a person must decide, the policy forbids it, or nothing helps."""

from __future__ import annotations

from typing import Literal

from transcript_doctor.acts.repair.entries import Refused, Where
from transcript_doctor.core.finding import Finding, Grounds
from transcript_doctor.core.safety import Safety

Why = Literal["", "stale", "doubtful", "harmful"]
"""What the rounds know of a finding that was left: the repair itself made its reasoning stale, its rule
leaves it to a person, or healing it was tried and taken back."""


def refusal(
    finding: Finding, where: Where, allowed: frozenset[Safety], home: str | None, why: Why
) -> Refused:
    """Return a finding that was left, with the class that it would need and the reason.

    `where` is its place in what was given, `home` the target that was repaired for where everybody was
    asked.
    """
    safety, reason = _reason(finding, allowed, home, why)
    return Refused(finding, safety, reason, where)


def _reason(
    finding: Finding, allowed: frozenset[Safety], home: str | None, why: Why
) -> tuple[Safety, str]:
    fix = finding.fix
    safety: Safety = fix.safety if fix is not None else "manual"
    title = fix.title if fix is not None else "look at it yourself"
    if why == "stale":
        return "manual", _stale(finding)
    if finding.case in finding.rule.mild:
        return safety, f"what is to follow may still come; if not, --as request heals it: {title}"
    if safety == "manual":
        return safety, f"a person must decide: {title}"
    if why == "doubtful":
        return "manual", "a person must decide: the list does not tell what is meant"
    if not matters(finding.grounds):
        kind = f"and this fix is {safety}"
        return safety, f"a warning is healed where nothing is lost or added, {kind}: {title}"
    if safety not in allowed:
        return safety, (
            f"its fix is {safety}, and the policy stops before (--policy {safety} applies it): {title}"
        )
    if why == "harmful":
        harm = (
            "it would lose something, part a call from its result, leave nothing or make it worse"
        )
        return safety, f"{harm}: {title}"
    if home is not None:
        return safety, f"it was repaired for {home}; name the target that is meant: {title}"
    return safety, f"nothing that is known heals it here: {title}"


def matters(grounds: Grounds) -> bool:
    """Tell whether findings are to be healed: errors, and warnings whose healing costs nothing."""
    if grounds.case in grounds.rule.mild:
        return False
    fix = grounds.remedy
    return grounds.severity == "error" or (fix is not None and fix.safety == "safe")


def _stale(finding: Finding) -> str:
    if finding.ruling.families:
        return (
            "some models bind reasoning to what stands before it, which was changed: name the model"
        )
    return (
        "it is bound to what was changed in front of it, and the running tool loop needs it: "
        "switch thinking off, or begin the turn again"
    )
