"""Text and calls stand in one assistant message.

## What it means
The assistant said something and called a tool in the same turn, which is how most models work.

## Why it is refused
A few models and old tokenizers take either text or calls, not both.

## How it is healed
The text is dropped under the policy `lossy` and listed, or a person splits the message.

## Sources
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Drop the texts of the message, which are listed as lost."""
    surgeon.told = "drop the text"
    key = surgeon.verbs.parts_key or "content"
    raw = surgeon.outline.messages[message]
    content = raw.get(key) if isinstance(raw, dict) else None
    if isinstance(content, str) or (isinstance(content, list) and raw.get("tool_calls")):
        return surgeon.lose(message, (key,), _WHAT) and surgeon.put(message, (key,), None)
    parts = content if isinstance(content, list) else []
    spots = [(key, k) for k, part in enumerate(parts) if _is_text(part)]
    return bool(spots) and all(
        surgeon.lose(message, spot, _WHAT) and surgeon.drop(message, spot) for spot in spots
    )


_WHAT = "the text beside the calls"


def _is_text(part: object) -> bool:
    said = isinstance(part, dict) and not part.get("thought") and part.get("type", "text") == "text"
    return said and isinstance(part, dict) and isinstance(part.get("text"), str)


RULE = Rule(
    code="C004",
    name="text-beside-calls",
    scope="wire",
    severity="warning",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "text-beside-calls": "text and calls stand in one assistant message",
        "beside-legacy-call": "text and a call of the old form stand in one assistant message",
    },
    remedy=Remedy("lossy", "drop the text, or split the message yourself"),
    heal=heal,
    wider={"beside-legacy-call": "text-beside-calls"},
)
