"""A message cannot be read at all.

## What it means
Where a message should stand is a text, a number, null or a list; or the whole input is neither a
list of messages nor a request body.

## Why it is refused
Every API takes objects here, and says so before it looks at anything else. Mostly a list was nested
in a list (`append` where `extend` was meant), a text was passed for a message, or a filter left
null behind.

## How it is healed
By hand: what the entry was meant to be is for a person to say. The other messages are judged all
the same.

## Sources
The targets' pages name the source and the date of each law.
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
