"""A message has a role that its format does not know.

## What it means
The role is missing, is no string, or is a word of another format: `tool` and `developer` in an
Anthropic request, `assistant` among Gemini contents, `human` and `ai` from a framework.

## Why it is refused
The schema of the endpoint lists its roles. Mostly a history was sent to a provider whose format it
was never translated to; sometimes the role is one that few others know, such as OpenAI's
`developer`.

## How it is healed
Who spoke is a fact that the author of the code knows. Convert the whole history, not one word.

## Sources
earendil-works/pi#1048, proma-ai/Proma#1496 (`developer` elsewhere). The targets' pages name the
source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule

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
        "legacy-function": Remedy("manual", "give it the role 'tool' and the id of its call"),
        "developer": Remedy("safe", "write the role as 'system'"),
        "tool-role": Remedy("manual", "make it a result part in a message of the user"),
    },
    law_only=frozenset({"developer"}),
)
