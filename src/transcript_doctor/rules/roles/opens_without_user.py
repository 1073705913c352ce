"""The first message (after system messages) is not the user's.

## What it means
An assistant message stands at the head of the history.

## Why it is refused
Some endpoints and many chat templates want the user to speak first. A sliding window that counts
messages is the usual cause: it cuts wherever the number runs out.

## How it is healed
The leading turns are dropped under the policy `lossy` and listed. Nothing is put into the user's
mouth.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import CALLS, UNREADABLE, Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find an assistant message that nobody spoke before."""
    roles = outline.roles
    first = len(roles) - len(roles.lstrip("s"))
    if outline.letters == UNREADABLE:
        return
    if len(roles) == 1 and roles not in "us" and laws.bites("R003", "alone"):
        yield Hit("alone", 0, ("role",), {"role": outline.role_of(0)})
    elif roles[first : first + 1] == "a" and not (
        outline.letters[first] == CALLS and laws.bites("P007", "opens")
    ):
        yield Hit("assistant", first, ("role",))


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Drop the turns in front of the first question, and list them."""
    return hit.case == "assistant" and surgeon.drop_front(message)


RULE = Rule(
    code="R003",
    name="opens-without-user",
    scope="conversation",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "assistant": "the history opens with an assistant message",
        "alone": "the only message is from the {role}, not from the user",
    },
    remedy={
        "assistant": Remedy("lossy", "drop the turns in front of the first user message"),
        "alone": Remedy("manual", "put the user's message in front of it"),
    },
    needs="always",
    check=find,
    heal=heal,
)
