"""There are more cache markers than the target takes, or one stands on nothing.

## What it means
Marks for prompt caching stand in more places than allowed, counted over tools, system prompt and
messages together; or a mark stands on an empty text.

## Why it is refused
Each mark is a point up to which the provider keeps what it has read, and it keeps only a few. Code
that marks each new message and never takes the old marks away reaches the limit after a few turns;
so does a framework that marks the messages while the caller has marked system prompt and tools.

## How it is healed
The oldest marks in the messages are removed. A mark says nothing to the model, so nothing is lost
but speed.

## Sources
anthropics/claude-code#54039. The targets' pages name source and date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.healing import of_message
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.core.target import Laws
from transcript_doctor.place import Steps


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find more cache markers than allowed; reported at the first one that is too many."""
    inside, stated = outline.markers, outline.facts.get("cache_markers")
    outside = stated if isinstance(stated, int) else 0
    if not inside and not outside:
        return
    most = laws.param("L001", "markers")
    count = len(inside) + outside
    if most is None or count <= most:
        return
    values = {"count": count, "n": count, "max": most}
    if not inside:
        yield Hit("too-many", None, outline.root, values)
        return
    message, *part = inside[min(max(most - outside, 0), len(inside) - 1)]
    yield Hit("too-many", int(message), tuple(part), values)


@of_message
def heal(surgeon: Surgeon, hit: Hit, message: int) -> bool:
    """Remove the oldest marks in the messages, as many as are too many; or the one on an empty text."""
    if hit.case == "on-empty-text":
        return _unmark(surgeon, message, hit.part)
    values, inside = hit.values, surgeon.outline.markers
    return all(
        _unmark(surgeon, int(message), tuple(part))
        for message, *part in inside[: values["count"] - values["max"]]
    )


def _unmark(surgeon: Surgeon, message: int, part: Steps) -> bool:
    node = node_at(surgeon.outline.messages[message], part)
    if isinstance(node, dict) and len(node) == 1:  # the mark is a part of its own
        return surgeon.drop(message, part)
    key = next((key for key in _KEYS if isinstance(node, dict) and key in node), _KEYS[0])
    return surgeon.remove_key(message, (*part, key))


_KEYS = ("cache_control", "cachePoint", "prompt_cache_breakpoint")
"""How formats spell the mark."""


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
    remedy={
        "too-many": Remedy("safe", "remove the oldest markers"),
        "on-empty-text": Remedy("safe", "remove the marker"),
    },
    needs="always",
    check=find,
    heal=heal,
)
