"""A call that the provider itself runs stands without its result, or the reverse.

## What it means
Web search, code execution, MCP and the like are run by the provider; call and result are both parts
of the assistant's turn.
## Why it is refused
The pair must come back whole. An interrupted stream, or a repair that knows only ordinary results,
takes one half away.
## How it is healed
The half without its partner is dropped under the policy `lossy`, and listed.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


RULE = Rule(
    code="P009",
    name="unpaired-server-call",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "call": "the provider-run call {id} ({name}) has no result block",
        "result": "the result block for {id} has no provider-run call before it in its message",
    },
    remedy=Remedy("lossy", "drop the block that has no partner, and list it"),
)
