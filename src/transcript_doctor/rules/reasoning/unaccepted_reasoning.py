"""Reasoning is sent to a target that does not take it.

## What it means
A reasoning field, part or signature stands in a request whose receiver refuses it, or thinking
stands in the newest turn of a request that has thinking switched off.

## Why it is refused
What one provider demands another forbids. A history that changes provider, or a retry that turns
thinking off and keeps the messages, carries it along.

## How it is healed
The reasoning is dropped and listed.

## Sources
tailcallhq/forgecode#1853, Kilo-Org/kilocode#4631. The targets' pages name source and date of each
law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Outline, Reasoning
from transcript_doctor.core.pairing import turns_of
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws
from transcript_doctor.core.walk import type_of

_SEALED = frozenset({"thinking", "redacted"})
_TEXT_KEYS = ("reasoning_content", "reasoning")
"""The keys beside the content that hold one text."""


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find reasoning given twice, and thinking in a newest turn that may have none."""
    yield from _twice(outline)
    yield from _disabled(outline, laws)


def _twice(outline: Outline) -> Iterator[Hit]:
    """Find messages that tell their reasoning in two ways beside the content, or inside it too."""
    rows: dict[int, list[Reasoning]] = {}
    for row in outline.reasoning:
        if row.kind in ("field", "part"):
            rows.setdefault(row.message, []).append(row)
    for message, found in rows.items():
        fields = {row.part[0]: row for row in found if row.kind == "field"}
        texts = [fields[key] for key in _TEXT_KEYS if key in fields]
        for row in texts:
            if row.text is None:
                values = {"key": row.part[0], "type": type_of(row.raw)}
                yield Hit("field-type", message, row.part, values)
        if len(texts) > 1 and texts[0].raw != texts[1].raw:
            yield Hit("conflict", message, texts[1].part)
        if texts and len(found) > len(fields):
            yield Hit("doubled", message, texts[0].part, {"key": texts[0].part[0]})


def _disabled(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find thinking in the newest assistant turn, where only results (or nothing) follow it.

    A record that ends on the assistant is at rest; the next request will have a question behind it.
    """
    if not laws.bites("T006", "disabled"):
        return
    last = len(outline.letters.rstrip("R")) - 1
    resting = laws.as_record and last + 1 == len(outline.letters)
    if last < 0 or outline.roles[last] != "a" or resting:
        return
    first = turns_of(outline, laws.pairing)[last]
    for row in outline.reasoning:
        if first <= row.message <= last and row.kind in _SEALED:
            yield Hit("disabled", row.message, row.part)
            return


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Take the reasoning out and list it as lost."""
    part = hit.part
    if hit.case in ("conflict", "field-type"):
        return False
    if hit.case == "disabled":
        surgeon.told = "drop the thinking of the last turn"
        turns = turns_of(surgeon.outline, surgeon.laws.pairing)
        rows = [
            row
            for row in surgeon.outline.reasoning
            if row.kind in _SEALED and turns[row.message] == turns[message]
        ]
        return bool(rows) and all(
            surgeon.lose(row.message, row.part, "reasoning") and surgeon.drop(row.message, row.part)
            for row in rows
        )
    surgeon.lose(message, part, "reasoning" if hit.case != "signature" else "a signature")
    if hit.case == "content":
        return surgeon.put(message, part, [])
    return surgeon.remove_key(message, part)


RULE = Rule(
    code="T006",
    name="unaccepted-reasoning",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "field": "the key `{key}` is not taken here",
        "reasoning": "the key `{key}` is not taken by this model",
        "disabled": "thinking is disabled, and the last assistant message holds thinking",
        "content": "a reasoning item's content must be empty",
        "signature": "a signature is not taken by this model",
        "conflict": "the reasoning is given twice, in different words",
        "doubled": "the reasoning is given twice, in the key `{key}` and inside the content",
        "field-type": "the key `{key}` holds {a_type}, not a text",
        "part": "a reasoning part is not taken here",
    },
    remedy={
        "field": Remedy("lossy", "drop the key `{key}`"),
        "reasoning": Remedy("lossy", "drop the key `{key}`"),
        "disabled": Remedy("lossy", "drop the thinking of the last turn, or enable thinking"),
        "content": Remedy("lossy", "empty the content of the item"),
        "signature": Remedy("lossy", "drop the signature"),
        "conflict": Remedy("manual", "keep the one that was received"),
        "doubled": Remedy("lossy", "keep the reasoning inside the content, drop the key `{key}`"),
        "field-type": Remedy("manual", "write the reasoning as a text, or drop it"),
        "part": Remedy("lossy", "drop the reasoning part"),
    },
    needs="reasoning",
    check=find,
    heal=heal,
)
