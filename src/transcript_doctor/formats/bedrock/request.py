"""What stands around the messages of a Converse request, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.around import NO_ARGUMENTS, settings_from, spots_of, tools_from
from transcript_doctor.core.composer import Around, Desk, Tool
from transcript_doctor.core.speech import rest_of
from transcript_doctor.formats.bedrock.telling import piece_of
from transcript_doctor.formats.bedrock.writing import block_for

_SETTINGS = {"maxTokens": "max_tokens", "temperature": "temperature", "topP": "top_p",
             "stopSequences": "stop"}  # fmt: skip
_TOLD = ("name", "description", "inputSchema")
_CHOICES = ("auto", "any", "tool")


def unpack(body: Mapping[str, Any]) -> Around:
    """Return what stands around the messages of a body, or of the one inside a token count."""
    wrapped = body.get("input")
    if isinstance(wrapped, dict) and isinstance(wrapped.get("converse"), dict):
        body = wrapped["converse"]
    system = body.get("system")
    pieces = [
        piece_of(block, ("system", k))
        for k, block in enumerate(system if isinstance(system, list) else ())
    ]
    config = body.get("toolConfig")
    config = config if isinstance(config, dict) else {}
    tools, odd = tools_from(config.get("tools"), _tool, _TOLD, ("toolConfig", "tools"), "toolSpec")
    given = body.get("inferenceConfig")
    given = given if isinstance(given, dict) else {}
    rest = rest_of(body, (), ("messages", "modelId", "system", "toolConfig", "inferenceConfig"))
    more = rest_of(given, ("inferenceConfig",), tuple(_SETTINGS))
    choice = _choice(config.get("toolChoice"))
    return Around(
        tuple(pieces), tools, choice, settings_from(given, _SETTINGS), (*odd, *rest, *more),
        {**spots_of(given, _SETTINGS, ("inferenceConfig",)), "choice": ("toolConfig", "toolChoice")},
    )  # fmt: skip


def _choice(value: Any) -> tuple[str, str | None] | None:
    for word in _CHOICES if isinstance(value, dict) else ():
        if isinstance(value.get(word), dict):
            name = value[word].get("name")
            return word, name if isinstance(name, str) else None
    return None


def _tool(row: dict[str, Any]) -> Tool | None:
    spec = row.get("toolSpec")
    if not isinstance(spec, dict) or not isinstance(spec.get("name"), str):
        return None
    schema = spec.get("inputSchema")
    return Tool(
        spec["name"],
        spec.get("description"),
        schema.get("json") if isinstance(schema, dict) else None,
    )


def pack(around: Around, desk: Desk) -> dict[str, Any]:
    """Return the keys that say what stands around the messages."""
    made: dict[str, Any] = {}
    blocks = [block for piece in around.system if (block := block_for(piece, desk)) is not None]
    if blocks:
        made["system"] = blocks
    choice = around.choice
    if around.tools:
        specs = [{"toolSpec": _spec(tool)} for tool in around.tools]
        made["toolConfig"] = {"tools": specs}
        if choice is not None and choice[0] in _CHOICES:
            held = {"name": choice[1]} if choice[1] else {}
            made["toolConfig"]["toolChoice"] = {choice[0]: held}
    if choice is not None and choice[0] not in _CHOICES:
        desk.lose(around.spot("choice"), "that no tool may be used", None)
    settings = {
        key: around.settings[word] for key, word in _SETTINGS.items() if word in around.settings
    }
    return {**made, "inferenceConfig": settings} if settings else made


def _spec(tool: Tool) -> dict[str, Any]:
    said = {"description": tool.description} if tool.description else {}
    return {"name": tool.name, **said, "inputSchema": {"json": tool.schema or NO_ARGUMENTS}}
