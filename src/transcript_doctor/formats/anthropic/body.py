"""What an Anthropic request body states around the messages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.outline import Outline


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


_OWN_KEYS = ("anthropic_version", "output_config")
_ELSEWHERE = re.compile(r"/|command", re.IGNORECASE)
"""What names of models hold behind gateways, and at the other provider that has `stop_sequences`."""
_DATED = re.compile(r"_20\d{6}\Z")
"""How the types of tools that the provider knows end."""
_FIRST = 12
"""So many messages are looked through for cache markers."""


def mark(body: Mapping[str, Any]) -> str | None:
    """Return by what a body is of this format where its messages are plain, or None."""
    for key in _OWN_KEYS:
        if key in body:
            return f"the key {key!r}"
    if _is_prompt(body.get("system")):
        return "the key 'system'"
    thinking = body.get("thinking")
    if type(thinking) is dict and (
        "budget_tokens" in thinking or thinking.get("type") == "adaptive"
    ):
        return "this format's 'thinking'"
    tool = _first_of(body.get("tools"))
    if "input_schema" in tool or _DATED.search(_type(tool)):
        return "this format's tools"
    if type(model := body.get("model")) is str and _ELSEWHERE.search(model):
        return None
    if "stop_sequences" in body:
        return "the key 'stop_sequences'"
    marked = _markers_outside(body) or _markers_inside(body.get("messages"))
    return "the key 'cache_control'" if marked else None


def _is_prompt(value: Any) -> bool:
    """Tell whether a system prompt is a text, or blocks that name their type."""
    return type(value) is str or "type" in _first_of(value)


def _first_of(value: Any) -> dict[str, Any]:
    return value[0] if type(value) is list and value and type(value[0]) is dict else {}


def _markers_inside(messages: Any) -> bool:
    """Tell whether the first messages bear cache markers and none of a role that gateways put among them."""
    first = (
        [row for row in messages[:_FIRST] if type(row) is dict] if type(messages) is list else []
    )
    if any(row.get("role") == "system" for row in first):
        return False
    contents = [row["content"] for row in first if type(row.get("content")) is list]
    return any("cache_control" in block for c in contents for block in c if type(block) is dict)


def declared(out: Outline) -> set[str] | None:
    """Return the names of the tools that a whole request declares; None where nobody knows."""
    tools = out.request.get("tools")
    rows = [tool for tool in tools if type(tool) is dict] if type(tools) is list else []
    remote = any(_type(tool).startswith("mcp") for tool in rows)
    if not out.facts.whole_request or remote or out.request.get("mcp_servers"):
        return None
    return {name for tool in rows if type(name := tool.get("name")) is str}


def _type(tool: Mapping[str, Any]) -> str:
    word = tool.get("type")
    return word if type(word) is str else ""
