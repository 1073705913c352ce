"""Reasoning that came with a call is not sent back.

## What it means
The model thought before it called; the history holds the call and not the thinking. Which turns
must have it depends on the target: the running tool loop, every turn that calls, or an item that
was made together with a reasoning item.

## Why it is refused
Over a tool loop the provider goes on with its own train of thought, and it wants that thought back
as it gave it. Message types that have no place for reasoning drop it silently; so do stores that
keep thinking on turns with text and lose it on turns that hold a call and nothing else, and
converters between providers.

## How it is healed
It cannot be invented, and a thought borrowed from another turn is an invention. Whoever has the
original puts it back; otherwise thinking is switched off for this request, which only its caller
can do. Where the provider documents a value for calls that have no signature of its own making,
that value marks the call.

## Sources
run-llama/llama_index#18834, deepset-ai/haystack-core-integrations#2146 and
openai/openai-agents-python#1704 (running loop); leookun/cursor-byok#276 and HKUDS/nanobot#3453
(every turn). The targets' pages name source and date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import CALLS, RESULTS, Outline
from transcript_doctor.core.pairing import turns_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.core.target import Laws

_THOUGHT = frozenset({"thinking", "redacted", "part"})


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find call turns without the reasoning that this target wants back."""
    if outline.letters.endswith(RESULTS) and laws.bites("T001", "turn-start"):
        yield from _running(outline)
    if laws.bites("T001", "every-call-turn"):
        yield from _turns(outline, "every-call-turn", _THOUGHT, {}, laws)
    if laws.bites("T001", "field"):
        key = laws.param("T001", "key", "reasoning_content", "field")
        yield from _turns(outline, "field", frozenset({"field", "item"}), {"key": key}, laws)


def _running(outline: Outline) -> Iterator[Hit]:
    """Find a running tool loop in which nothing was thought; reported at its newest call turn."""
    start = len(outline.letters.rstrip("RMCAT"))
    newest = outline.letters.rfind(CALLS, start)
    if newest < 0 or any(row.message >= start for row in outline.reasoning):
        return
    opens = outline.opens.get(newest)
    yield Hit("turn-start", newest, ("content", 0) if opens else (), {"type": opens or "text"})


def _turns(
    outline: Outline, case: str, kinds: frozenset[str], values: dict[str, str], laws: Laws
) -> Iterator[Hit]:
    """Find every turn that calls and has no reasoning of these kinds."""
    key = values.get("key")
    starts = turns_of(outline, laws.pairing)
    have = {
        starts[row.message]
        for row in outline.reasoning
        if row.kind in kinds and (key is None or row.kind == "item" or row.part[-1:] == (key,))
    }
    for i, letter in enumerate(outline.letters):
        if letter == CALLS and starts[i] not in have:
            if outline.items:
                have.add(starts[i])
            yield Hit(case, i, (), values)


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Drop the id of an item whose reasoning is gone; mark a call with what the law documents for it."""
    if hit.case == "item":
        surgeon.told = "drop the id of the item"
        return surgeon.remove_key(message, hit.part)
    marker = surgeon.laws.param("T001", "placeholder", None, hit.case)
    node = node_at(surgeon.outline.messages[message], hit.part)
    if marker is None or hit.case not in ("signature", "unsigned") or not isinstance(node, dict):
        return False
    surgeon.cost = "marked"
    key = "thought_signature" if "function_call" in node else "thoughtSignature"
    return surgeon.put(message, (*hit.part, key), marker)


RULE = Rule(
    code="T001",
    name="missing-reasoning",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "turn-start": "the running tool loop holds no thinking; its last turn begins with `{type}`",
        "every-call-turn": "the call turn has no thinking",
        "field": "the call turn has no `{key}`",
        "item": "the item {id} was made together with reasoning that has lost its id",
        "signature": "the first call of this step has no thought signature",
        "unsigned": (
            "the first call of this step has no thought signature; nothing in the list has one"
        ),
    },
    remedy={
        "field": Remedy("manual", "send `{key}` back as it was received, or switch thinking off"),
        "item": Remedy("safe", "drop the id of the item, or send the reasoning with its own"),
        "signature": Remedy("marked", "mark the call as one that has no signature of its own"),
        "unsigned": Remedy("marked", "mark the call as one that has no signature of its own"),
        "*": Remedy("manual", "send the reasoning back as it was received, or switch thinking off"),
    },
    needs="calls",
    check=find,
    heal=heal,
)
