"""A turn that calls stands where none may stand.

## What it means
The history opens with a call, or a turn that calls follows another turn of the model that did not.

## Why it is refused
Some endpoints want each turn that calls directly behind a user turn or behind results. Cutting from
the front, into the middle of a tool loop, is the usual cause.

## How it is healed
The question that led to the call is gone; bring it back, or drop the loop.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import ASSISTANT, CALLS, SYSTEM, Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
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
        "after-model": Remedy("manual", "bring back the user turn or the results in front of it"),
        "*": Remedy("manual", "cut the history at a user turn, not inside a tool loop"),
    },
    needs="calls",
    check=find,
    wider={"first": "opens"},
)
