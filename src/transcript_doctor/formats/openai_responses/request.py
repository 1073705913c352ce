"""What stands around the items of a Responses request, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.around import (
    choice_from,
    settings_from,
    spots_of,
    texts_said,
    tools_from,
)
from transcript_doctor.core.composer import Around, Desk, Tool
from transcript_doctor.core.speech import rest_of, texts_of
from transcript_doctor.formats.openai_responses.telling import NAME

_SETTINGS = {"max_output_tokens": "max_tokens", "temperature": "temperature", "top_p": "top_p"}
_WORDS = {"auto": "auto", "required": "any", "none": "none", "function": "tool"}
_TOLD = ("type", "name", "description", "parameters")
_CHOICES = {"auto": "auto", "any": "required", "none": "none"}


def unpack(body: Mapping[str, Any]) -> Around:
    """Return what stands around the items of a body."""
    tools, odd = tools_from(body.get("tools"), _tool, _TOLD)
    choice = choice_from(body.get("tool_choice"), "type", _WORDS)
    system = texts_of(body.get("instructions"), NAME, ("instructions",))
    told = ["input", "model", "tools", *_SETTINGS, *(["instructions"] if system else [])]
    rest = rest_of(body, (), [*told, *(["tool_choice"] if choice else [])])
    settings, spots = settings_from(body, _SETTINGS), spots_of(body, _SETTINGS)
    return Around(tuple(system), tools, choice, settings, (*odd, *rest), spots)


def _tool(row: dict[str, Any]) -> Tool | None:
    if row.get("type") != "function" or not isinstance(row.get("name"), str):
        return None
    return Tool(row["name"], row.get("description"), row.get("parameters"))


def pack(around: Around, desk: Desk) -> dict[str, Any]:
    """Return the keys that say what stands around the items."""
    made: dict[str, Any] = {}
    texts = texts_said(around.system, desk)
    if texts:
        made["instructions"] = "\n".join(texts)
    if around.tools:
        made["tools"] = [_declared(tool) for tool in around.tools]
    if around.choice is not None:
        kind, name = around.choice
        made["tool_choice"] = _CHOICES.get(kind, {"type": "function", "name": name})
    for key, word in _SETTINGS.items():
        if word in around.settings:
            made[key] = around.settings[word]
    if "stop" in around.settings:
        around.lose_setting("stop", desk)
    return made


def _declared(tool: Tool) -> dict[str, Any]:
    said = {"description": tool.description} if tool.description else {}
    # The endpoint makes a schema strict unless it is told not to.
    return {
        "type": "function",
        "name": tool.name,
        **said,
        "parameters": tool.schema,
        "strict": False,
    }
