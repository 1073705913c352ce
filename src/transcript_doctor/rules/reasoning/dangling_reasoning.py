"""Reasoning is not followed by what it led to.

## What it means
A message ends with thinking, or a reasoning item stands without its message or call.
## Why it is refused
Reasoning is one unit with its outcome. An aborted stream, or a repair that removed the call behind
it, leaves it dangling.
## How it is healed
The reasoning is dropped and listed.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="T003",
    name="dangling-reasoning",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "last": "the message ends with reasoning",
        "alone": "the message holds reasoning and nothing else",
        "item": "the reasoning item {id} is not followed by what it led to",
    },
    remedy=Remedy("lossy", "drop the reasoning that leads to nothing"),
)
