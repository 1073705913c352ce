"""Why a finding is a warning and no error: what speaks for a refusal, and what is not known."""

from __future__ import annotations

import re
from collections.abc import Iterable

from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Stand
from transcript_doctor.core.target import Law
from transcript_doctor.safetext import printable

_LONGEST = 60
"""Characters of a source that are shown; the targets' pages have it whole."""


def doubt(finding: Finding) -> str | None:
    """Return why the target may refuse what a warning is about, with source and date.

    None where nothing is known of it: the target has no law on it.
    """
    law = finding.ruling.law
    if law is None:
        return None
    known = f"{short_source(law)}, {law.date}"
    if finding.ruling.families:
        return f"some models: {known}"
    if law.verdict == "contested":
        return f"contested: {known}"
    return f"client code alone: {known}" if law.evidence == "code" else f"if it is sent so: {known}"


def short_source(law: Law) -> str:
    """Return the first source of a law, without what is said of it."""
    first = re.split(r"[;,]| \(", law.source, maxsplit=1)[0]
    return printable(first, _LONGEST)


def stand_of(target: str, findings: Iterable[Finding], lacking: Iterable[str]) -> Stand:
    """Return where a target stands to a transcript: it refuses, takes it, or it depends on something."""
    found = [finding for finding in findings if finding.rule.scope != "file"]
    refused = dict.fromkeys(finding.code for finding in found if finding.severity == "error")
    if refused:
        return Stand(target, "refuses", tuple(refused), ())
    facts = [f"{fact} unknown" for fact in lacking]
    reasons: dict[str, dict[str, None]] = {}
    for finding in found:
        reasons.setdefault(_reason(finding), {})[finding.code] = None
    named = reasons.pop("model unknown", None)
    facts += ["model unknown"] if named and "model unknown" not in facts else []
    said = [f"{', '.join(codes)} {reason}" for reason, codes in reasons.items()]
    codes = tuple(dict.fromkeys(finding.code for finding in found))
    return Stand(target, "depends" if found or facts else "takes", codes, (*facts, *said))


def _reason(finding: Finding) -> str:
    law = finding.ruling.law
    if law is None:
        return "without evidence"
    if finding.ruling.families:
        return "model unknown"
    if law.verdict == "contested":
        return "contested"
    return "by client code alone" if law.evidence == "code" else "if it is sent so"
