"""Reasoning is sent to a target that does not take it.

## What it means
A reasoning field, part or signature stands in a request whose receiver refuses it.
## Why it is refused
What one provider demands another forbids. A history that changes provider carries it along.
## How it is healed
The reasoning is dropped and listed.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="T006",
    name="unaccepted-reasoning",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "field": "the key `{key}` is not taken here",
        "disabled": "thinking is disabled, and the last assistant message holds thinking",
        "content": "a reasoning item's content must be empty",
        "signature": "a signature is not taken by this model",
        "conflict": "the reasoning is given twice, in different words",
        "part": "a reasoning part is not taken here",
    },
    remedy=Remedy("lossy", "drop the reasoning and list it"),
)
