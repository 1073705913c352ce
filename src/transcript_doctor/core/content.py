"""What a value says, whatever it is wrapped in: the lines by which two states of a transcript are compared.

A repair may wrap, unwrap, join and move what it finds; what is said must be the same before and
after. So texts are compared line by line, JSON by its keys and values, and what only says how things
are wrapped does not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_WRAPPINGS = frozenset(
    {
        "type", "text", "json", "content", "parts", "source", "toolResult", "toolUse", "result", "error",
        "output", "response", "functionResponse", "function_response", "id", "call_id", "tool_use_id",
        "tool_call_id", "toolUseId", "toolCallId", "role", "status", "is_error", "isError", "input_text",
        "cache_control", "cachePoint", "media_type", "mimeType", "mime_type", "format", "detail",
        "name", "args", "arguments", "input", "function", "functionCall", "function_call", "custom",
    }
)  # fmt: skip
"""Keys that say how something is wrapped: neither they nor the word behind `type` are said by anybody."""
NO_WORDS = frozenset(
    {
        "type", "id", "call_id", "tool_use_id", "tool_call_id", "toolUseId", "toolCallId", "role",
        "status", "is_error", "isError", "cache_control", "cachePoint", "media_type", "mimeType",
        "mime_type", "format", "detail",
    }
)  # fmt: skip
LABELS = frozenset(
    {
        "timestamp", "toolset_name", "execution", "caller", "namespace", "max_output_length",
        "scheduling",
    }
)  # fmt: skip
"""Keys of a result, beside those, that label it and say nothing: when, by whom, how it was asked for."""
_LONGEST_JSON = 1_000_000
"""Texts longer than this (characters) are not read as JSON."""


_WRITER = json.JSONEncoder(ensure_ascii=False)


def json_text(value: Any) -> str | None:
    """Return a value as JSON text; None where it cannot be written, for depth or a number's length."""
    try:
        return _WRITER.encode(value)
    except (TypeError, ValueError, RecursionError):
        return None


def words_in(value: Any) -> Iterator[str]:
    """Yield what a value says, line by line; a text that is a JSON object or list is read as one."""
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            read = _as_json(node)
            if read is None:
                yield from lines(node)
            else:
                stack.append(read)
        elif isinstance(node, dict):
            yield from (key for key in node if isinstance(key, str) and key not in _WRAPPINGS)
            stack += reversed([child for key, child in node.items() if key not in NO_WORDS])
        elif isinstance(node, list):
            stack += reversed(node)
        elif isinstance(node, bytes | bytearray):
            yield node.hex()
        elif node is not None:
            yield _scalar(node)


def lines(text: str) -> Iterator[str]:
    """Yield the lines of a text that hold something, without white space around them.

    Half a character counts as the mark that may stand for it.
    """
    for line in text.split("\n"):
        if said := line.strip():
            yield said if said.isascii() else _whole(said)


def _whole(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _as_json(text: str) -> Any:
    """Return what a JSON text holds; None where it is none, or no object and no list."""
    if len(text) > _LONGEST_JSON or not text.strip().startswith(("{", "[")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _scalar(value: Any) -> str:
    return json_text(value) or (hex(value) if isinstance(value, int) else type(value).__name__)
