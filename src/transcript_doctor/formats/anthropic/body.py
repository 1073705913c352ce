"""What an Anthropic request body states around the messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def facts(body: Mapping[str, Any]) -> dict[str, object]:
    """Return what a request body states: model, thinking, tools, system, cache markers outside.

    A request that says nothing on thinking has it `absent`: what that means differs by model.
    """
    known: dict[str, object] = {"tools_declared": bool(body.get("tools"))}
    if isinstance(body.get("model"), str):
        known["model"] = body["model"]
    thinking = body.get("thinking")
    known["thinking"] = thinking.get("type") if isinstance(thinking, dict) else "absent"
    if "system" in body:
        known["system"] = body["system"]
    if (marked := _markers_outside(body)) > 0:
        known["cache_markers"] = marked
    return known


def _markers_outside(body: Mapping[str, Any]) -> int:
    """Count the cache markers of a request that stand outside its messages."""
    rows: list[Any] = [body]
    for key in ("system", "tools"):
        rows += body[key] if isinstance(body.get(key), list) else ()
    return sum(bool(row.get("cache_control")) for row in rows if isinstance(row, dict))
