"""The prefill ends with white space.

## What it means
The last message is the assistant's beginning of its own answer, and its text ends with a blank or a
line feed.

## Why it is refused
Where a prefill is taken at all, the model goes on right behind its last character. Some endpoints
refuse white space there.

## How it is healed
The white space at the end is stripped.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.rewriting import node_at


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Strip the white space at the end."""
    spot, raw = hit.part, surgeon.outline.messages[message]
    if isinstance(node_at(raw, spot), dict):
        spot = (*spot, "text")
    text = node_at(raw, spot)
    return isinstance(text, str) and surgeon.put(message, spot, text.rstrip())


RULE = Rule(
    code="R006",
    name="prefill-trailing-space",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "trailing-space": "the assistant's prefill ends with white space",
    },
    heal=heal,
    remedy=Remedy("safe", "strip the white space at the end of the prefill"),
)
