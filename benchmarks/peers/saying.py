"""What a list says, for counting what a repairer lost: texts, and calls with their arguments."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_NO_TEXTS = frozenset(
    {"role", "type", "id", "tool_call_id", "tool_use_id", "name", "signature", "cache_control"}
)
PLACEHOLDERS = frozenset({"Tool call interrupted by user", "aborted"})
"""What agents themselves wrote where a result was missing: nobody said it, so nobody loses it."""
_CALLS = frozenset({"tool_calls", "function_call", "input", "arguments"})


def texts(value: Any) -> list[str]:
    """Return every text of messages, parts and results, without white space around it."""
    if isinstance(value, str):
        said = value.strip()
        return [said] if said and said not in PLACEHOLDERS else []
    if isinstance(value, list):
        return [text for child in value for text in texts(child)]
    if not isinstance(value, dict):
        return []
    rows = (child for key, child in value.items() if key not in _NO_TEXTS | _CALLS)
    return [text for child in rows for text in texts(child)]


def calls(messages: Any) -> Iterator[str]:
    """Yield every call as its name and arguments, in either format."""
    for message in messages if isinstance(messages, list) else ():
        if not isinstance(message, dict):
            continue
        content, made = message.get("content"), message.get("tool_calls")
        for call in made if isinstance(made, list) else ():
            function = call.get("function") if isinstance(call, dict) else None
            if isinstance(function, dict):
                yield _call(function.get("name"), function.get("arguments"))
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and block.get("type") == "tool_use":
                yield _call(block.get("name"), block.get("input"))


def lost(before: Any, after: Any) -> list[str]:
    """Return the texts and calls of a list that another holds nowhere, not even inside another text."""
    there, made = "\n".join(texts(after)), [*calls(after)]
    gone = [text for text in dict.fromkeys(texts(before)) if text not in there]
    return gone + [call for call in dict.fromkeys(calls(before)) if call not in made]


def _call(name: Any, arguments: Any) -> str:
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return f"{name} {arguments}"
    return f"{name} {json.dumps(arguments, sort_keys=True)}"
