"""A message cannot be read at all.

## What it means
Where a message should stand is a text, a number, null or a list, or a provider's whole response
with the message inside it; or the whole input is neither a list of messages nor a request body.

## Why it is refused
Every API takes objects here, and says so before it looks at anything else. Mostly a list was nested
in a list (`append` where `extend` was meant), a text was passed for a message, or a filter left
null behind. A whole response has keys that only the server sets, and no API takes it back as it is.

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
        "not-object": "the message is {a_type}, not an object",
        "whole-response": "this is a whole response ({kind}), not a message: append {advice}",
        "not-a-list": "this is no list of messages and no request body",
        "text": "this is a text, not a list of messages: json.loads it first",
        "iterator": "this is an iterator, not a list of messages: list(...) it first",
    },
    remedy={
        "not-object": Remedy("manual", "find out what put this into the list"),
        "whole-response": Remedy("manual", "append {advice}"),
        "not-a-list": Remedy("manual", "give a list of messages, or a request body"),
        "text": Remedy("manual", "give what json.loads makes of it"),
        "iterator": Remedy("manual", "give list(...) of it"),
    },
)
