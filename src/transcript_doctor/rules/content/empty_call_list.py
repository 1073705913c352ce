"""The list of calls is empty instead of absent.

## What it means
An assistant message has the key for calls, and the list holds none.
## Why it is refused
The schema wants at least one call where the key is there. Serialisers that write every field of
their type do this.
## How it is healed
The key is removed; nothing is lost.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


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
)
