"""A tool result answers no call.

## What it means
No call in its place, nor anywhere else in the history, bears the id of this result.

## Why it is refused
A result without its question means nothing to the model, and the endpoint refuses it. The turn that
called was cut away by a window, summarised, or rebuilt from a store that keeps text only.

## How it is healed
The text may be the only proof that an action happened. It is kept as a labelled quotation in the
user's turn, media beside it; a caller who asks for that has it dropped and listed as a loss.

## Sources
miurla/morphic#136, langchain-ai/langchainjs#6621. The targets' pages name the source and the date
of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_result
from transcript_doctor.core.outline import Outline, Result
from transcript_doctor.core.pairing import pairs_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find results whose call is nowhere."""
    for result in pairs_of(outline, laws.pairing).orphans:
        before = outline.speaker(result.message - 1) if result.message else ""
        values = {"id": result.id, "name": result.name, "kind": result.kind, "previous": before}
        case = "behind-role" if laws.forbids(before, "tool") else "orphan"
        yield Hit(case, result.message, result.part, values, result)


@of_result
def heal(surgeon: Surgeon, hit: Hit, result: Result) -> bool:
    """Quote what the result says where it stands, or drop it where the caller chose that.

    One that only says that there is none is dropped, and so is a double of a result that has its call.
    """
    if surgeon.answers.is_marker(result) or surgeon.answers.is_repeat(result):
        surgeon.cost, surgeon.told = "safe", "drop {call}, which says nothing that is not there"
        return surgeon.drop(result.message, result.part)
    if surgeon.choices.get("orphan") == "drop":
        return surgeon.drop_chosen(result, "a result without a call")
    if result.id and result.id in surgeon.answers.hosted_ids:
        surgeon.cost = "lossy"  # what the provider ran is then without its result, and goes too
    return surgeon.quote(result)


RULE = Rule(
    code="P002",
    name="orphan-result",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "orphan": "{result} answers no call",
        "behind-role": "{result} answers no call, and follows the role {previous!r}",
    },
    remedy=Remedy("marked", "keep its text as a labelled quotation in a user turn beside it"),
    needs="untidy",
    check=find,
    wider={"behind-role": "orphan"},
    heal=heal,
)
