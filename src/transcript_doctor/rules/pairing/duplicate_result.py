"""A call has more than one result.

## What it means
Two results bear the id of one call: an error and the output, a placeholder and the late real thing,
or a message stored twice.
## Why it is refused
Exactly one result answers a call.
## How it is healed
An exact double is dropped. Where they differ, a real result beats a marker; otherwise the first
stays under the policy `lossy`, and the other is listed.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.pairing import pairs_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find results of calls that already have one."""
    for result, first in pairs_of(outline, laws.pairing).duplicates:
        values = {"id": result.id, "name": result.name, "where": first.message}
        yield Hit("duplicate", result.message, result.part, values, result, (first.place,))


RULE = Rule(
    code="P004",
    name="duplicate-result",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "duplicate": "call {id} has a second result; the first is in message {where}",
    },
    remedy={
        "*": Remedy("lossy", "keep one of the results, and list the other"),
    },
    needs="untidy",
    check=find,
)
