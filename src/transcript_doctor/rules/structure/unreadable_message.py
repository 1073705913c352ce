"""A message cannot be read at all.

## What it means
Where a message should stand is a text, a number, null or a list.
## Why it is refused
No schema takes it. Mostly a list was nested in a list, or a text was passed for a message.
## How it is healed
What it was meant to be is for a person to say.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="S001",
    name="unreadable-message",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "not-object": "the message is {type}, not an object",
        "not-a-list": "this is no list of messages and no request body",
    },
    remedy=Remedy("manual", "find out what wrote this"),
)
