"""The table of rules and targets: one letter says what a target makes of a rule."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from transcript_doctor.acts.pages.laws import is_unsure, laws_on
from transcript_doctor.acts.pages.markdown import (
    anchor,
    cell,
    conditions,
    family_of,
    heading,
    table,
)
from transcript_doctor.catalog import RULES, target_names
from transcript_doctor.core.rule import Rule
from transcript_doctor.core.target import Law

LETTERS = {
    "R": "refused, or one of its cases is",
    "M": "refused for some models or settings only",
    "C": "contested, or known from client code alone: a warning",
    "A": "accepted",
    "V": "the versions of the library differ",
    "-": "no law: a warning where the rule's own weight is an error, otherwise nothing",
}
"""What a letter of the table means."""
_LONGEST = 160
"""Characters of what a pointer that rests on a letter is told."""


def overview() -> str:
    """Return the table of rules and targets as Markdown; the versions of one library share a column."""
    columns = [list(group) for _, group in groupby(target_names(), family_of)]
    rows = [
        (f"[{heading(rule)}](rules/{rule.code}.md)", *(_entry(rule, names) for names in columns))
        for rule in RULES.values()
    ]
    return table(("rule", *map(_title, columns)), rows)


def _title(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"[{names[0]}](targets/{names[0]}.md)"
    return f"[{family_of(names[0])}-\\*](targets/index.md)"


def _entry(rule: Rule, names: Sequence[str]) -> str:
    """Return what a column says of a rule: a letter, linked to the laws."""
    laws = [laws_on(rule, name) for name in names]
    marks = [letter(mine) for mine in laws]
    if len(names) == 1:
        mark, link = marks[0], f"targets/{names[0]}.md#{anchor(rule)}"
        told = _told(laws[0])
    else:
        mark, link = marks[0] if len(set(marks)) == 1 else "V", f"rules/{rule.code}.md"
        told = _versions(names, marks)
    return mark if mark == "-" else f'[{mark}]({link} "{_quotable(told)}")'


def _versions(names: Sequence[str], marks: Sequence[str]) -> str:
    """Return which versions of a library bear which letter."""
    short = [name.removeprefix(family_of(name))[1:] for name in names]
    rows = {m: [s for s, own in zip(short, marks, strict=True) if own == m] for m in marks}
    if len(rows) == 1:
        return "all versions"
    return "; ".join(f"{mark}: {', '.join(found)}" for mark, found in rows.items())


def letter(laws: Sequence[Law]) -> str:
    """Return the letter for a target's laws on one rule."""
    firm = [law for law in laws if law.verdict == "refused" and not is_unsure(law)]
    if firm:
        return "M" if all(law.when for law in firm) else "R"
    if any(map(is_unsure, laws)):
        return "C"
    return "A" if laws else "-"


def _told(laws: Sequence[Law]) -> str:
    """Return laws in a few words: which cases are refused, accepted and contested, and when."""
    cases: dict[str, list[str]] = {}
    for law in laws:
        when = conditions(law)
        words = f"{law.verdict} when {when}" if when else law.verdict
        cases.setdefault(words, []).extend(law.cases or ["all"])
    return "; ".join(f"{words}: {', '.join(named)}" for words, named in cases.items())


def _quotable(text: str) -> str:
    """Return a text for the title of a link."""
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
    return cell(short.replace('"', "'"))
