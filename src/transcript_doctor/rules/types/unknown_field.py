"""A message or a part carries a key that the target's schema does not know.

## What it means
A key stands where the format has none: another provider's field, a framework's own bookkeeping such
as an id or a time, or a field of the response that requests do not take.

## Why it is refused
Some endpoints overlook what they do not know, strict ones refuse every key that they do not list.
So the same history passes here and fails there, and often the key was added by whoever stored the
answer whole instead of the parts that belong to the history.

## How it is healed
The key is dropped under the policy `lossy`, and its value is listed.

## Sources
janhq/jan#8136 and anomalyco/opencode#43089 (strict schemas), microsoft/agent-framework#2203 (one
endpoint overlooks what its neighbour refuses). The targets' files name the source and the date of
each law.
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
        "training": "the key {key!r} belongs to training data",
        "by-model": "the key {key!r} is not taken by some models",
    },
    remedy=Remedy("lossy", "drop the key and list it"),
    law_only=frozenset({"by-model", "training"}),
)
