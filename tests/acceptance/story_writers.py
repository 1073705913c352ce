"""Writing a story as the whole request of a format, by hand; see `tests/acceptance/story.py`.

Each writer keeps to the documentation of its format: tools declared, results where they belong,
system text where the format has it. None may ask the product anything.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.acceptance.story import (
    Call,
    Image,
    Part,
    Result,
    Turn,
    Untold,
    joined,
    tool_names,
    words,
)

_OBJECT = {"type": "object", "properties": {}}
_BEDROCK_IMAGES = 20
"""A Converse message holds no more."""


def write(format: str, story: list[Turn]) -> Any:
    """Return a story as the request of a format."""
    return WRITERS[format](story)


def _chat(story: list[Turn]) -> dict[str, Any]:
    messages: list[dict[str, Any]] = []
    for role, parts in story:
        calls = [part for part in parts if isinstance(part, Call)]
        if role == "tool":
            for result in _results(parts):
                row = {"role": "tool", "tool_call_id": result.id, "content": result.text}
                messages.append(row)
        elif calls:
            rows = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
                }
                for call in calls
            ]
            messages.append({"role": role, "content": words(parts) or None, "tool_calls": rows})
        elif any(isinstance(part, Image) for part in parts):
            messages.append({"role": role, "content": [_chat_part(part) for part in parts]})
        else:
            messages.append({"role": role, "content": words(parts)})
    tools = [
        {"type": "function", "function": {"name": name, "parameters": _OBJECT}}
        for name in tool_names(story)
    ]
    return _with_tools({"messages": messages}, "tools", tools)


def _chat_part(part: Part) -> dict[str, Any]:
    if isinstance(part, Image):
        return {"type": "image_url", "image_url": {"url": _url(part)}}
    return {"type": "text", "text": words([part])}


def _responses(story: list[Turn]) -> dict[str, Any]:
    items: list[dict[str, Any]] = []
    for role, parts in story:
        for part in parts:
            if isinstance(part, Call):
                arguments = json.dumps(part.arguments)
                row = {"call_id": part.id, "name": part.name, "arguments": arguments}
                items.append({"type": "function_call", **row})
            elif isinstance(part, Result):
                row = {"call_id": part.id, "output": part.text}
                items.append({"type": "function_call_output", **row})
            else:
                kind = "output_text" if role == "assistant" else "input_text"
                content = (
                    {"type": "input_image", "image_url": _url(part)}
                    if isinstance(part, Image)
                    else {"type": kind, "text": part.text}
                )
                items.append({"type": "message", "role": role, "content": [content]})
    tools = [
        {"type": "function", "name": name, "parameters": _OBJECT} for name in tool_names(story)
    ]
    return _with_tools({"input": items}, "tools", tools)


def _anthropic(story: list[Turn]) -> dict[str, Any]:
    system, spoken = _system_apart(story)
    messages = [
        {"role": role, "content": [_anthropic_part(part) for part in parts]}
        for role, parts in joined(spoken, "user")
    ]
    body = {"max_tokens": 1024, "messages": messages, **({"system": system} if system else {})}
    tools = [{"name": name, "input_schema": _OBJECT} for name in tool_names(story)]
    return _with_tools(body, "tools", tools)


def _anthropic_part(part: Part) -> dict[str, Any]:
    if isinstance(part, Call):
        return {"type": "tool_use", "id": part.id, "name": part.name, "input": part.arguments}
    if isinstance(part, Result):
        row = {"type": "tool_result", "tool_use_id": part.id, "content": part.text}
        return {**row, "is_error": True} if part.failed else row
    if isinstance(part, Image):
        source = {"type": "base64", "media_type": part.mime, "data": part.data}
        return {"type": "image", "source": source}
    return {"type": "text", "text": part.text}


def _gemini(story: list[Turn]) -> dict[str, Any]:
    system, spoken = _system_apart(story)
    contents = [
        {
            "role": "model" if role == "assistant" else "user",
            "parts": [_gemini_part(part) for part in parts],
        }
        for role, parts in joined(spoken, "tool")
    ]
    body: dict[str, Any] = {"contents": contents}
    if system:
        body["systemInstruction"] = {"parts": [{"text": system}]}
    names = [{"name": name} for name in tool_names(story)]
    return _with_tools(body, "tools", [{"functionDeclarations": names}] if names else [])


def _gemini_part(part: Part) -> dict[str, Any]:
    if isinstance(part, Call):
        return {"functionCall": {"name": part.name, "args": part.arguments}}
    if isinstance(part, Result):
        key = "error" if part.failed else "output"
        return {"functionResponse": {"name": part.name, "response": {key: part.text}}}
    if isinstance(part, Image):
        return {"inlineData": {"mimeType": part.mime, "data": part.data}}
    return {"text": part.text}


def _bedrock(story: list[Turn]) -> dict[str, Any]:
    system, spoken = _system_apart(story)
    messages = [
        {"role": role, "content": [_bedrock_part(part) for part in parts]}
        for role, parts in joined(spoken, "user")
    ]
    if any(len([b for b in m["content"] if "image" in b]) > _BEDROCK_IMAGES for m in messages):
        raise Untold(f"more than {_BEDROCK_IMAGES} images in one message")
    body = {"messages": messages, **({"system": [{"text": system}]} if system else {})}
    specs = [
        {"toolSpec": {"name": name, "inputSchema": {"json": _OBJECT}}} for name in tool_names(story)
    ]
    return {**body, "toolConfig": {"tools": specs}} if specs else body


def _bedrock_part(part: Part) -> dict[str, Any]:
    if isinstance(part, Call):
        use = {"toolUseId": part.id, "name": part.name, "input": part.arguments}
        return {"toolUse": use}
    if isinstance(part, Result):
        content = [{"text": part.text}] if part.text else []
        status = "error" if part.failed else "success"
        return {"toolResult": {"toolUseId": part.id, "content": content, "status": status}}
    if isinstance(part, Image):
        kind = part.mime.removeprefix("image/")
        return {"image": {"format": kind, "source": {"bytes": part.data}}}
    return {"text": part.text}


def _pi(story: list[Turn]) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    for role, parts in _system_apart(story)[1]:
        if role != "tool":
            messages.append({"role": role, "content": [_pi_part(part) for part in parts]})
            continue
        for result in _results(parts):
            row = {"tool_call_id": result.id, "tool_name": result.name, "is_error": result.failed}
            content = [{"type": "text", "text": result.text}] if result.text else []
            messages.append({"role": "toolResult", **row, "content": content})
    return messages


def _pi_part(part: Part) -> dict[str, Any]:
    if isinstance(part, Call):
        return {"type": "toolCall", "id": part.id, "name": part.name, "arguments": part.arguments}
    if isinstance(part, Image):
        return {"type": "image", "mime_type": part.mime, "data": part.data}
    return {"type": "text", "text": words([part])}


def _oracle(story: list[Turn]) -> list[dict[str, Any]]:
    return [
        {"role": role, "content": [_oracle_part(part) for part in parts]} for role, parts in story
    ]


def _oracle_part(part: Part) -> dict[str, Any]:
    if isinstance(part, Call | Result):
        raise Untold("an oracle's history has no calls and no results")
    if isinstance(part, Image):
        return {"contentType": "image_url", "value": _url(part)}
    return {"contentType": "text", "value": part.text}


WRITERS: dict[str, Callable[[list[Turn]], Any]] = {
    "openai-chat": _chat,
    "openai-responses": _responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "bedrock": _bedrock,
    "pi": _pi,
    "oracle": _oracle,
}


def _system_apart(story: list[Turn]) -> tuple[str, list[Turn]]:
    """Return the system text, and the turns of the others."""
    system = "\n".join(words(turn.parts) for turn in story if turn.role == "system")
    return system, [turn for turn in story if turn.role != "system"]


def _results(parts: tuple[Part, ...]) -> list[Result]:
    return [part for part in parts if isinstance(part, Result)]


def _with_tools(body: dict[str, Any], key: str, tools: list[Any]) -> dict[str, Any]:
    return {**body, key: tools} if tools else body


def _url(image: Image) -> str:
    return f"data:{image.mime};base64,{image.data}"
