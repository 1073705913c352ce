"""A turn that calls stands where none may stand.

## What it means
The history opens with a call, or a call turn follows another turn of the model.
## Why it is refused
Some endpoints want each call turn directly after a user turn or after results. Trimming from the
front, to the middle of a tool loop, is the usual cause.
## How it is healed
The question that led to the call is gone; bring it back, or drop the loop.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import CALLS, Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find call turns with nothing before them that could have asked for the call."""
    roles, letters = outline.roles, outline.letters
    for i, letter in enumerate(letters):
        if letter != CALLS:
            continue
        before = roles[:i].rstrip("s")[-1:] if i < 3 else roles[i - 1]
        if before == "":
            yield Hit("opens", i)
        elif before == "a" and letters[i - 1] != CALLS:
            yield Hit("after-model", i, (), {}, None, ((i - 1,),))


RULE = Rule(
    code="P007",
    name="misplaced-call-turn",
    scope="conversation",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "opens": "the history opens with a turn that calls",
        "after-model": "a turn that calls does not follow a user turn or results",
    },
    remedy=Remedy("manual", "cut the history at a user turn, not inside a tool loop"),
    needs="calls",
    check=find,
)
