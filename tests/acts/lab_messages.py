"""Messages as the lab writes them, and whole histories out of a shape."""

from __future__ import annotations

import re
from typing import Any

Message = dict[str, Any]


def user(text: str) -> Message:
    return {"role": "user", "content": text}


def text(words: str) -> Message:
    return {"type": "text", "text": words}


def call(name: str, arguments: dict[str, Any], id: str = "c1") -> Message:
    return {"type": "toolCall", "id": id, "name": name, "arguments": arguments}


def reply(*parts: Message, stop_reason: str | None = None) -> Message:
    calls = any(part["type"] == "toolCall" for part in parts)
    reason = stop_reason or ("toolUse" if calls else "stop")
    return {"role": "assistant", "content": list(parts), "stop_reason": reason}


def say(words: str) -> Message:
    return reply(text(words))


def fail(words: str) -> Message:
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": words}


def tool_result(asked: Message, content: str, is_error: bool = False) -> Message:
    return {
        "role": "toolResult",
        "tool_call_id": asked["id"],
        "tool_name": asked["name"],
        "content": content,
        "is_error": is_error,
    }


def history(shape: str) -> list[Message]:
    """Return a history that has a shape."""
    return [_message(mark) for mark in shape.split()]


def _message(mark: str) -> Message:
    ids = re.findall(r"c\d+", mark)
    if mark == "U":
        return user("Find the port.")
    if mark == "A":
        return say("The port is 9090.")
    if mark == "A(error)":
        return fail("503 overloaded")
    if mark == "A(empty)":
        return reply()
    if mark.startswith("A["):
        return reply(*(call("read", {"path": "config.py"}, id) for id in ids))
    return tool_result(call("read", {}, ids[0]), "PORT = 9090\n")
