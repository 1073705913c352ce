"""Two calls of one turn share an id.

## What it means
Inside one turn of the assistant an id stands on two calls.
## Why it is refused
A result cannot tell which of them it answers. Streams that are put together twice, and servers that
number their calls from zero in each chunk, do this.
## How it is healed
An exact double is dropped; otherwise the later call and its result get a new id.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Call, Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find ids that stand twice in one turn (as the target joins turns)."""
    calls = outline.calls
    if len({call.id for call in calls}) == len(calls):
        return
    roles, join = outline.roles, laws.pairing.join
    seen: dict[str, Call] = {}
    at = -1
    for call in calls:
        if call.message != at and not (
            join and "a" * (call.message - at) == roles[at + 1 : call.message + 1]
        ):
            seen = {}
        at = call.message
        first = seen.get(call.id) if call.id else None
        if first is not None:
            values = {"id": call.id, "ids": call.id, "name": call.name, "where": first.message}
            yield Hit("in-turn", call.message, call.part, values, call, (first.place,))
        elif call.id:
            seen[call.id] = call


RULE = Rule(
    code="I003",
    name="duplicate-call-id",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "in-turn": "two calls of one turn have the id {id}",
    },
    remedy=Remedy("safe", "rename the later call and its result, or drop an exact double"),
    needs="calls",
    check=find,
)
