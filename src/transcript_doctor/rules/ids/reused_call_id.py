"""An id comes back in a later turn.

## What it means
A call bears an id that a call of an earlier turn had.
## Why it is refused
Most providers pair inside an exchange and take this; a few want ids to be unique in the whole
request. Servers that number calls from zero in each turn do this.
## How it is healed
The later call and its result get a new id.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Call, Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find ids that a call of an earlier message had."""
    calls = outline.calls
    if not laws.bites("I005", "later") or len({call.id for call in calls}) == len(calls):
        return
    first: dict[str, Call] = {}
    for call in calls:
        if not call.id:
            continue
        earlier = first.setdefault(call.id, call)
        if earlier.message != call.message:
            values = {"id": call.id, "name": call.name, "where": earlier.message}
            yield Hit("later", call.message, call.part, values, call, (earlier.place,))


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
)
