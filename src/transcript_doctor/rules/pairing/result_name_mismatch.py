"""A result does not bear the name of its call.

## What it means
Where results are matched by name, the name is empty, missing or another one.

## Why it is refused
Endpoints without call ids know a result by its function's name. Adapters that look the name up in
the wrong field write an id, `unknown` or nothing.

## How it is healed
The name is copied from the call that the result answers.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Outline, Result
from transcript_doctor.core.pairing import pairs_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find results whose name is not that of the call they answer."""
    if not laws.bites("P008", "mismatch"):
        return
    if laws.pairing.by == "name" and not outline.untidy:
        return  # where names pair, the walk has compared them
    for call, result in pairs_of(outline, laws.pairing).answers:
        if result.name == call.name:
            continue
        case = "missing" if result.name is None else "mismatch" if result.name else "empty"
        values = {"name": result.name, "call": call.name}
        yield Hit(case, result.message, result.part, values, result, (call.place,))


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Copy the name of the call, or that of its toolset."""
    name = hit.values.get("call")
    if not isinstance(name, str):
        surgeon.cost = "manual"  # the call has no name either
        return False
    if hit.case == "toolset":
        return surgeon.put(message, (*hit.part, "toolset_name"), name)
    result = hit.subject
    return isinstance(result, Result) and surgeon.put(message, surgeon.verbs.name_at(result), name)


RULE = Rule(
    code="P008",
    name="result-name-mismatch",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "mismatch": "the result is named {name!r}, its call {call!r}",
        "empty": "the result has an empty name",
        "missing": "the result has no name",
        "toolset": "the call names the toolset {call!r}, its result does not",
    },
    remedy={
        "toolset": Remedy("safe", "copy the toolset from the call"),
        "*": Remedy("safe", "copy the name from the call"),
    },
    needs="results",
    check=find,
    heal=heal,
)
