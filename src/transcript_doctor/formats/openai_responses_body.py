"""Recognising OpenAI Responses, and what its request bodies state around the items."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.format import Listing
from transcript_doctor.formats.openai_responses_items import INPUT_PARTS, OUTPUT_PARTS, SORTS

_COMMON_WORDS = frozenset({"reasoning", "program", "compaction"})
"""Types that lists of other formats may use in their own way."""
_OWN_PARTS = (INPUT_PARTS | OUTPUT_PARTS) - {"input_audio", "refusal"}


def why(messages: list[Any]) -> str | None:
    """Recognise item types, and parts that only this format has."""
    for i, item in enumerate(messages):
        if not isinstance(item, dict):
            continue
        kind = item.get("type")
        if isinstance(kind, str) and kind in SORTS and kind not in _COMMON_WORDS:
            return f"messages[{i}] is an item of type {kind!r}"
        content = item.get("content")
        if kind == "message" and "role" in item and isinstance(content, str):
            return f"messages[{i}] is an item of type 'message'"
        for part in content if isinstance(content, list) else ():
            word = part.get("type") if isinstance(part, dict) else None
            if isinstance(word, str) and word in _OWN_PARTS:
                return f"messages[{i}] holds a part of type {word!r}"
    return None


def facts(body: Mapping[str, Any]) -> dict[str, object]:
    """Return what a request body states: model, tools, thinking, and what the server holds."""
    known: dict[str, object] = {
        "tools_declared": bool(body.get("tools")),
        "store": body.get("store") is not False,
    }
    for key in ("previous_response_id", "conversation", "prompt"):
        known[key] = body.get(key)
    if isinstance(body.get("model"), str):
        known["model"] = body["model"]
    thinking, reasoning = body.get("thinking"), body.get("reasoning")
    if isinstance(thinking, dict):
        known["thinking"] = thinking.get("type")
    elif isinstance(reasoning, dict) and isinstance(reasoning.get("effort"), str):
        known["thinking"] = "disabled" if reasoning["effort"] == "none" else "enabled"
    return known


def listing(body: Mapping[str, Any]) -> Listing | None:
    """Return the items of a request body; a text is one user message, a stored past needs none."""
    items = body.get("input")
    if isinstance(items, list):
        return Listing(items, ("input",))
    if isinstance(items, str):
        return Listing([{"role": "user", "content": items}] if items else [], ("input",))
    stored = ("previous_response_id", "conversation")
    if items is None and "messages" not in body and any(body.get(key) for key in stored):
        return Listing([], ("input",))
    return None
