"""One kind of fault in the report for people: what is wrong, who refuses it, what it looks like, the fix."""

from __future__ import annotations

from collections.abc import Mapping

from transcript_doctor.acts.check.weighing import doubt
from transcript_doctor.acts.diagnose.suspecting import Looks
from transcript_doctor.acts.opening.targeting import ALL
from transcript_doctor.acts.report.entry import Entry
from transcript_doctor.acts.report.kinds import fix_of, repeats, said
from transcript_doctor.acts.report.layout import Layout
from transcript_doctor.acts.report.words import FIXES, some
from transcript_doctor.core.finding import Finding

_MOST_NAMED = 5


def lines_of(
    group: list[Finding], entry: Entry, page: Layout, short: Mapping[str, str], looks: Looks
) -> list[str]:
    """Return the lines of a kind: its first finding in full, the others on a line.

    What a pasted refusal means stands below the finding that it means.
    """
    first = group[0]
    weight = " (warning)" if first.severity == "warning" else ""
    name = f"{first.code} {first.name}{weight}"
    head = f"  {page.paint.severity(first.severity, name)}   "
    lines = page.hanging(head, len(name) + 5, said(first, short))
    if entry.answer is not None and entry.answer.finding is first:
        lines += page.row("your error", entry.answer.words)
    if len(group) > 1:
        lines += page.row("also", repeats(group, short, entry.line_of))
    if refused := first.refused_by:
        most = len(refused) if entry.report.target == ALL else _MOST_NAMED
        lines += page.row("refused by", some(refused, most, first.target), ours=True)
    lines += _verdict(first, page)
    if like := looks.like(first):
        lines += page.row("looks like", like)
    if (fix := first.fix) and (title := fix_of(group, short)):
        lines += page.row("fix", f"({FIXES[fix.safety]}) {title}")
    return lines


def _verdict(finding: Finding, page: Layout) -> list[str]:
    """Return what the target says; of a warning, why it may refuse."""
    law, target = finding.ruling.law, finding.target
    says = f"{law.status if law else 400}  {finding.provider_says}"
    lacks = finding.provider_says is None
    if finding.severity == "error":
        return [] if lacks else page.row(target, says)
    if finding.rule.scope == "file":
        return []
    why = doubt(finding)
    if why is None:
        return page.row(target, "no evidence either way")
    lines = page.row("may be refused by", f"{target} ({why})")
    return lines if lacks else lines + page.row("would say", says)
