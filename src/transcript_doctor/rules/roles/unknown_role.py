"""A message has a role that its format does not know.

## What it means
The role is missing, is no string, or is a word of another format: `tool` and `developer` in an
Anthropic request, `assistant` among Gemini contents, `human` and `ai` from a framework.

## Why it is refused
The schema of the endpoint lists its roles. Mostly a history was sent to a provider whose format it
was never translated to; sometimes the role is one that few others know, such as OpenAI's
`developer`.

## How it is healed
Where only the word is another one it is rewritten: `developer` as `system`, Gemini's role of results
as `user`, the old `function` as `tool` with the id of its call. Who spoke is else a fact that the
author of the code knows: convert the whole history, not one word.

## Sources
earendil-works/pi#1048, proma-ai/Proma#1496 (`developer` elsewhere). The targets' pages name the
source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import RESULTS, Call, Result
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Write the word for the same speaker; an old result also gets the id of its call."""
    if hit.case == "developer":
        return surgeon.put(message, hit.part, "system")
    if hit.case == "tool-role" and surgeon.outline.letters[message] == RESULTS:
        return surgeon.put(message, hit.part, "user")
    if hit.case == "legacy-function" and _modern(surgeon, message):
        return True
    surgeon.cost = "manual"
    return False


def _modern(surgeon: Surgeon, message: int) -> bool:
    """Write an old result, and its call where that is old too, in the form that has ids."""
    result = surgeon.answers.row_at((message,))
    call = surgeon.answers.call_of(result) if isinstance(result, Result) else None
    if not isinstance(result, Result) or call is None:
        return False
    if call.id:
        return surgeon.modernise(result, call.id)
    rows: list[Call | Result] = [call, *surgeon.answers.answers_of(call)]
    ident = surgeon.mint.fresh_id(call.name or "call")
    return call.kind == "legacy" and all(surgeon.modernise(row, ident) for row in rows)


RULE = Rule(
    code="R002",
    name="unknown-role",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "unknown": "the role {role!r} does not exist in this format",
        "missing": "the message has no role",
        "type": "the role is {a_role}, not a string",
        "legacy-function": "the old role 'function' is not taken; results have the role 'tool'",
        "developer": "the role 'developer' is not known here; instructions have the role 'system'",
        "tool-role": "the role {role!r} is not taken here; results stand in a user message",
    },
    remedy={
        "unknown": Remedy("manual", "write the role that the format has for whoever spoke"),
        "missing": Remedy("manual", "write who spoke as the role"),
        "type": Remedy("manual", "write who spoke as the role, as a string"),
        "legacy-function": Remedy("safe", "give it the role 'tool' and the id of its call"),
        "developer": Remedy("safe", "write the role as 'system'"),
        "tool-role": Remedy("safe", "write the role as 'user', where results stand"),
    },
    heal=heal,
    law_only=frozenset({"developer"}),
)
