"""pi messages as people see them, and by what the format is recognised."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.format import Part
from transcript_doctor.formats.pi.keys import STOP_REASONS, either
from transcript_doctor.place import Steps


def parts(message: Any) -> list[Part]:
    """Return the parts of one message as people see them."""
    if not isinstance(message, dict):
        return [Part("other", None, (), message)]
    content = message.get("content")
    if message.get("role") == "toolResult":
        ident = either(message, "tool_call_id", "toolCallId")[0]
        name = either(message, "tool_name", "toolName")[0]
        error = either(message, "is_error", "isError")[0] is True
        ident, name = (value if isinstance(value, str) else None for value in (ident, name))
        return [Part("result", content, ("content",), message, ident, name, error)]
    if isinstance(content, str):
        return [Part("text", content, ("content",), content)]
    found = content if isinstance(content, list) else []
    return [_part(part, ("content", j)) for j, part in enumerate(found)]


def _part(part: Any, place: Steps) -> Part:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return Part("text", part.get("text"), place, part)
    if kind == "toolCall":
        return Part("call", part.get("arguments"), place, part, part.get("id"), part.get("name"))
    if kind == "thinking":
        return Part("reasoning", part.get("thinking"), place, part)
    if kind == "image":
        return Part("media", "image", place, part)
    return Part("other", kind, place, part)


def why(messages: list[Any]) -> str | None:
    """Recognise the role, the keys and the parts that only this format has."""
    for i, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        role, content = message.get("role"), message.get("content")
        if role == "toolResult":
            return f"messages[{i}] has the role 'toolResult'"
        if role == "assistant" and isinstance(content, list):
            for key in ("stop_reason", "stopReason"):
                reason = message.get(key)
                if isinstance(reason, str) and reason in STOP_REASONS:
                    return f"messages[{i}] has {key} {reason!r}"
        for part in content if isinstance(content, list) else ():
            kind = part.get("type") if isinstance(part, dict) else None
            if kind == "toolCall" or (kind == "image" and "data" in part):
                return f"messages[{i}] holds a part of type {kind!r}"
    return None
