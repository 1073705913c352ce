"""A message has reasoning, and does not begin with it.

## What it means
Something else stands in front of the thinking.
## Why it is refused
Some modes want thinking at the very beginning of the turn. Code that collects texts and thinking
apart and joins them again changes the order.
## How it is healed
The right order is that of the response; only its owner has it.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="T004",
    name="reasoning-not-first",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "not-first": "the message has reasoning and begins with `{type}`",
    },
    remedy=Remedy("manual", "keep the parts in the order in which they were received"),
)
