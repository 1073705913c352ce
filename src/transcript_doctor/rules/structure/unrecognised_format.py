"""The list mixes formats.

## What it means
Some messages have the shape of one wire format and some of another.
## Why it is refused
Each endpoint reads one format. Half-converted histories and glued-together stores do this.
## How it is healed
Convert the whole history.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="S002",
    name="unrecognised-format",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "mixed": "the messages mix formats: this one looks like {format}",
    },
    remedy=Remedy("manual", "convert the whole history to one format"),
)
