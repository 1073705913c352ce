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


_OWN_KEYS = (
    "frequency_penalty",
    "functions",
    "logit_bias",
    "max_completion_tokens",
    "parallel_tool_calls",
    "presence_penalty",
    "reasoning_effort",
    "response_format",
    "stop",
    "stream_options",
)


def mark(body: Mapping[str, Any]) -> str | None:
    """Return by what a body is of this format where its messages are plain, or None."""
    for key in _OWN_KEYS:
        if key in body:
            return f"the key {key!r}"
    tools = body.get("tools")
    tool = tools[0] if type(tools) is list and tools else None
    if type(tool) is dict and type(tool.get("function")) is dict:
        return "this format's tools"
    return None
