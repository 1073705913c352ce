"""A user message directly follows a tool result.

## What it means
After the results of its calls the assistant has not spoken, and the user (or the harness in the
user's name) says something.

## Why it is refused
Some endpoints and templates want an assistant message as a bridge; most do not. An interrupt, a
reminder or a new question while the model was about to answer does this.

## How it is healed
A neutral assistant message, `(No reply was recorded here.)`, is put in between. It claims nothing.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from transcript_doctor.core.answers import NO_REPLY
from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find the user speaking right after a tool message."""
    for match in re.finditer("(?<=t)u", outline.roles):
        i = match.start()
        yield Hit("user", i, ("role",), {"previous": outline.role_of(i - 1)}, related=((i - 1,),))


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Put a neutral reply between the result and the user."""
    return surgeon.insert(message, surgeon.verbs.say("assistant", NO_REPLY))


RULE = Rule(
    code="R008",
    name="user-after-tool",
    scope="conversation",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "user": "a user message directly follows a tool result",
    },
    remedy=Remedy(
        "marked", "put an assistant message in between that says that no reply was recorded"
    ),
    needs="results",
    check=find,
    heal=heal,
)
