"""Markdown for the pages of rules and targets: cells, code, tables, and a law in words.

Whatever comes from a target's file or a rule is escaped here, so that no page can be broken by data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from transcript_doctor.core.rule import Rule
from transcript_doctor.core.target import Law
from transcript_doctor.safetext import printable

_MARKUP = re.compile(r"[\\`*\[\]<>|~&]|(?<!\w)_|_(?!\w)")
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;", "~": "&#126;"}
"""What a backslash does not tame in every Markdown."""


def cell(text: str) -> str:
    """Return a text for a line or a table's cell: on one line, and no markup."""
    flat = printable(" ".join(text.split()))
    return _MARKUP.sub(lambda found: _ENTITIES.get(found[0], f"\\{found[0]}"), flat)


def code(text: str | None) -> str:
    """Return a text as code in a table's cell, inside a fence longer than any run of backticks."""
    flat = printable(" ".join((text or "").split()))
    if not flat:
        return ""
    if "|" in flat:  # between backticks no way of writing it means the same in every Markdown
        return f"<code>{cell(flat)}</code>"
    fence = _fence(flat, 1)
    return f"{fence} {flat} {fence}" if "`" in flat else f"{fence}{flat}{fence}"


def fenced(text: str, language: str) -> str:
    """Return a block of code; its fence is longer than any run of backticks in the text."""
    fence = _fence(text, 3)
    return f"{fence}{language}\n{text}\n{fence}"


def _fence(text: str, least: int) -> str:
    return "`" * max(least, 1 + max(map(len, re.findall("`+", text)), default=0))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of cells that are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cases(law: Law) -> str:
    """Return which cases of its rule a law speaks of."""
    named = ", ".join(f"`{case}`" for case in law.cases) or "all"
    return f"{named} (in the last message)" if law.at == "last" else named


def conditions(law: Law) -> str:
    """Return under which facts a law holds; empty where it always does."""
    words = [f"{fact} is {_either(wanted)}" for fact, wanted in law.when.items()]
    words += [f"there is no {fact}" for fact in law.unless]
    return " and ".join(words)


def _either(wanted: object) -> str:
    values = wanted if isinstance(wanted, list) else [wanted]
    return " or ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in values)


def verdict(law: Law) -> str:
    """Return a law's verdict with its conditions, and the numbers and patterns that it names."""
    when = conditions(law)
    words = f"{law.verdict} when {cell(when)}" if when else law.verdict
    params = ", ".join(f"{name} = {json.dumps(value)}" for name, value in law.params.items())
    return f"{words} ({code(params)})" if params else words


def heading(rule: Rule) -> str:
    """Return the words that stand over a rule, on its own page and on the pages of targets."""
    return f"{rule.code} {rule.name}"


def anchor(rule: Rule) -> str:
    """Return what a page makes of a rule's heading, to be put behind a `#`."""
    return heading(rule).lower().replace(" ", "-")


def gathered(names: Iterable[str], link: str) -> str:
    """Return targets as links (`link` has `{}` for a name); a library's versions are one word."""
    words = []
    for family, group in groupby(names, family_of):
        found = list(group)
        if family != found[0]:
            words.append(f"{family}-\\* ({len(found)})")
        else:
            words += [f"[{name}]({link.format(name)})" for name in found]
    return ", ".join(words)


def family_of(name: str) -> str:
    """Return the word that the versions of one library share; for other targets their name."""
    return re.sub(r"-v\d+(-finetuning)?$", "", name)
