"""A turn that calls stands where none may stand.

## What it means
The history opens with a call, or a turn that calls follows another turn of the model that did not.

## Why it is refused
Some endpoints want each turn that calls directly behind a user turn or behind results. Cutting from
the front, into the middle of a tool loop, is the usual cause.

## How it is healed
What the model said in front of the call becomes one turn with it. Where the history opens with the
call, the question that led to it is gone: bring it back, or let the policy `lossy` drop everything in
front of the next question, and list it.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import ASSISTANT, CALLS, SYSTEM, Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find call turns with nothing before them that could have asked for the call."""
    before, at = "", -1
    for i, letter in enumerate(outline.letters):
        # In a list of items a message and a call behind it are one turn of the model.
        if letter == CALLS and (not before or (before == ASSISTANT and not outline.items)):
            related = ((at,),) if before else ()
            case = "after-model" if before else "opens" if i else "first"
            # The first letter C of all is the message of the first call.
            first = outline.calls[0].id if not before else None
            yield Hit(case, i, (), {"id": first}, None, related)
        if letter != SYSTEM:
            before, at = letter, i


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Make one turn of what the model said and the call behind it, or drop the loop at the head."""
    if hit.case != "after-model":
        return surgeon.drop_front(message)
    (before,) = hit.related[0]
    return isinstance(before, int) and surgeon.merge(before, message)


RULE = Rule(
    code="P007",
    name="misplaced-call-turn",
    scope="conversation",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "opens": "the history opens with a turn that calls",
        "first": "the very first message is a turn that calls",
        "after-model": "a turn that calls does not follow a user turn or results",
    },
    remedy={
        "after-model": Remedy("safe", "merge it with the model's message in front of it"),
        "*": Remedy("lossy", "drop what stands in front of the first question"),
    },
    needs="calls",
    check=find,
    heal=heal,
    wider={"first": "opens"},
)
