"""A tool call has no result.

## What it means
The assistant asked for a tool, and no result bears the call's id, neither in its place nor anywhere
else in the history.

## Why it is refused
One call in, exactly one result out: the model cannot go on from a question that was never answered,
and most endpoints refuse the request before the model sees it. The run was stopped between call and
result, an unknown tool was skipped, the tool threw and nobody wrote that down, or only the first of
several parallel calls was answered.

## How it is healed
A result is added that says only what the list shows, `No result was recorded for this call.`,
marked as an error. A real result, found later, wins over it. A turn that is stored twice in a row is
dropped once instead.

## Sources
anthropics/claude-code#6836 (more than 150 reports of one refusal), BerriAI/litellm#10083,
langchain-ai/langchainjs#6621. The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.answers import NO_RESULT
from transcript_doctor.core.healing import of_call
from transcript_doctor.core.outline import Call, Outline
from transcript_doctor.core.pairing import missed_ids, pairs_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find calls without a result; in a record an open call at its end is paused or running."""
    pairs = pairs_of(outline, laws.pairing)
    missed = missed_ids(pairs) if pairs.unanswered else {}
    end = len(outline.letters.rstrip("R"))
    if outline.items:
        # The calls of one turn are items in a row; all of them rest, not the last alone.
        end = len(outline.letters.rstrip("R").rstrip("CTO")) + 1
    for call in pairs.unanswered:
        resting = laws.as_record and call.message + 1 >= end
        values = {
            "id": call.id,
            "name": call.name,
            "kind": call.kind,
            "k": call.index,
            "ids": missed.get(call.message, call.id),
            "next": call.message + 1,
        }
        yield Hit("paused" if resting else "unanswered", call.message, call.part, values, call)


_SAYS = '"No result was recorded for this call."'


@of_call
def heal(surgeon: Surgeon, hit: Hit, call: Call) -> bool:
    """Answer the call with a marker, or drop it: a turn stored twice goes, whatever the caller chose."""
    if call.id and surgeon.answers.is_repeated(call.message):
        surgeon.cost, surgeon.told = "safe", "drop the turn, which is stored twice in a row"
        return surgeon.drop(call.message)
    if surgeon.choices.get("unanswered") == "drop":
        return surgeon.drop_chosen(call, "a call without a result")
    return surgeon.answer(call, NO_RESULT, failed=True)


RULE = Rule(
    code="P001",
    name="unanswered-call",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "unanswered": "{call} has no result",
        "paused": "{call} has no result yet: paused, running or cut off",
    },
    remedy={
        "unanswered": Remedy(
            "marked", f"answer {{call}} with {_SAYS}", f"answer {{calls}} each with {_SAYS}"
        ),
        "paused": Remedy(
            "marked",
            f"if it was cut off, answer {{call}} with {_SAYS}",
            f"if they were cut off, answer {{calls}} each with {_SAYS}",
        ),
    },
    needs="untidy",
    check=find,
    mild=frozenset({"paused"}),
    heal=heal,
)
