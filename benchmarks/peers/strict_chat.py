"""A strict reading of OpenAI chat lists, for judging what repairers give back.

It shares nothing with this project's check: written from the provider's reference and error sentences
alone, one list at a time, so that a mistake of one is not the other's.
"""

from __future__ import annotations

from typing import Any

_ROLES = ("system", "developer", "user", "assistant", "tool")
_PARTS = {
    "system": ("text",),
    "developer": ("text",),
    "user": ("text", "image_url", "input_audio", "file"),
    "assistant": ("text", "refusal"),
    "tool": ("text", "image_url"),  # newer models take images there
}


def objection(messages: list[Any]) -> str | None:
    """Return what the endpoint would say against a list, or None where it takes it."""
    if not messages:
        return "no messages"
    open_: set[str] = set()
    for i, message in enumerate(messages):
        said = _message(message)
        if said is None and message["role"] == "tool":
            ident = message.get("tool_call_id")
            if ident not in open_:
                said = "a result that answers no call of the turn before it"
            open_.discard(ident)
        elif said is None and open_:
            said = "a call without a result in front of it"
        elif said is None and message.get("tool_calls"):
            open_ = {call["id"] for call in message["tool_calls"]}
        if said is not None:
            return f"messages[{i}]: {said}"
    return "a call without a result at the end" if open_ else None


def _message(message: Any) -> str | None:
    if not isinstance(message, dict) or message.get("role") not in _ROLES:
        return "no message with a known role"
    role, content = message["role"], message.get("content")
    if role == "assistant":
        said = _calls(message)
        if said is not None:
            return said
    elif content is None:
        return "no content"
    if content is None or isinstance(content, str):
        return None
    if not isinstance(content, list) or not content:
        return "content that is neither a text nor parts"
    kinds = [part.get("type") if isinstance(part, dict) else None for part in content]
    return None if set(kinds) <= {*_PARTS[role]} else "a part of an unknown type"


def _calls(message: dict[str, Any]) -> str | None:
    if "tool_calls" not in message or message["tool_calls"] is None:
        lacks = message.get("content") is None and not message.get("refusal")
        return "neither words nor calls" if lacks and not message.get("function_call") else None
    calls = message["tool_calls"]
    if not isinstance(calls, list) or not calls:
        return "an empty list of calls"
    idents = []
    for call in calls:
        if not isinstance(call, dict) or not isinstance(call.get("id"), str) or not call["id"]:
            return "a call without an id"
        function = call.get("function")
        if call.get("type") != "function" or not isinstance(function, dict):
            return "a call that is no function"
        if not isinstance(function.get("name"), str) or not function["name"]:
            return "a call without a name"
        if not isinstance(function.get("arguments"), str):
            return "arguments that are no text"
        idents.append(call["id"])
    return "two calls with one id" if len(set(idents)) < len(idents) else None
