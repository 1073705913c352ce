"""A record of a session file was written twice.

## What it means
Two records bear one id, or one answer of the model, told by its message id, stands in the file a second
time. It happened once. An equal text alone is no sign: people and models do repeat themselves.

## Why it is refused
No provider sees the file, and the first copy alone was read here. An agent that reads both sends the
same exchange twice, which costs tokens and confuses the model; with calls in it, one call has two
results or one id two calls, and that is refused. It comes of writers that append the whole past again
with every turn, and of a resumed session that replays it.

## How it is healed
The later copy is dropped.

## Sources
anthropics/claude-code#5034.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule

RULE = Rule(
    code="S103",
    name="repeated-record",
    scope="file",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "line": "record {id} stands in the file twice, first on line {first}",
        "message": "the exchange of message {id} stands in the file twice, first on line {first}",
    },
    remedy=Remedy("safe", "drop the later copy"),
)
