"""The page of a rule: made from its prose, cases and laws, so that they cannot drift apart.

The same text is the docs page, the answer of the command, and what `explain` returns.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from transcript_doctor import rules
from transcript_doctor.acts.pages.cases import illustration
from transcript_doctor.acts.pages.laws import laws_on
from transcript_doctor.acts.pages.markdown import (
    anchor,
    cases,
    cell,
    code,
    gathered,
    heading,
    table,
    verdict,
)
from transcript_doctor.catalog import rule_named, target_names
from transcript_doctor.core.rule import Remedy, Rule

_SCOPES = {
    "conversation": "the conversation itself, so a conversion to another format keeps it",
    "wire": "one wire format; a conversion writes that part anew",
    "file": "a session file, whoever receives the list that was read from it",
}
_WEIGHTS = {"error": "a warning", "warning": "no finding"}
"""What a rule's own weight makes of a fault where a target has no law on it."""


def explain(code: str) -> str:
    """Return the page of a rule as Markdown, by code (`P001`) or name; raises `UnknownRule`."""
    rule = rule_named(code)
    title, _, prose = rule.prose.strip().partition("\n")
    sections = [
        f"# {heading(rule)}",
        title,
        _facts(rule),
        *_prose(prose),
        _sentences(rule),
        _example(rule),
        _laws(rule),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _facts(rule: Rule) -> str:
    silent = [f"`{case}`" for case in rule.cases if rule.default_for(case) != rule.severity]
    but = f" ({', '.join(silent)}: {_WEIGHTS['warning']})" if silent else ""
    return (
        f"Family: {rule.family}. It concerns {_SCOPES[rule.scope]}. "
        f"Where a target has no law on it, it is {_WEIGHTS[rule.severity]}{but}. "
        f"Since version {rule.since}."
    )


def _prose(prose: str) -> Iterator[str]:
    """Yield each section of the prose, its heading parted from its text."""
    for section in prose.split("\n## ")[1:]:
        heading, _, text = section.partition("\n")
        yield f"## {heading.strip()}\n\n{text.strip()}"


def _sentences(rule: Rule) -> str:
    """Return the table of cases; a fix that all of them share stands behind it."""
    cases = [(f"`{case}`", code(sentence)) for case, sentence in rule.cases.items()]
    if isinstance(rule.remedy, Remedy):
        made = f"{table(('case', 'sentence'), cases)}\n\nFix, {_remedy(rule.remedy)}"
    else:
        fixes = [_remedy(rule.remedy_for(case)) for case in rule.cases]
        rows = [(*words, fix) for words, fix in zip(cases, fixes, strict=True)]
        made = table(("case", "sentence", "fix"), rows)
    return f"## Cases\n\n{made}"


def _remedy(remedy: Remedy | None) -> str:
    return f"{remedy.safety}: {cell(remedy.title)}" if remedy else ""


def _example(rule: Rule) -> str:
    """Return the rule's first sick case, judged now."""
    for case in cases_of(rule):
        if any(found["code"] == rule.code for found in case["finds"]):
            return f"## Example\n\n{illustration(case)}"
    return ""


def _laws(rule: Rule) -> str:
    """Return every law on the rule; targets with one and the same law share a row."""
    shared: dict[tuple[str, ...], list[str]] = {}
    for name in target_names():
        for law in laws_on(rule, name):
            words = (cases(law), verdict(law), code(law.says), f"{law.evidence}, {law.date}")
            shared.setdefault(words, []).append(name)
    rows = [
        (gathered(dict.fromkeys(names), f"../targets/{{}}.md#{anchor(rule)}"), *words)
        for words, names in shared.items()
    ]
    if not rows:
        return ""
    head = ("target", "case", "verdict", "sentence", "evidence")
    return f"## Targets with a law on it\n\n{table(head, rows)}"


def cases_of(rule: Rule) -> list[dict[str, Any]]:
    """Return the cases beside a rule's file: sick and healthy lists with what is found in them."""
    word = rule.name.replace("-", "_")
    for file in Path(rules.__file__ or "").parent.glob(f"*/{word}.cases.json"):
        found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["cases"]
        return found
    return []
