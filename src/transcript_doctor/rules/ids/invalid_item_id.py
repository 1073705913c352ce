"""A server-issued item id is not what the server issued.

## What it means
The id of an item lacks the prefix of its type, is too long, stands twice, or refers to an item that
was not stored.
## Why it is refused
Item ids are the server's own names for what it stored; it refuses those that it cannot have issued.
## How it is healed
An item that is sent in full needs no id: the id is dropped.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="I004",
    name="invalid-item-id",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "prefix": "the item id {id} does not begin with {prefix!r}",
        "characters": "the item id {id} has characters outside letters, digits, underscore and hyphen",
        "length": "the item id {id} has {length} characters, allowed are 1 to {max}",
        "duplicate": "the item id {id} stands on an earlier item too",
        "reference": "the item {id} is only referred to, and the server may not hold it",
    },
    remedy=Remedy("safe", "drop the id and send the item in full"),
)
