"""What an OpenAI chat request body states around the messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def facts(body: Mapping[str, Any]) -> dict[str, object]:
    """Return what a request body states: model, tools, and thinking where there is a switch."""
    known: dict[str, object] = {"tools_declared": bool(body.get("tools") or body.get("functions"))}
    if isinstance(body.get("model"), str):
        known["model"] = body["model"]
    thinking = body.get("thinking")
    if isinstance(thinking, dict):
        known["thinking"] = thinking.get("type")
    elif isinstance(body.get("enable_thinking"), bool):
        known["thinking"] = "enabled" if body["enable_thinking"] else "disabled"
    return known
