"""Findings of one kind together: the first one is told whole, the others on one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from transcript_doctor.core.finding import Finding
from transcript_doctor.core.transcript import AT_LINE
from transcript_doctor.core.wording import counted, worded
from transcript_doctor.place import Place

_MOST_LISTED = 3
"""Repeats whose names and lines are all told; of more, the first and the last."""
_MOST_CALLS = 8
"""Calls that one fix names."""


def by_kind(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Return findings of one rule and case together, in the order of their first."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.code, finding.case), []).append(finding)
    return list(groups.values())


def said(finding: Finding, short: Mapping[str, str]) -> str:
    """Return a finding's sentence, behind what the shape shows for the id that it is about."""
    label = short.get(finding.subject.id or "") if finding.subject else None
    return f"{label}: {finding.message}" if label else finding.message


def repeats(
    group: Sequence[Finding], short: Mapping[str, str], line_of: Callable[[Place], int]
) -> str:
    """Return the findings behind the first one: what the shape calls them, and their lines."""
    others = group[1:]
    names = [_label(finding, short) for finding in others]
    if others[0].place[:1] == (AT_LINE,):
        names, words = [], "the same"  # the lines below say where
    elif None in names or len(set(names)) < len(names):
        names = [str(finding.place) for finding in others[:_MOST_LISTED]]
        words = ", ".join(map(str, names))
        words += ", ..." if len(others) > _MOST_LISTED else ""
    elif len(names) > _MOST_LISTED:
        words = f"{names[0]} ... {names[-1]}"
    else:
        words = ", ".join(map(str, names))
    told = [line_of(finding.place) for finding in others[:_MOST_LISTED]]
    more = len(others) > _MOST_LISTED
    if all(told) and {line_of(group[0].place)} != set(told):
        lines = ", ".join(map(str, dict.fromkeys(told)))
        words += f" at line{'s' if len(set(told)) > 1 or more else ''} {lines}"
        words += ", ..." if more else ""
    return f"{words} ({len(others)} more)" if more else words


def fix_of(group: Sequence[Finding], short: Mapping[str, str]) -> str | None:
    """Return what heals a group: the fix of its first finding, or one that names all their calls."""
    fix = group[0].fix
    if fix is None or len(group) == 1 or not fix.many:
        return None if fix is None else fix.title
    names = [_label(finding, short) or finding.call.rstrip(",") for finding in group]
    calls = ", ".join(names[:_MOST_CALLS])
    if len(names) > _MOST_CALLS:
        calls += f", ... ({len(names) - _MOST_CALLS} more)"
    return worded(fix.many, {"calls": calls})


def rest(hidden: Iterable[Sequence[Finding]]) -> str:
    """Return what is not shown, by kind."""
    counts = Counter(f"{finding.code} {finding.name}" for finding in chain.from_iterable(hidden))
    kinds = ", ".join(f"{name} x{count}" for name, count in counts.most_common())
    return f"and {counted(counts.total(), 'finding')} more: {kinds} (--limit 0 shows all)"


def _label(finding: Finding, short: Mapping[str, str]) -> str | None:
    """Return what the shape shows for a call or for the call of a result, if that tells it apart."""
    row = finding.subject
    if row is None or not row.id:
        return None
    return short.get(row.id, row.id)
