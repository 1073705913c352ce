"""Something in front of sealed reasoning changed.

## What it means
The system prompt, the tools or an earlier message is not what it was when the reasoning was made.
## Why it is refused
Some models bind their thinking to everything before it. Every edit of an old message, trimming and
masking included, breaks the seal of what follows.
## How it is healed
All sealed reasoning behind the change goes, and is listed.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="T005",
    name="reasoning-prefix-changed",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "stale": "the reasoning is bound to an earlier state of the conversation ({what} changed)",
    },
    remedy=Remedy("lossy", "drop the reasoning behind the change"),
)
