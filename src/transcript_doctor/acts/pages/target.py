"""The page of a target: its pairing law, its model families, each law with source and date."""

from __future__ import annotations

from itertools import groupby

from transcript_doctor.acts.pages.laws import laws_of
from transcript_doctor.acts.pages.markdown import cases, cell, code, heading, table, verdict
from transcript_doctor.catalog import RULES, target_named
from transcript_doctor.core.target import Law, Pairing, Target

_RECEIVES = {
    "record": "A list without a request around it is taken for a record.",
    "request": "A list without a request around it is taken for a request.",
}
_READING = (
    "Of several laws on one case the first that holds decides. What the words of the tables mean "
    "stands in [words](../words.md)."
)
_PAIRING = {
    ("join", True): "neighbours of one role are one turn",
    ("where", "next-turn"): "results stand in the turn after the call",
    ("where", "directly"): "results stand directly behind the message that calls",
    ("where", "anywhere-after"): "results stand anywhere behind their call",
    ("by", "id"): "they are matched by id",
    ("by", "position"): "they are matched by their place in the order",
    ("by", "count"): "they are only counted",
    ("by", "name"): "they are matched by name and order",
    ("by", "exact"): "they are matched by id, to the letter",
    ("results", "lead"): "results open their turn",
    ("results", "alone"): "nothing else stands in their turn",
    ("order", "call"): "they stand in the order of the calls",
    ("group", "one-message"): "all results of a turn stand in one message",
    ("between", "calls"): "only calls and results stand between a call and its result",
    ("skip_first", True): "the first message is not looked at",
    ("without_legacy", True): "a `function_call` is no call",
}
"""What each word of a pairing law means; a free choice goes without saying."""


def describe(name: str) -> str:
    """Return the page of a target as Markdown, by name; raises `UnknownTarget`."""
    target = target_named(name)
    sections = [
        f"# {target.name}",
        f"{cell(target.title[:1].upper() + target.title[1:])}.",
        cell(target.prose),
        _facts(target),
        _after(target),
        _families(target),
        f"## Laws\n\n{_READING}",
        *_laws(target),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _facts(target: Target) -> str:
    facts = [f"Format: {target.format}. {_pairing(target.pairing)} {_RECEIVES[target.bare_list]}"]
    if target.aliases:
        facts.append(f"Also called: {cell(', '.join(target.aliases))}.")
    if not target.in_all:
        facts.append("It is not among those that `all` means.")
    return " ".join(facts)


def _pairing(law: Pairing) -> str:
    words = [_PAIRING[found] for found in law._asdict().items() if found in _PAIRING]
    return f"Pairing: {'; '.join(words)}." if words else ""


def _after(target: Target) -> str:
    """Return the table of roles that may follow each other."""
    if not target.after:
        return ""
    rows = [(code(role), ", ".join(map(code, next_))) for role, next_ in target.after.items()]
    return f"## Order of roles\n\n{table(('after', 'may stand'), rows)}"


def _families(target: Target) -> str:
    if not target.families:
        return ""
    rows = [(code(name), code(pattern)) for name, pattern in target.families.items()]
    head = ("family", "pattern searched in the model's name")
    return f"## Model families\n\n{table(head, rows)}"


def _laws(target: Target) -> list[str]:
    """Return a section for each rule with a law; among those of one rule the first that holds wins."""
    order = {code: i for i, code in enumerate(RULES)}
    laws = sorted(laws_of(target.name), key=lambda law: order[law.rule])
    sections = []
    for rule, mine in groupby(laws, lambda law: law.rule):
        made = table(("case", "verdict", "sentence", "evidence, date and source"), map(_row, mine))
        link = f"[{rule}](../rules/{rule}.md)"
        sections.append(f"### {heading(RULES[rule]).replace(rule, link, 1)}\n\n{made}")
    return sections


def _row(law: Law) -> tuple[str, str, str, str]:
    known = f"{law.evidence}, {cell(law.date)}: {cell(law.source)}"
    if law.note:
        known += f". Note: {cell(law.note)}"
    return cases(law), verdict(law), code(law.says), known
