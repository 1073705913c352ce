"""What `minimise` takes and returns: the smallest list that still breaks the same rule in the same way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.minimise.searching import Search
from transcript_doctor.catalog import rule_named
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import As, Report
from transcript_doctor.core.transcript import unfold


@dataclass(frozen=True, slots=True)
class Minimised:
    """The smallest transcript found, the finding in it, and how it was found."""

    transcript: Any
    finding: Finding
    report: Report
    before: int
    """Messages of the transcript as given."""
    after: int
    """Messages of the transcript found."""
    checks: int
    minimal: bool
    """Whether no single message can go; False where the bound on the work was met before."""


def minimise(
    transcript: Any,
    *,
    rule: str | None = None,
    format: str | None = None,
    target: str | None = None,
    context: Mapping[str, Any] | None = None,
    as_: As | None = None,
) -> Minimised | None:
    """Return the smallest transcript with the same rule and case broken; None where nothing is.

    `rule` is the code or name of the rule to keep; without it the first error is kept, or else the
    first warning.
    """
    transcript, format = unfold(transcript, format)
    whole = check(transcript, format=format, target=target, context=context, as_=as_)
    wanted = _wanted(whole.findings, rule_named(rule).code if rule else None)
    if wanted is None:
        return None
    search = Search(transcript, whole, wanted, context)
    minimal = search.cut()
    report = search.check(search.best)
    finding = next(filter(search.is_wanted, report.findings))
    before, after = len(search.list.messages), search.length
    return Minimised(search.best, finding, report, before, after, search.checks, minimal)


def _wanted(findings: Iterable[Finding], code: str | None) -> Finding | None:
    found = [finding for finding in findings if code in (None, finding.code)]
    errors = [finding for finding in found if finding.severity == "error"]
    return next(iter(errors or found), None)
