"""Reasoning is not followed by what it led to.

## What it means
The assistant's turn ends with thinking, or holds thinking and nothing else; or a reasoning item
stands without the message or call that it was made for.

## Why it is refused
Reasoning and its outcome are one unit. A stream that was aborted after the thought, a filter that
took out the text behind it, or a repair that removed an unanswered call leaves the thought alone.

## How it is healed
The dangling reasoning is dropped and listed; a turn that held nothing else goes with it.

## Sources
tailcallhq/forgecode#2107, anomalyco/opencode#29786. The targets' pages name source and date of each
law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Outline, Reasoning
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws
from transcript_doctor.place import Steps

_SEALED = frozenset({"thinking", "redacted"})


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find turns that end with thinking; a joined turn goes on in the next message.

    A record may end so: the answer is still being written, or was cut off.
    """
    roles, join = outline.roles, laws.pairing.join
    end = len(roles) - 1 if laws.as_record else -1
    for row in outline.reasoning:
        if not row.last or row.kind not in _SEALED:
            continue
        if join and roles[row.message + 1 : row.message + 2] == "a":
            continue
        case = "resting" if row.message == end else "alone" if row.first else "last"
        yield Hit(case, row.message, row.part)


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Drop the reasoning, which is listed as lost; a turn that held nothing else goes with it.

    What stands right in front of it leads to nothing either once it is gone.
    """
    surgeon.told = "drop the reasoning that leads to nothing"
    run = list(_run_up_to(surgeon, message, hit.part))
    return all(
        surgeon.lose(at, part, "reasoning that leads to nothing") and surgeon.drop(at, part)
        for at, part in reversed(run)
    )


def _run_up_to(surgeon: Surgeon, message: int, part: Steps) -> Iterator[tuple[int, Steps]]:
    """Yield, backwards, where the sealed reasoning stands that ends at a place, nothing else in between."""
    while True:
        rows = {row.part: row for row in _sealed_in(surgeon, message)}
        yield message, part
        row = rows.get(part)
        while row is not None and not row.first:
            row = rows.get(_before(row.part))
            if row is not None:
                yield message, row.part
        message -= 1
        if row is None or message < 0 or not surgeon.laws.pairing.join:
            return
        last = [row.part for row in _sealed_in(surgeon, message) if row.last]
        if not last or surgeon.outline.roles[message] != "a":
            return
        part = last[0]


def _sealed_in(surgeon: Surgeon, message: int) -> list[Reasoning]:
    return [row for row in surgeon.reasoning_in(message) if row.kind in _SEALED]


def _before(part: Steps) -> Steps:
    *above, last = part
    return (*above, last - 1) if isinstance(last, int) else ()


RULE = Rule(
    code="T003",
    name="dangling-reasoning",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "last": "the message ends with reasoning",
        "alone": "the message holds reasoning and nothing else",
        "resting": "the message ends with reasoning: what it leads to is still to come, or was cut off",
        "item": "reasoning item {id} is not followed by what it led to",
        "unnamed-message": (
            "reasoning item {id} is followed by a message that has lost its item id"
        ),
        "unnamed-call": "reasoning item {id} is followed by a call that has lost its item id",
    },
    remedy={
        "unnamed-message": Remedy("lossy", "send the message with its id, or drop the reasoning"),
        "unnamed-call": Remedy("lossy", "send the call with its id, or drop the reasoning"),
        "*": Remedy("lossy", "drop the reasoning that leads to nothing"),
    },
    needs="reasoning",
    check=find,
    heal=heal,
    law_only=frozenset({"unnamed-message", "unnamed-call"}),
    mild=frozenset({"resting"}),
)
