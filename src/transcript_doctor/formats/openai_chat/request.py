"""What stands around the messages of an OpenAI chat request, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.around import choice_from, settings_from, spots_of, tools_from
from transcript_doctor.core.composer import Around, Desk, Tool
from transcript_doctor.core.speech import rest_of

_SETTINGS = {"max_tokens": "max_tokens", "max_completion_tokens": "max_tokens",
             "temperature": "temperature", "top_p": "top_p", "stop": "stop"}  # fmt: skip
_WORDS = {"auto": "auto", "required": "any", "any": "any", "none": "none", "function": "tool"}
_TOLD = ("name", "description", "parameters")
_CHOICES = {"auto": "auto", "any": "required", "none": "none"}


def unpack(body: Mapping[str, Any]) -> Around:
    """Return what stands around the messages of a body."""
    tools, odd = tools_from(body.get("tools"), _tool, _TOLD, inner="function")
    choice = choice_from(flat_choice(body.get("tool_choice")), "type", _WORDS)
    told = ["messages", "model", "tools", *_SETTINGS, *(["tool_choice"] if choice else [])]
    return Around(
        (), tools, choice, settings_from(body, _SETTINGS), (*odd, *rest_of(body, (), told)),
        spots_of(body, _SETTINGS),
    )  # fmt: skip


def flat_choice(choice: Any) -> Any:
    """Return a choice with its name beside its type."""
    inner = choice.get("function") if isinstance(choice, dict) else None
    return {**choice, "name": inner.get("name")} if isinstance(inner, dict) else choice


def _tool(row: dict[str, Any]) -> Tool | None:
    inner = row.get("function")
    if not isinstance(inner, dict) or not isinstance(inner.get("name"), str):
        return None
    return Tool(inner["name"], inner.get("description"), inner.get("parameters"))


def pack(around: Around, desk: Desk) -> dict[str, Any]:
    """Return the keys that say what stands around the messages; the system prompt is among them."""
    made: dict[str, Any] = {}
    if around.tools:
        made["tools"] = [{"type": "function", "function": function_of(t)} for t in around.tools]
    if around.choice is not None:
        kind, name = around.choice
        named = {"type": "function", "function": {"name": name}}
        made["tool_choice"] = _CHOICES.get(kind, named)
    for key in ("temperature", "top_p", "stop"):
        if key in around.settings:
            made[key] = around.settings[key]
    if "max_tokens" in around.settings:
        own = desk.laws.target.name == "openai"
        made["max_completion_tokens" if own else "max_tokens"] = around.settings["max_tokens"]
    return made


def function_of(tool: Tool) -> dict[str, Any]:
    """Return a function's name, and what is known of it."""
    made: dict[str, Any] = {"name": tool.name}
    if tool.description:
        made["description"] = tool.description
    if tool.schema is not None:
        made["parameters"] = tool.schema
    return made
