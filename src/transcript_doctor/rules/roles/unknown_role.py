"""A message has a role that its format does not know.

## What it means
The role is missing, is no string, or is a word of another format: `tool` and `developer` in an
Anthropic request, `assistant` among Gemini contents.
## Why it is refused
The schema of the endpoint lists its roles. Mostly a history was sent to a provider whose format it
was never translated to.
## How it is healed
The role is a fact that only the author of the code knows; convert the whole history instead of one
word.
## Sources
The targets' files name the source and the date of each law.
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
        "type": "the role is {role}, not a string",
        "legacy-function": "the old role 'function' is not taken; results have the role 'tool' and a call id",
    },
    remedy=Remedy("manual", "map the role to one that the format knows"),
)
