"""The lists of roles and of contents have different lengths.

## What it means
The history is kept as two lists that belong together entry by entry, and one of them is longer. The
finding stands at the first message that has only one of its two sides; where the hole really is,
nobody can see.

## Why it is refused
Nobody can say which role belongs to which content. The reader of the lists either fails, so that no
answer ever comes, or drops the surplus without a word, and the model answers a conversation without
its end.

## How it is healed
By hand, from the record that the lists were made from. Read both lists in one call, or at one
block: between two calls a message may have been added.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule

RULE = Rule(
    code="S003",
    name="unequal-lists",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "lengths": "there are {roles} roles and {contents} contents",
    },
    remedy=Remedy("manual", "find the message that was written to one list only"),
)
