"""Other content stands before or beside the results.

## What it means
In the turn that answers calls a text or a picture comes before a result, or stands beside results
where the target takes them alone.

## Why it is refused
The endpoint looks for results at the beginning of the turn, or takes nothing but results there. A
reminder that a harness puts in front is the usual cause.

## How it is healed
The results move to the front of the turn; behind them everything keeps its order. Where nothing may
stand beside them, the rest follows in a message of its own, behind a neutral reply. Beside results of
calls that running code made even that is too much: what else is to be said must wait.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import MIXED, Outline, Result
from transcript_doctor.core.pairing import pairs_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find what stands in front of results; one finding for each thing in the way."""
    seen: set[int] = set()
    if outline.untidy:
        pairs = pairs_of(outline, laws.pairing)
        called = {id(r): call.message for call, r in pairs.answers} if pairs.blocked else {}
        for result, at in pairs.blocked:
            if at not in seen:
                seen.add(at)
                values = {"id": result.id, "ids": result.id, "where": result.message}
                values["called"] = called.get(id(result), at)
                part = outline.first_other.get(at, ())
                yield Hit("blocked", at, part, values, result, (result.place,))
    if MIXED in outline.letters and laws.bites("P006", "mixed"):
        for i, letter in enumerate(outline.letters):
            if letter == MIXED and i not in seen:
                yield Hit("mixed", i)


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Put results in front of what stands in their way, or what stands beside them behind a reply."""
    result = hit.subject
    if hit.case == "programmatic":
        return False
    if hit.case == "mixed":
        return surgeon.set_aside(message)
    if not isinstance(result, Result) or result.message == message:
        return surgeon.lead(message)
    return surgeon.gather(result, behind=message)


RULE = Rule(
    code="P006",
    name="mixed-results",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "blocked": "something stands in front of {result} in its turn",
        "mixed": "results and other content stand in one message",
        "programmatic": "results for calls made by running code stand beside other content",
    },
    remedy={
        "blocked": Remedy("safe", "move the results to the front of their turn"),
        "mixed": Remedy(
            "marked", "move the other content into a message of its own, behind a neutral reply"
        ),
        "programmatic": Remedy("manual", "send the results alone; say the rest in a later turn"),
    },
    needs="results",
    check=find,
    law_only=frozenset({"mixed", "programmatic"}),
    heal=heal,
)
