"""A call or a result has no id.

## What it means
The id that ties a result to its call is absent, empty, null, or not a string.

## Why it is refused
Most endpoints pair by id and by nothing else, so a side without one belongs to nobody. Local
servers that issue no ids, adapters that read the id from the wrong field, and the old function
calls, which never had any, do this. Several results with the empty id also look like several
results for one call.

## How it is healed
Where position leaves no doubt (as many results as calls, directly behind them) both sides get one
new id. Where it does not, a person decides.

## Sources
hackclub/ai#22 and craft-ai-agents/craft-agents-oss#621 (results without an id). The targets' pages
name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule

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
        "call-type": Remedy("safe", "write the id as a string, and that of its result too"),
        "result-type": Remedy("safe", "write the id as a string, as its call has it"),
        **dict.fromkeys(
            ("result-missing", "result-null", "result-empty", "result-null-text"),
            Remedy("safe", "give the result the id of the call that it answers"),
        ),
        "legacy-call": Remedy("safe", "write it into the list of calls, with an id for both sides"),
        "*": Remedy("safe", "give the call an id, and its result the same"),
    },
    law_only=frozenset({"null-text", "result-null-text"}),
    wider={"call-null": "call-missing", "result-null": "result-missing"},
)
