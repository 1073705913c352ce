"""The results do not stand in the order of their calls.

## What it means
Every result is there, behind its calls, but not in the order of the calls.

## Why it is refused
Most providers take any order; strict ones, and those that match by position, do not. Tools that run
at the same time finish in any order, and results written as they come keep that order.

## How it is healed
The results are put in call order.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_result
from transcript_doctor.core.outline import Outline, Result
from transcript_doctor.core.pairing import pairs_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find results that overtook others."""
    for result, call in pairs_of(outline, laws.pairing).disordered:
        values = {"id": result.id, "name": call.name}
        yield Hit("order", result.message, result.part, values, result, (call.place,))


@of_result
def heal(surgeon: Surgeon, hit: Hit, result: Result) -> bool:
    """Put the results of the turn in the order of their calls."""
    return surgeon.sort_results(result)


RULE = Rule(
    code="P011",
    name="results-out-of-order",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "order": "{result} does not stand in the order of the calls",
    },
    remedy=Remedy("safe", "put the results in the order of their calls"),
    needs="untidy",
    check=find,
    heal=heal,
)
