"""Text and calls stand in one assistant message.

## What it means
The assistant said something and called a tool in the same turn, which is how most models work.

## Why it is refused
A few models and old tokenizers take either text or calls, not both.

## How it is healed
The text is dropped under the policy `lossy` and listed, or a person splits the message.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule

RULE = Rule(
    code="C004",
    name="text-beside-calls",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "text-beside-calls": "text and calls stand in one assistant message",
        "beside-legacy-call": "text and a call of the old form stand in one assistant message",
    },
    remedy=Remedy("lossy", "drop the text, or split the message yourself"),
    wider={"beside-legacy-call": "text-beside-calls"},
)
