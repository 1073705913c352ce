"""The lists of roles and of contents have different lengths.

## What it means
A history that is kept as two parallel lists has lost or doubled an entry in one of them.
## Why it is refused
Nobody can say which role belongs to which content.
## How it is healed
The record that the lists were made from must tell.
## Sources
The targets' files name the source and the date of each law.
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
