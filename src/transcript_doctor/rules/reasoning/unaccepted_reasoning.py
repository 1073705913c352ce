"""Reasoning is sent to a target that does not take it.

## What it means
A reasoning field, part or signature stands in a request whose receiver refuses it, or thinking
stands in the newest turn of a request that has thinking switched off.

## Why it is refused
What one provider demands another forbids. A history that changes provider, or a retry that turns
thinking off and keeps the messages, carries it along.

## How it is healed
The reasoning is dropped and listed.

## Sources
tailcallhq/forgecode#1853, Kilo-Org/kilocode#4631. The targets' files name source and date of each
law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.pairing import turns_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws

_SEALED = frozenset({"thinking", "redacted"})


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find thinking in the newest assistant turn, where only results (or nothing) follow it."""
    if not laws.bites("T006", "disabled"):
        return
    last = len(outline.letters.rstrip("R")) - 1
    if last < 0 or outline.roles[last] != "a":
        return
    first = turns_of(outline, laws.pairing)[last]
    for row in outline.reasoning:
        if first <= row.message <= last and row.kind in _SEALED:
            yield Hit("disabled", row.message, row.part)
            return


RULE = Rule(
    code="T006",
    name="unaccepted-reasoning",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "field": "the key `{key}` is not taken here",
        "reasoning": "the key `{key}` is not taken by this model",
        "disabled": "thinking is disabled, and the last assistant message holds thinking",
        "content": "a reasoning item's content must be empty",
        "signature": "a signature is not taken by this model",
        "conflict": "the reasoning is given twice, in different words",
        "part": "a reasoning part is not taken here",
    },
    remedy=Remedy("lossy", "drop the reasoning and list it"),
    needs="reasoning",
    check=find,
)
