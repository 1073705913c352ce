"""Where the items stand in a Responses body, and what the body states around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.format import Listing


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
