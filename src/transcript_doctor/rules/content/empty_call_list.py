"""The list of calls is empty instead of absent.

## What it means
An assistant message has the key for calls, and the list behind it holds none.

## Why it is refused
Where the key is there, the schema wants at least one call. Serialisers that write every field of
their type do this, and so do clean-ups that take calls out one by one and leave the list. Some chat
templates count the list and read its emptiness as a wrong number of calls.

## How it is healed
The key is removed; nothing is lost.

## Sources
openai/openai-node#1341, vllm-project/vllm#13978. The targets' pages name the source and the date of
each law.
"""

from __future__ import annotations

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Remove the key."""
    return surgeon.remove_key(message, hit.part)


RULE = Rule(
    code="C003",
    name="empty-call-list",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "empty": "the list of calls is there and empty",
    },
    remedy=Remedy("safe", "remove the key"),
    heal=heal,
)
