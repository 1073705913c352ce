"""A message or a part carries a key that the target's schema does not know.

## What it means
A key stands where the format has none: another provider's field, a framework's own bookkeeping, a
field of the response that requests do not take.
## Why it is refused
Strict schemas refuse every key that they do not list.
## How it is healed
The key is dropped under the policy `lossy`, and its value listed.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="Y003",
    name="unknown-field",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "unknown": "the key {key!r} is not known here",
    },
    remedy=Remedy("lossy", "drop the key and list it"),
)
