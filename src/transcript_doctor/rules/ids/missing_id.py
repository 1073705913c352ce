"""A call or a result has no id.

## What it means
The id that ties a result to its call is absent, empty or no string.
## Why it is refused
Pairing goes by id at most endpoints. Local servers that issue none, and adapters that read the id
from the wrong field, do this.
## How it is healed
Where position leaves no doubt, both sides get one new id.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="I001",
    name="missing-id",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "call-missing": "the call has no id",
        "call-empty": "the call's id is empty",
        "call-type": "the call's id is {type}, not a string",
        "result-missing": "the result names no call",
        "result-empty": "the result's call id is empty",
        "result-type": "the result's call id is {type}, not a string",
        "null-text": "the call's id is the text 'null'",
        "legacy-call": "the call has the old form `function_call`, without an id",
    },
    remedy=Remedy("safe", "give the call an id, and its result the same"),
)
