"""A part stands on a role that may not carry it.

## What it means
Calls belong to the assistant, results to the user or the tool side, pictures to the user.

## Why it is refused
The endpoint checks each part against the role of its message. Conversion that maps parts one by
one, without a look at the roles, does this, and so does a model's own picture that is sent back as
it came.

## How it is healed
A part never moves into another speaker's message unasked.

## Sources
OpenHands/OpenHands#7700, openai/openai-node#1030. The targets' files name the source and the date
of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule

RULE = Rule(
    code="R009",
    name="part-on-wrong-role",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "call-outside-assistant": "a `{type}` part stands in a message that is not the assistant's",
        "result-outside-user": "a `{type}` part stands in a message that is not the user's",
        "reasoning-outside-assistant": "a `{type}` part stands in a message not of the assistant",
        "search-outside-user": "a `{type}` part stands in a message that is not the user's",
        "media-outside-user": "a `{type}` part stands in a message that is not the user's",
        "text-type": "a part of type {type!r} does not fit the role {role!r}",
        "system-block": "a system message may not hold a `{type}` part",
    },
    remedy=Remedy("manual", "move the part to the message it belongs to"),
)
