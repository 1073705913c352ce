"""A text is empty or only white space.

## What it means
A text part holds nothing that can be read: the empty string, blanks, line feeds.

## Why it is refused
Endpoints that check this want every text to say something. A picture without a caption, an answer
that was stripped, and a space that some repair put in as filler all end here. A single space is no
filler: it is as blank as nothing.

## How it is healed
A blank part beside others is dropped. A message that was nothing else is an empty turn (C001).

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.content import says_more
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.place import Steps


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Drop the blank part; a message that says nothing else goes with it."""
    raw = surgeon.outline.messages[message]
    part = hit.part[:-1] if hit.part and hit.part[-1] == "text" else hit.part
    if hit.part not in ((), ("content",), ("parts",)):
        return _drop(surgeon, message, part)
    if says_more(raw):
        return surgeon.put(message, hit.part or ("content",), None)
    return surgeon.drop(message)


def _drop(surgeon: Surgeon, message: int, part: Steps) -> bool:
    """Drop a part; what it carries beside its blank text is listed as lost."""
    node = node_at(surgeon.outline.messages[message], part)
    rest = node.items() if isinstance(node, dict) else ()
    if any(value and key not in _BLANK for key, value in rest):
        surgeon.cost = "lossy"
        surgeon.lose(message, part, "a blank text, and what was attached to it")
    return surgeon.drop(message, part)


_BLANK = frozenset({"type", "text", "cache_control", "cachePoint", "refusal"})
"""Keys of a blank text that say nothing."""


RULE = Rule(
    code="C002",
    name="blank-text",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "empty": "a text part is empty",
        "blank": "a text part is only white space",
        "all-blank": "the message is only white space",
        "system": "a system message holds blank text",
        "in-result": "a text part inside a result is empty",
    },
    remedy={
        "all-blank": Remedy("safe", "drop the blank message"),
        "system": Remedy("safe", "drop the blank text, and the message if it held nothing else"),
        "in-result": Remedy("safe", "drop the blank part of the result"),
        "*": Remedy("safe", "drop the blank part, and the message if it held nothing else"),
    },
    law_only=frozenset({"blank", "in-result", "system"}),
    heal=heal,
)
