"""What stands around the contents of a Gemini request, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.around import settings_from, spots_of, texts_said, tools_from
from transcript_doctor.core.composer import Around, Desk, Tool
from transcript_doctor.core.speech import Piece, rest_of
from transcript_doctor.core.walk import MISSING
from transcript_doctor.formats.gemini.body import WRAPPERS
from transcript_doctor.formats.gemini.keys import either
from transcript_doctor.formats.gemini.telling import piece_of
from transcript_doctor.place import Steps

_SETTINGS = {"maxOutputTokens": "max_tokens", "temperature": "temperature", "topP": "top_p",
             "stopSequences": "stop"}  # fmt: skip
_DUMPED = {"max_output_tokens": "max_tokens", "top_p": "top_p", "stop_sequences": "stop"}
_MODES = {"AUTO": "auto", "ANY": "any", "NONE": "none"}
_KEYS = ("name", "description", "parameters", "parametersJsonSchema", "parameters_json_schema")
_DECLARED = ("functionDeclarations", "function_declarations")
_TOLD = (
    "contents", "model", "systemInstruction", "system_instruction", "tools", "toolConfig",
    "tool_config", "generationConfig", "generation_config", "config", *WRAPPERS,
)  # fmt: skip


def unpack(body: Mapping[str, Any]) -> Around:
    """Return what stands around the contents of a body, or of the request inside it."""
    for key in WRAPPERS:
        if isinstance(body.get(key), dict) and "contents" not in body:
            body = body[key]
    config = body.get("config")
    body = {**config, **body} if isinstance(config, dict) else body
    system = either(dict(body), "systemInstruction", "system_instruction")
    given = either(dict(body), "generationConfig", "generation_config")
    given = given if isinstance(given, dict) else {}
    flat = {**{k: v for k, v in body.items() if k in _DUMPED or k == "temperature"}, **given}
    settings = {**settings_from(flat, _SETTINGS), **settings_from(flat, _DUMPED)}
    tools, odd = _tools(body.get("tools"))
    config = either(dict(body), "toolConfig", "tool_config")
    choice = _choice(config)
    rest = rest_of(body, (), (*_TOLD, *_DUMPED, "temperature"))
    if choice is None and config is not MISSING and config:
        rest = (*rest, (("toolConfig",), config))
    more = rest_of(given, ("generationConfig",), (*_SETTINGS, *_DUMPED))
    spots = {w: s for keys in (_SETTINGS, _DUMPED) for w, s in spots_of(flat, keys).items()}
    held = {word: ("generationConfig", *at) if at[0] in given else at for word, at in spots.items()}
    held["choice"] = ("toolConfig",)
    return Around(_system(system), tools, choice, settings, (*odd, *rest, *more), held)


def _system(value: Any) -> tuple[Piece, ...]:
    if value is MISSING:
        return ()
    if isinstance(value, str):
        return (Piece("text", "gemini", ("systemInstruction",), None, value),)
    found = value.get("parts", []) if isinstance(value, dict) else value
    parts = found if isinstance(found, list) else [found]
    return tuple(piece_of(p, ("systemInstruction", "parts", j)) for j, p in enumerate(parts))


def _tools(rows: Any) -> tuple[tuple[Tool, ...], tuple[tuple[Steps, Any], ...]]:
    tools: list[Tool] = []
    odd: list[tuple[Steps, Any]] = []
    for k, row in enumerate(rows if isinstance(rows, list) else ()):
        held = row if isinstance(row, dict) else {}
        declared = either(held, "functionDeclarations", "function_declarations")
        found, strange = tools_from(declared, _tool, _KEYS, ("tools", k, "functionDeclarations"))
        tools += found
        odd += strange
        if declared is MISSING:
            odd.append((("tools", k), row))
        else:
            odd += [(("tools", k, key), held[key]) for key in held if key not in _DECLARED]
    return tuple(tools), tuple(odd)


def _tool(row: dict[str, Any]) -> Tool | None:
    if not isinstance(row.get("name"), str):
        return None
    schema = either(row, "parametersJsonSchema", "parameters_json_schema")
    if schema is MISSING:
        schema = _lowered(row.get("parameters"), 0)
    return Tool(row["name"], row.get("description"), schema)


def _lowered(schema: Any, depth: int) -> Any:
    """Return a schema with its types in JSON Schema's own letters; Gemini writes them in capitals."""
    if depth > 50:
        return schema
    if isinstance(schema, list):
        return [_lowered(value, depth + 1) for value in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _lowered(value, depth + 1) for key, value in schema.items()}
    if isinstance(kind := made.get("type"), str):
        made["type"] = kind.lower()
    return made


def _choice(config: Any) -> tuple[str, str | None] | None:
    calling = (
        either(config, "functionCallingConfig", "function_calling_config")
        if isinstance(config, dict)
        else None
    )
    if not isinstance(calling, dict):
        return None
    mode, names = (
        calling.get("mode"),
        either(calling, "allowedFunctionNames", "allowed_function_names"),
    )
    if mode == "ANY" and isinstance(names, list) and len(names) == 1:
        return "tool", names[0]
    word = _MODES.get(mode) if isinstance(mode, str) else None
    return (word, None) if word is not None and not isinstance(names, list) else None


def pack(around: Around, desk: Desk) -> dict[str, Any]:
    """Return the keys that say what stands around the contents."""
    made: dict[str, Any] = {}
    texts = texts_said(around.system, desk)
    if texts:
        made["systemInstruction"] = {"parts": [{"text": text} for text in texts]}
    if around.tools:
        made["tools"] = [{"functionDeclarations": [_declared(tool) for tool in around.tools]}]
    if around.choice is not None:
        kind, name = around.choice
        mode = {"auto": "AUTO", "none": "NONE"}.get(kind, "ANY")
        named = {"allowedFunctionNames": [name]} if name else {}
        made["toolConfig"] = {"functionCallingConfig": {"mode": mode, **named}}
    settings = {
        key: around.settings[word] for key, word in _SETTINGS.items() if word in around.settings
    }
    return {**made, "generationConfig": settings} if settings else made


def _declared(tool: Tool) -> dict[str, Any]:
    said = {"description": tool.description} if tool.description else {}
    takes = {"parametersJsonSchema": tool.schema} if tool.schema else {}
    return {"name": tool.name, **said, **takes}
