"""A turn has reasoning, and does not begin with it.

## What it means
A text or a call stands in front of the turn's thinking.

## Why it is refused
Where thinking has a fixed budget, it comes before everything else in the turn, and the endpoint
holds the history to that. Code that collects texts, calls and thinking in separate lists and joins
them again in an order of its own changes the order. Where the model decides itself when to think,
thinking may stand anywhere.

## How it is healed
The right order is that of the response, and only its owner has it; moving sealed parts by guess
would break the seal instead.

## Sources
anthropics/claude-code#20705. The targets' pages name source and date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.pairing import turns_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws

_SEALED = frozenset({"thinking", "redacted"})


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find turns whose reasoning does not open them; one finding a turn.

    A call that the provider runs may stand in front: its own responses have that order.
    """
    if not laws.bites("T004", "not-first"):
        return
    starts = turns_of(outline, laws.pairing)
    judged = {call.message for call in outline.hosted_calls if call.part[-1:] == (0,)}
    for row in outline.reasoning:
        first = starts[row.message]
        if row.kind not in _SEALED or first in judged:
            continue
        judged.add(first)
        if row.first and row.message == first:
            continue
        opens = outline.opens.get(first)
        part = ("content", 0) if opens else ()
        related = ((row.message, *row.part),)
        yield Hit("not-first", first, part, {"type": opens or "text"}, None, related)


RULE = Rule(
    code="T004",
    name="reasoning-not-first",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "not-first": "the turn has reasoning and begins with `{type}`",
    },
    remedy=Remedy("manual", "keep the parts in the order in which they were received"),
    needs="reasoning",
    check=find,
)
