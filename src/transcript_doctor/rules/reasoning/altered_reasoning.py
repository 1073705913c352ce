"""Sealed reasoning is not what the provider made.

## What it means
A signature or an encrypted payload is missing, empty, foreign, or no longer fits its text.
## Why it is refused
The provider checks the seal. Serialisers that drop fields, repairs that strip texts, and histories
from another model break it.
## How it is healed
The part is dropped and listed; a signature is never invented.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="T002",
    name="altered-reasoning",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "missing-key": "the reasoning part lacks {key!r}",
        "empty-seal": "the reasoning part has an empty signature",
        "emptied": "the reasoning's text is gone and its signature is still there",
        "bad-seal": "the signature is no base64 text",
        "edited": "the reasoning is not what was received",
    },
    remedy=Remedy("lossy", "drop the reasoning part"),
)
