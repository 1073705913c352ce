"""Where the messages stand in a Converse body, and what the body states around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.format import Listing

OPAQUE = ("application-inference-profile/", "provisioned-model/", "imported-model/", ":prompt/")
"""Resources whose names do not tell which model they stand for."""


def facts(body: Mapping[str, Any]) -> dict[str, object]:
    """Return what a request body states: model, thinking, tools, system prompt, cache markers."""
    inner = _converse(body)
    tools, more = inner.get("toolConfig"), inner.get("additionalModelRequestFields")
    known: dict[str, object] = {
        "tools_declared": bool(isinstance(tools, dict) and tools.get("tools"))
    }
    model = body.get("modelId")
    if isinstance(model, str) and not any(word in model for word in OPAQUE):
        known["model"] = model
    thinking = more.get("thinking") if isinstance(more, dict) else None
    known["thinking"] = thinking.get("type") if isinstance(thinking, dict) else "disabled"
    if "system" in inner:
        known["system"] = inner["system"]
    if (marked := _markers_outside(inner)) > 0:
        known["cache_markers"] = marked
    return known


def listing(body: Mapping[str, Any]) -> Listing | None:
    """Return the messages of a Converse body, or of one inside a token count."""
    if "anthropic_version" in body:
        return None  # InvokeModel in Anthropic's own format
    inner = _converse(body)
    messages = inner.get("messages")
    if not isinstance(messages, list):
        return None
    root = ("messages",) if inner is body else ("input", "converse", "messages")
    return Listing(messages, root)


def _converse(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the Converse request in a body: the body itself, or what a token count wraps."""
    wrapped = body.get("input")
    inner = wrapped.get("converse") if isinstance(wrapped, dict) else None
    return inner if isinstance(inner, dict) and "messages" not in body else body


def _markers_outside(inner: Mapping[str, Any]) -> int:
    """Count the cache markers of system prompt and tools, which count like those in messages."""
    tools = inner.get("toolConfig")
    lists = (inner.get("system"), tools.get("tools") if isinstance(tools, dict) else None)
    blocks = (block for found in lists if isinstance(found, list) for block in found)
    return sum(isinstance(block, dict) and "cachePoint" in block for block in blocks)


_OWN_KEYS = ("modelId", "inferenceConfig", "toolConfig", "additionalModelRequestFields")


def mark(body: Mapping[str, Any]) -> str | None:
    """Return by what a body is of this format where its messages are plain, or None."""
    return next((f"the key {key!r}" for key in _OWN_KEYS if key in body), None)
