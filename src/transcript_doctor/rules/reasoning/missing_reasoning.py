"""Reasoning that came with a call is not sent back.

## What it means
The model thought before it called; the history holds the call and not the thinking.
## Why it is refused
The provider continues its own train of thought over a tool loop, and wants it back. Common types
that have no place for reasoning drop it.
## How it is healed
It cannot be invented. The caller may send the original, or switch thinking off for this request.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="T001",
    name="missing-reasoning",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "turn-start": "the running tool loop does not begin with thinking; its last turn begins with `{type}`",
        "every-call-turn": "the call turn has no thinking",
        "field": "the call turn has no `{key}`",
        "item": "the item {id} was made together with reasoning that is not there",
        "signature": "the first call of this step has no thought signature",
    },
    remedy=Remedy("manual", "send the reasoning back as it was received, or switch thinking off"),
)
