"""An id comes back in a later turn.

## What it means
A call bears an id that a call of an earlier turn had. Each of the two has, or should have, a result
of its own.

## Why it is refused
Mostly it is not: providers pair inside one exchange, and there the id is unique. A few want ids to
be unique in the whole request, and code that pairs by a table over the whole history mixes the
results up. Servers that number their calls from zero in every answer, and small models that repeat
an id when they repeat a call, do this.

## How it is healed
The later call and its result get a new id.

## Sources
craft-ai-agents/craft-agents-oss#630 (tolerated by OpenAI, not by others),
NousResearch/hermes-agent#11722. The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_call
from transcript_doctor.core.outline import Call, Outline
from transcript_doctor.core.pairing import turns_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find ids that a call of an earlier turn had; doubles inside one turn are another fault."""
    calls = outline.calls
    if len({call.id for call in calls}) == len(calls) or not laws.bites("I005", "later"):
        return
    turns = turns_of(outline, laws.pairing)
    newest: dict[str, Call] = {}
    for call in calls:
        if not call.id:
            continue
        earlier = newest.get(call.id)
        if earlier is not None and turns[earlier.message] == turns[call.message]:
            continue
        newest[call.id] = call
        if earlier is not None:
            values = {"id": call.id, "ids": call.id, "name": call.name, "where": earlier.message}
            yield Hit("later", call.message, call.part, values, call, (earlier.place,))


@of_call
def heal(surgeon: Surgeon, hit: Hit, call: Call) -> bool:
    """Rename the later call and its result."""
    ident = surgeon.mint.fresh_id(call.id or "call")
    return surgeon.rename_all([call, *surgeon.answers.answers_of(call)], ident)


RULE = Rule(
    code="I005",
    name="reused-call-id",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "later": "the id {id} was used by an earlier call, in message {where}",
    },
    remedy=Remedy("safe", "rename the later call and its result"),
    needs="calls",
    check=find,
    heal=heal,
)
