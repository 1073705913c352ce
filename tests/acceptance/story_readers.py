"""Reading a sound history of a format as a story, by hand; see `tests/acceptance/story.py`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.acceptance.story import Call, Image, Part, Result, Text, Turn, Untold, tell

Told = Iterator[tuple[str, Part]]
_DATA_URL = re.compile(r"data:([^;]+);base64,(.*)", re.DOTALL)


def read(format: str, messages: list[Any]) -> list[Turn]:
    """Return the story of a sound history."""
    return tell(_READERS[format](messages))


def _chat(messages: list[Any]) -> Told:
    for message in messages:
        role, content = message["role"], message.get("content")
        if role == "tool":
            yield "tool", Result(message["tool_call_id"], "", _text_of(content), False)
            continue
        for part in _listed(content, "text"):
            if part["type"] == "image_url":
                yield role, _from_url(part["image_url"]["url"])
            else:
                yield role, Text(part["text"])
        for call in message.get("tool_calls", ()):
            function = call["function"]
            yield role, Call(call["id"], function["name"], json.loads(function["arguments"]))


def _responses(items: list[Any]) -> Told:
    for item in items:
        if item["type"] == "function_call":
            arguments = json.loads(item["arguments"])
            yield "assistant", Call(item["call_id"], item["name"], arguments)
        elif item["type"] == "function_call_output":
            yield "tool", Result(item["call_id"], "", _text_of(item["output"]), False)
        elif item["type"] == "message":
            for part in item["content"]:
                if part["type"] == "input_image":
                    yield item["role"], _from_url(part["image_url"])
                else:
                    yield item["role"], Text(part["text"])
        elif item["type"] != "reasoning":
            raise Untold(item["type"])


def _anthropic(messages: list[Any]) -> Told:
    for message in messages:
        for part in _listed(message["content"], "text"):
            kind = part["type"]
            if kind == "text":
                yield message["role"], Text(part["text"])
            elif kind == "image":
                source = part["source"]
                yield message["role"], Image(source["media_type"], source["data"])
            elif kind == "tool_use":
                yield message["role"], Call(part["id"], part["name"], part["input"])
            elif kind == "tool_result":
                failed, text = part.get("is_error", False), _text_of(part.get("content"))
                yield "tool", Result(part["tool_use_id"], "", text, failed)
            elif kind not in ("thinking", "redacted_thinking"):
                raise Untold(kind)


def _gemini(contents: list[Any]) -> Told:
    made, open_ids = 0, list[tuple[str, str]]()
    for content in contents:
        role = "assistant" if content["role"] == "model" else content["role"]
        for part in content["parts"]:
            if "functionCall" in part:
                call, made = part["functionCall"], made + 1
                open_ids.append((call["name"], f"call_{made}"))
                yield role, Call(f"call_{made}", call["name"], call.get("args", {}))
            elif "functionResponse" in part:
                response = part["functionResponse"]
                own = next(pair for pair in open_ids if pair[0] == response["name"])
                open_ids.remove(own)
                yield "tool", Result(own[1], "", json.dumps(response["response"]), False)
            elif "inlineData" in part:
                yield role, Image(part["inlineData"]["mimeType"], part["inlineData"]["data"])
            elif not part.get("thought"):
                yield role, Text(part["text"])


def _bedrock(messages: list[Any]) -> Told:
    for message in messages:
        for part in message["content"]:
            if "text" in part:
                yield message["role"], Text(part["text"])
            elif "image" in part:
                image = part["image"]
                yield message["role"], Image(f"image/{image['format']}", image["source"]["bytes"])
            elif "toolUse" in part:
                use = part["toolUse"]
                yield message["role"], Call(use["toolUseId"], use["name"], use["input"])
            elif "toolResult" in part:
                result = part["toolResult"]
                failed, text = result.get("status") == "error", _text_of(result["content"])
                yield "tool", Result(result["toolUseId"], "", text, failed)
            elif "reasoningContent" not in part:
                raise Untold(", ".join(part))


_READERS = {
    "openai-chat": _chat,
    "openai-responses": _responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "bedrock": _bedrock,
}


def _listed(content: Any, kind: str) -> list[dict[str, Any]]:
    if content is None:
        return []
    return [{"type": kind, "text": content}] if isinstance(content, str) else content


def _text_of(content: Any) -> str:
    """Return the text of a result; a picture in it cannot be told."""
    if content is None or isinstance(content, str):
        return content or ""
    strange = [part for part in content if "text" not in part]
    if strange:
        raise Untold("a result that is more than text")
    return "\n".join(part["text"] for part in content)


def _from_url(url: str) -> Image:
    found = _DATA_URL.fullmatch(url)
    if found is None:
        raise Untold("a picture elsewhere")
    return Image(found[1], found[2])
