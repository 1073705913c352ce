"""A call or a result has no id.

## What it means
The id that ties a result to its call is absent, empty, null, or not a string.

## Why it is refused
Most endpoints pair by id and by nothing else, so a side without one belongs to nobody. Local
servers that issue no ids, adapters that read the id from the wrong field, and the old function
calls, which never had any, do this. Several results with the empty id also look like several
results for one call.

## How it is healed
An id that stands on both sides wins, wherever the two stand, also where one of them is a number. What
bears no such id takes only what nothing else answers: the tool's name tells, or the order where as many
results as calls are left in the exchange. Both sides then get one id. Where that leaves a doubt nothing
is tied together: the call has no result, and the result no call.

## Sources
hackclub/ai#22 and craft-ai-agents/craft-agents-oss#621 (results without an id). The targets' pages
name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon

_NO_ID = (None, "", "null")
_NOT_OURS = ("provider", "mcp", "approval")
"""Kinds of calls that the provider runs: their ids are its own."""


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Give both sides one id: that of the other side, a number's digits, or one that nobody bears.

    Who belongs to whom is told by the pairing, which never takes what bears the id of something else.
    """
    row = surgeon.answers.row_at((message, *hit.part))
    call = surgeon.answers.call_of(row) if isinstance(row, Result) else row
    if not isinstance(call, Call) or call.kind in _NOT_OURS:
        surgeon.cost = (
            "manual"  # nobody can tell which call that was, or what the provider called it
        )
        return False
    if call.kind == "legacy":
        return _modern(surgeon, call)
    answers = surgeon.answers.answers_of(call)
    if isinstance(row, Result) and call.id not in _NO_ID:
        return surgeon.rename(row, call.id or "")
    ident = next((answer.id for answer in answers if answer.id not in _NO_ID), None)
    if ident is None:
        ident = surgeon.mint.fresh_id(call.name or "call", surgeon.raw_id(call))
    rows: list[Call | Result] = [call, *answers]
    return surgeon.rename_all((row for row in rows if row.id != ident), ident)


def _modern(surgeon: Surgeon, call: Call) -> bool:
    """Write a call of the old form, and its result, in the form that has ids."""
    ident = surgeon.mint.fresh_id(call.name or "call")
    rows: list[Call | Result] = [call, *surgeon.answers.answers_of(call)]
    return all(surgeon.modernise(row, ident) for row in rows)


RULE = Rule(
    code="I001",
    name="missing-id",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "call-missing": "the call has no id",
        "call-null": "the call's id is null",
        "call-empty": "the call's id is empty",
        "call-type": "the call's id is {a_type}, not a string",
        "result-missing": "the result names no call",
        "result-null": "the result's call id is null",
        "result-empty": "the result's call id is empty",
        "result-type": "the result's call id is {a_type}, not a string",
        "null-text": "the call's id is the text 'null'",
        "result-null-text": "the result's call id is the text 'null'",
        "legacy-call": "the call has the old form `function_call`, without an id",
    },
    remedy={
        "call-type": Remedy("safe", "write the id as a string, on its result too if it has one"),
        "result-type": Remedy("safe", "give the result the id of its call, as a string"),
        **dict.fromkeys(
            ("result-missing", "result-null", "result-empty", "result-null-text"),
            Remedy("safe", "give the result the id of its call, where it is plain which that is"),
        ),
        "legacy-call": Remedy("safe", "write it into the list of calls, with an id for both sides"),
        "*": Remedy("safe", "give the call an id, and its result the same if it has one"),
    },
    law_only=frozenset({"null-text", "result-null-text"}),
    heal=heal,
    wider={"call-null": "call-missing", "result-null": "result-missing"},
)
