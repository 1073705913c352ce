"""The builders of messages: what a scripted model says, and what stands around it in a history.

All of them make plain dicts of the format `pi` in snake_case, the form in which agent loops of
`transcript_doctor.agent` keep their record.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from transcript_doctor.testing.faults import BadStep

Message: TypeAlias = dict[str, Any]
Part: TypeAlias = dict[str, Any]


def user(text: str) -> Message:
    """Return a user message."""
    return {"role": "user", "content": text}


def text(words: str) -> Part:
    """Return a part that says words, for `reply` and `fail`."""
    return {"type": "text", "text": words}


def call(name: str, arguments: dict[str, Any] | None = None, id: str | None = None) -> Part:
    """Return a part that calls a tool; without an id it gets the lowest free `cN` when it is answered."""
    return {
        "type": "toolCall",
        "id": id,
        "name": name,
        "arguments": {} if arguments is None else arguments,
    }


def reply(*parts: Part | str, stop_reason: str | None = None) -> Message:
    """Return an assistant message; unless given its label is `toolUse` where it calls, else `stop`."""
    content = _parts(parts)
    label = stop_reason or derived_label(content)
    return {"role": "assistant", "content": content, "stop_reason": label}


def say(words: str) -> Message:
    """Return an assistant message that says words and calls nothing."""
    return reply(text(words))


def fail(words: str, *parts: Part | str) -> Message:
    """Return a reply that failed with an error, after saying `parts` where there are any."""
    failed = reply(*parts, stop_reason="error")
    return {**failed, "error_message": words}


def tool_result(call: Part, content: str, is_error: bool = False) -> Message:
    """Return the message that answers a call."""
    return {
        "role": "toolResult",
        "tool_call_id": call.get("id"),
        "tool_name": call.get("name"),
        "content": content,
        "is_error": is_error,
    }


def derived_label(content: list[Part]) -> str:
    """Return the label that content has where nobody lies."""
    return "toolUse" if any(part.get("type") == "toolCall" for part in content) else "stop"


def _parts(given: tuple[Any, ...]) -> list[Part]:
    parts = [text(part) if isinstance(part, str) else part for part in given]
    for part in parts:
        if not isinstance(part, dict) or "type" not in part:
            kind = type(part).__name__
            raise BadStep(
                f"a reply is made of parts, text(...) and call(...), not of {kind}: {part!r:.80}"
            )
    return parts
