"""A call and its result stand apart.

## What it means
The result exists, and something stands between it and its call, or it stands in front of the call.
## Why it is refused
The result belongs directly after the turn that called. A notice, a new user message or a second run
was written in between.
## How it is healed
The result moves back beside its call; nothing is lost.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.pairing import pairs_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find pairs that both exist and do not meet."""
    for call, result in pairs_of(outline, laws.pairing).apart:
        values = {"id": call.id, "name": call.name, "ids": call.id, "where": result.message}
        yield Hit("apart", call.message, call.part, values, call, (result.place,))


RULE = Rule(
    code="P003",
    name="result-not-adjacent",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "apart": "call {id} of {name} and its result in message {where} stand apart",
    },
    remedy=Remedy("safe", "move the result to its place behind the call"),
    needs="untidy",
    check=find,
)
