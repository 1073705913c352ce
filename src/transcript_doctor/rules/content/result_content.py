"""A result holds content that the target does not take there.

## What it means
The content of a result is null, a number, a bare object or an empty list, or it holds parts that
may not stand in a result, such as a picture.

## Why it is refused
A function's return value was passed on as it came (nothing, a count, a dict), or a screenshot was
put into a message that takes text only. Some endpoints no longer refuse the picture, and the model
does not see it either.

## How it is healed
A value is written as JSON text. Nothing at all is marked as such, in words that say no more than
that. Media are not moved unasked.

## Sources
run-llama/llama_index#17555 (null), QwenLM/qwen-code#3616 and openai/openai-openapi#523 (pictures).
The targets' pages name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.answers import FAILED, RETURNED_NOTHING
from transcript_doctor.core.content import json_text
from transcript_doctor.core.healing import of_message
from transcript_doctor.core.kinds import misfits
from transcript_doctor.core.outline import Outline, Result
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.rewriting import NOTHING, content_for, joined_text, node_at
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find parts outside the `types` that the law lets results hold, where results are messages."""
    types = laws.param("C005", "types", None, "kind")
    for row, odd in misfits(outline, laws, {"tool": types}) if types is not None else ():
        yield Hit("kind", row.message, row.part, {"type": row.type, "role": "tool", "list": odd})


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Write a value as text; say of nothing at all that it is nothing."""
    if hit.case in _MEDIA:
        return False
    value = node_at(surgeon.outline.messages[message], hit.part)
    if hit.case == "json-type":
        text = json_text(value)
        return text is not None and surgeon.put(message, hit.part[:-1], surgeon.verbs.text(text))
    if hit.case == "not-text":
        text = joined_text(value)
        if not text:
            surgeon.cost = "manual" if text is None else "marked"
        return text is not None and surgeon.put(message, hit.part, text or RETURNED_NOTHING)
    if hit.case == "type":
        said = value if isinstance(value, str) else joined_text([value]) or json_text(value)
        if not (said or "").strip():
            surgeon.cost, said = "marked", RETURNED_NOTHING
    else:
        said = FAILED if hit.case == "error-empty" else RETURNED_NOTHING
    return bool(said) and _write(surgeon, hit, str(said))


_MEDIA = frozenset({"media", "other-media", "error-media", "search-mixed", "kind"})


def _write(surgeon: Surgeon, hit: Hit, text: str) -> bool:
    """Write a text in the place of a result's content, as the format writes results."""
    message = hit.message or 0
    row = surgeon.answers.row_at((message, *hit.part))
    if not isinstance(row, Result):
        return False
    part = (*hit.part, "content") if hit.part == row.part else hit.part
    content = content_for(surgeon.verbs, row, part, text)
    return content is not NOTHING and surgeon.put(message, part, content)


RULE = Rule(
    code="C005",
    name="result-content",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "null": "the result's content is null",
        "missing": "the result has no content",
        "type": "the result's content is {a_type}",
        "json-type": "a JSON value in the result is {a_type}, not an object",
        "empty-list": "the result's content is an empty list",
        "media": "a result may not hold `{type}` parts",
        "other-media": "a result may not hold `{type}` parts",
        "error-media": "a failed result may hold text only, not `{type}` parts",
        "error-empty": "a failed result has no content",
        "search-mixed": "search results and other parts stand in one result",
        "not-text": "the result's content is a list, this target takes text only",
        "kind": "a result may not hold `{type}` parts",
    },
    remedy={
        "type": Remedy("safe", "write the value as JSON text"),
        "json-type": Remedy("safe", "write the value as JSON text"),
        "media": Remedy("manual", "move the media to a user message behind the results"),
        "other-media": Remedy("manual", "move the media to a user message behind the results"),
        "error-media": Remedy("manual", "keep the text, and move the media to a user message"),
        "error-empty": Remedy("marked", "say that the tool failed and nothing else is recorded"),
        "search-mixed": Remedy("manual", "move what is no search result to a user message"),
        "not-text": Remedy("safe", "join the texts of the list into one"),
        "kind": Remedy("manual", "move the part to a user message behind the results"),
        "*": Remedy("marked", "say that the tool returned nothing"),
    },
    needs="kinds",
    check=find,
    heal=heal,
    law_only=frozenset(
        {"not-text", "search-mixed", "error-media", "error-empty", "empty-list", "kind"}
    ),
)
