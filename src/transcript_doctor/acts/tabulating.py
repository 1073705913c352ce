"""The table of rules and targets: one letter says what a target makes of a rule."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from transcript_doctor.acts.pagewords import (
    anchor,
    cell,
    conditions,
    family_of,
    heading,
    is_unsure,
    table,
)
from transcript_doctor.catalog import RULES, target_named, target_names
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
    marks = {name: letter(_laws(rule, name)) for name in names}
    shared = set(marks.values())
    if len(names) == 1:
        mark, link = marks[names[0]], f"targets/{names[0]}.md#{anchor(rule)}"
        told = "; ".join(map(_told, _laws(rule, names[0])))
    else:
        mark, link = shared.pop() if len(shared) == 1 else "V", f"rules/{rule.code}.md"
        told = ", ".join(f"{name.removeprefix(family_of(name))[1:]} {marks[name]}" for name in names)
    return mark if mark == "-" else f'[{mark}]({link} "{_quotable(told)}")'


def _laws(rule: Rule, name: str) -> list[Law]:
    return [law for law in target_named(name).laws if law.rule == rule.code]


def letter(laws: Sequence[Law]) -> str:
    """Return the letter for a target's laws on one rule."""
    firm = [law for law in laws if law.verdict == "refused" and not is_unsure(law)]
    if firm:
        return "M" if all(law.when for law in firm) else "R"
    if any(map(is_unsure, laws)):
        return "C"
    return "A" if laws else "-"


def _told(law: Law) -> str:
    """Return a law in a few words."""
    when = conditions(law)
    words = f"{law.verdict}: {', '.join(law.cases) or 'all'}"
    return f"{words} when {when}" if when else words


def _quotable(text: str) -> str:
    """Return a text for the title of a link."""
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
    return cell(short.replace('"', "'"))
