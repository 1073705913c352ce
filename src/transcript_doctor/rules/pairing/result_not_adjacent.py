"""A call and its result stand apart.

## What it means
Both exist, and something stands between them, or the result stands in front of its call.

## Why it is refused
The result belongs directly behind the turn that called. A notice, a new user message or the turn of
a second run was written in between; two requests ran on one session at once; a batch of parallel
calls was stored as several turns.

## How it is healed
The result moves back beside its call; nothing is lost.

## Sources
BerriAI/litellm#10083, bytedance/deer-flow#2809. The targets' pages name the source and the date of
each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_call
from transcript_doctor.core.outline import Call, Outline
from transcript_doctor.core.pairing import missed_ids, pairs_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find pairs that both exist and do not meet."""
    pairs = pairs_of(outline, laws.pairing)
    missed = missed_ids(pairs) if pairs.apart else {}
    for call, result in pairs.apart:
        values = {"id": call.id, "name": call.name, "kind": call.kind, "where": result.message}
        values |= {"ids": missed.get(call.message, call.id), "next": call.message + 1}
        values["previous"] = before = outline.speaker(result.message - 1) if result.message else ""
        case = "behind-role" if laws.forbids(before, "tool") else "apart"
        yield Hit(case, call.message, call.part, values, call, (result.place,))


@of_call
def heal(surgeon: Surgeon, hit: Hit, call: Call) -> bool:
    """Move the result behind the turn of its call."""
    result = surgeon.answers.result_of(call)
    return result is not None and surgeon.move(result, call)


RULE = Rule(
    code="P003",
    name="result-not-adjacent",
    scope="conversation",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "apart": "{call} and its result in message {where} stand apart",
        "behind-role": "{call} and its result in message {where}, behind the role {previous!r}, "
        "stand apart",
    },
    remedy=Remedy("safe", "move the result to its place behind the call"),
    needs="untidy",
    check=find,
    wider={"behind-role": "apart"},
    heal=heal,
)
