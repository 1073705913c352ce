"""A message belongs to another wire format than the list.

## What it means
The list is read in one format, and this message has the marks of another: its roles, keys or parts
are strange here and at home there. Each strange format is named once, at its first message.

## Why it is refused
An endpoint reads one format. What it does not know it refuses, or drops without a word, and with it
a call or a result that other messages need. Half-converted histories, a provider changed in the
middle of a session, and stores into which two agents write do this; so does a list judged in the
wrong format.

## How it is healed
By hand: convert the whole history to one format, or name the right one. The findings beside this
one say what the endpoint trips over.

## Sources
What each format knows is written in its own file; a target's law on it, where there is one, has its
source.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule

RULE = Rule(
    code="S002",
    name="unrecognised-format",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "mixed": "the list is read as {own}, and this message looks like {format}",
    },
    remedy=Remedy("manual", "convert the whole history to one format"),
)
