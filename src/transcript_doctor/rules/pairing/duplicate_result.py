"""A call has more than one result.

## What it means
Two results bear the id of one call: an error and the output, a placeholder and the real thing that
came late, or one message stored twice.

## Why it is refused
Exactly one result answers a call. Which of two is the true one an endpoint cannot know.

## How it is healed
An exact double is dropped. Where they differ a real result beats a marker, wherever it stands, and
neither costs anything. Otherwise the first stays, and what the other says is kept as a labelled
quotation in the user's turn.

## Sources
agno-agi/agno#5116, fatwang2/search2ai#30. The targets' pages name the source and the date of each
law.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from transcript_doctor.core.answers import QUOTED_AGAIN
from transcript_doctor.core.healing import of_result
from transcript_doctor.core.outline import Outline, Result
from transcript_doctor.core.pairing import pairs_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find results of calls that have one already, in the same turn or a later one."""
    duplicates = pairs_of(outline, laws.pairing).duplicates
    turns = list(accumulate(role == "a" for role in outline.roles)) if duplicates else []
    for result, first in duplicates:
        before = outline.speaker(result.message - 1) if result.message else ""
        values = {"id": result.id, "name": result.name, "where": first.message, "previous": before}
        case = "duplicate" if turns[result.message] == turns[first.message] else "later"
        if laws.forbids(before, "tool"):
            case = "behind-role"
        yield Hit(case, result.message, result.part, values, result, (first.place,))


@of_result
def heal(surgeon: Surgeon, hit: Hit, result: Result) -> bool:
    """Drop an exact double, or the one of the two that is a marker; else quote the later one."""
    answers, first = surgeon.answers, surgeon.answers.first_of(result)
    double = first is not None and answers.is_double(result, first)
    if double or answers.is_marker(result):
        surgeon.cost = "safe"
        why = "which stands there twice" if double else "a marker: another result is there"
        surgeon.told = f"drop {{call}}, {why}"
        return surgeon.drop(result.message, result.part)
    if first is not None and answers.is_marker(first):
        surgeon.cost = "safe"
        surgeon.told = "put {call} in the place of its marker"
        return surgeon.replace(first, result)
    surgeon.told = "keep the text of {call}, the later one, as a labelled quotation"
    return surgeon.quote(result, QUOTED_AGAIN)


RULE = Rule(
    code="P004",
    name="duplicate-result",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "duplicate": "{answered} has a second result; the first is in message {where}",
        "later": "{answered} has a second result in a later turn; the first is in message {where}",
        "behind-role": "{answered} has a second result, behind the role {previous!r}; one is in "
        "message {where}",
    },
    remedy={
        "*": Remedy("marked", "drop the one that adds nothing, else keep its text as a quotation"),
    },
    needs="untidy",
    check=find,
    wider={"behind-role": "duplicate"},
    heal=heal,
)
