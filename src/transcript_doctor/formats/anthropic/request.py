"""What stands around the messages of an Anthropic request, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.around import (
    NO_ARGUMENTS,
    choice_from,
    settings_from,
    spots_of,
    tools_from,
)
from transcript_doctor.core.composer import Around, Desk, Tool
from transcript_doctor.core.speech import rest_of, texts_of
from transcript_doctor.formats.anthropic.telling import NAME, piece_of
from transcript_doctor.formats.anthropic.writing import block_for

_TOLD = ("type", "name", "description", "input_schema")
_CHOICES = {"auto": "auto", "any": "any", "none": "none", "tool": "tool"}
_SETTINGS = {"max_tokens": "max_tokens", "temperature": "temperature", "top_p": "top_p",
             "stop_sequences": "stop"}  # fmt: skip


def unpack(body: Mapping[str, Any]) -> Around:
    """Return what stands around the messages of a body."""
    system = body.get("system")
    pieces = texts_of(system, NAME, ("system",))
    if isinstance(system, list):
        pieces = [piece_of(block, ("system", k)) for k, block in enumerate(system)]
    tools, odd = tools_from(body.get("tools"), _tool, _TOLD)
    settings = settings_from(body, _SETTINGS)
    choice = choice_from(body.get("tool_choice"), "type", _CHOICES)
    told = [
        "messages",
        "model",
        "system",
        *_SETTINGS,
        "tools",
        *(["tool_choice"] if choice else []),
    ]
    odd = (*odd, *rest_of(body, (), told))
    if choice is not None and isinstance(body["tool_choice"], dict):
        odd = (*odd, *rest_of(body["tool_choice"], ("tool_choice",), ("type", "name")))
    spots = spots_of(body, _SETTINGS)
    return Around(tuple(pieces), tools, choice, settings, odd, spots)


def _tool(row: dict[str, Any]) -> Tool | None:
    if row.get("type", "custom") not in ("custom", None) or not isinstance(row.get("name"), str):
        return None
    return Tool(row["name"], row.get("description"), row.get("input_schema"))


def pack(around: Around, desk: Desk) -> dict[str, Any]:
    """Return the keys that say what stands around the messages."""
    made: dict[str, Any] = {}
    blocks = [block for piece in around.system if (block := block_for(piece, desk)) is not None]
    if len(blocks) == 1 and "type" in blocks[0] and blocks[0].keys() == {"type", "text"}:
        made["system"] = blocks[0]["text"]
    elif blocks:
        made["system"] = blocks
    if around.tools:
        made["tools"] = [
            {"name": t.name, **({"description": t.description} if t.description else {}),
             "input_schema": t.schema or NO_ARGUMENTS}
            for t in around.tools
        ]  # fmt: skip
    if around.choice is not None:
        kind, name = around.choice
        made["tool_choice"] = {"type": kind, **({"name": name} if name else {})}
    for key, word in _SETTINGS.items():
        if word in around.settings:
            made[key] = around.settings[word]
    return made
