"""A tool result answers no call.

## What it means
No call in its place, nor anywhere else in the history, bears the id of this result.
## Why it is refused
A result without its question means nothing to the model, and the endpoint refuses it. The turn that
called was trimmed away, summarised, or rebuilt without its calls.
## How it is healed
The text may be the only proof that an action happened: it is kept as a labelled quotation where the
target allows, else it is dropped and listed as a loss.
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
    """Find results whose call is nowhere."""
    for result in pairs_of(outline, laws.pairing).orphans:
        values = {"id": result.id, "name": result.name}
        yield Hit("orphan", result.message, result.part, values, result)


RULE = Rule(
    code="P002",
    name="orphan-result",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "orphan": "the result for {id} answers no call",
    },
    remedy=Remedy("marked", "keep its text as a labelled quotation in the neighbouring user turn"),
    needs="untidy",
    check=find,
)
