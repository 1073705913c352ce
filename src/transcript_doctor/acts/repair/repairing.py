"""Repairing: what a transcript needs to be taken, done in rounds, proved, and said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.repair.outcome import Repair
from transcript_doctor.acts.repair.rounds import Rounds
from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.report import As
from transcript_doctor.core.safety import POLICIES, Safety
from transcript_doctor.core.wording import cut, named

CHOICES = {"unanswered": ("marker", "drop"), "orphan": ("quote", "drop")}
"""What a caller may choose where a fault can be healed in two ways; the first is the default."""


def repair(
    transcript: Any,
    *,
    format: str | None = None,
    target: str | None = None,
    context: Mapping[str, Any] | None = None,
    as_: As | None = None,
    policy: Safety = "marked",
    unanswered: str = "marker",
    orphan: str = "quote",
) -> Repair:
    """Return a transcript that the target takes, as far as the policy allows; what is given is not touched.

    `policy` is the highest class of fixes applied. `unanswered` is what a call without a result becomes
    (`marker`, or `drop` the call), `orphan` what a result without a call becomes (`quote` or `drop`).
    Raises `UnprovenRepair` where the proof of a repair fails, never because a transcript is sick.
    """
    _take(policy, "policy", POLICIES)
    choices = {"unanswered": unanswered, "orphan": orphan}
    for name, word in choices.items():
        _take(word, name, CHOICES[name])
    asked: dict[str, Any] = {"format": format, "target": target, "context": context, "as_": as_}
    report = check(transcript, **asked)
    # One list cannot be written for everybody: the law is met that is its own, and the rest is listed.
    home = check(transcript, **{**asked, "target": None}).target if report.target == "all" else None
    return Rounds(transcript, asked, policy, choices, home).run(report)


def _take(word: object, option: str, known: tuple[str, ...]) -> None:
    if not (type(word) is str and word in known):
        said = " or ".join(repr(one) for one in known)
        raise BadOption(f"{option} takes {said}, not {cut(named(word), 80)!r}")
