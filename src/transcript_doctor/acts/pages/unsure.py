"""What is not known for sure: each contested law, and each that rests on client code alone."""

from __future__ import annotations

from itertools import groupby

from transcript_doctor.acts.pages.laws import is_unsure, laws_of
from transcript_doctor.acts.pages.markdown import cases, cell, conditions, gathered, heading, table
from transcript_doctor.catalog import RULES, target_names
from transcript_doctor.core.target import Law

_HEAD = ("rule", "case", "verdict", "what is known", "evidence")


def doubts() -> str:
    """Return every unsure law as Markdown, by target, with source and date; shared ones come last."""
    shared: dict[tuple[str, ...], list[str]] = {}
    for name in target_names():
        for law in laws_of(name):
            if is_unsure(law):
                shared.setdefault(_row(law), []).append(name)
    alone = [(names[0], row) for row, names in shared.items() if len(names) == 1]
    sections = [
        f"## {name}\n\n{table(_HEAD, _in_order([row for _, row in group]))}"
        for name, group in groupby(alone, lambda pair: pair[0])
    ]
    several = [
        (*row, gathered(names, "targets/{}.md")) for row, names in shared.items() if len(names) > 1
    ]
    if several:
        made = table((*_HEAD, "targets"), _in_order(several))
        sections.append(f"## Several targets\n\n{made}")
    return "\n\n".join(sections)


def _row(law: Law) -> tuple[str, ...]:
    known = f"{law.source}. Note: {law.note}" if law.note else law.source
    verdict = "contested" if law.verdict == "contested" else "refused, says client code"
    when = conditions(law)
    return (
        f"[{heading(RULES[law.rule])}](rules/{law.rule}.md)",
        cases(law),
        f"{verdict} when {cell(when)}" if when else verdict,
        cell(known),
        f"{law.evidence}, {cell(law.date)}",
    )


def _in_order(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    order = {heading(rule): i for i, rule in enumerate(RULES.values())}
    return sorted(rows, key=lambda row: order[row[0][1:].partition("]")[0]])
