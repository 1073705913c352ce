"""There are more cache markers than the target takes.

## What it means
Marks for prompt caching stand in more places than allowed, or on an empty text.
## Why it is refused
The limit counts system prompt, tools and messages together. Code that marks each new message and
never removes old marks reaches it.
## How it is healed
The oldest markers are removed; a marker says nothing to the model.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find more cache markers than allowed; those of system prompt and tools count too."""
    most = laws.param("L001", "markers")
    count = len(outline.markers) + outline.cache.get("markers outside", 0)
    if most is not None and count > most:
        message, *part = outline.markers[
            min(max(most - count + len(outline.markers), 0), len(outline.markers) - 1)
        ]
        yield Hit("too-many", int(message), tuple(part), {"count": count, "n": count, "max": most})


RULE = Rule(
    code="L001",
    name="too-many-cache-markers",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "too-many": "the request holds {count} cache markers, allowed are {max}",
        "on-empty-text": "a cache marker stands on an empty text",
    },
    remedy=Remedy("safe", "remove the oldest markers"),
    needs="markers",
    check=find,
)
