"""A result holds content that the target does not take there.

## What it means
The content is null, a number or an object, an empty list, or holds parts that may not stand in a
result.
## Why it is refused
A function's return value was passed on as it was; a screenshot was put into a text-only message.
## How it is healed
Values are written as JSON text. Media are not moved unasked.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from transcript_doctor.core.rule import Remedy, Rule


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
        "type": "the result's content is {type}",
        "empty-list": "the result's content is an empty list",
        "media": "a result may not hold a `{type}` part",
        "error-media": "a failed result may hold text only, not a `{type}` part",
        "error-empty": "a failed result has no content",
        "search-mixed": "search results and other parts stand in one result",
        "not-text": "the result's content is a list, this target takes text only",
    },
    remedy={
        "null": Remedy("marked", "say that the tool returned nothing"),
        "missing": Remedy("marked", "say that the tool returned nothing"),
        "type": Remedy("safe", "write the value as JSON text"),
        "media": Remedy("manual", "move the media to a user message"),
        "*": Remedy("manual", "keep the text, move the rest"),
    },
    law_only=frozenset({"not-text", "search-mixed", "error-media", "error-empty", "empty-list"}),
)
