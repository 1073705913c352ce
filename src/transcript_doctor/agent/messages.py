"""The messages of the plain loop: dicts of the format `pi`, each tagged with the role that spoke."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from transcript_doctor.core.answers import NO_RESULT

Message = dict[str, Any]
Call = dict[str, Any]
"""A part of type `toolCall`: id, name, arguments."""

SYSTEM = "You are a helpful assistant."
"""The system prompt that stands before every request where nobody says another."""


def user_message(text: str) -> Message:
    """Return what a user says."""
    return {"role": "user", "content": text}


def text_of(message: Message) -> str:
    """Return the words of an assistant message: those of its text parts, put together."""
    return "".join(part["text"] for part in message["content"] if part["type"] == "text")


def tool_calls(message: Message) -> list[Call]:
    """Return the calls of an assistant message in their order: its content decides, never its label."""
    return [part for part in message["content"] if part["type"] == "toolCall"]


def error_message(text: str) -> Message:
    """Return the assistant message that says why there is no reply; `text` is nobody's words to a model."""
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def result_of(call: Call, content: str | list[Any], *, is_error: bool) -> Message:
    """Return the message that answers a call."""
    return {
        "role": "toolResult",
        "tool_call_id": call.get("id"),
        "tool_name": call.get("name"),
        "content": content,
        "is_error": is_error,
    }


def unanswered(call: Call) -> Message:
    """Return the message that answers a call of which nobody will ever know the outcome."""
    return result_of(call, NO_RESULT, is_error=True)


def context_for_model(messages: Sequence[Message]) -> list[Message]:
    """Return the request that a record yields: a new list without replies that failed and hold nothing.

    A reply that failed after it had said something stays: the model did say it.
    """
    return [message for message in messages if not _is_hollow(message)]


def _is_hollow(message: Message) -> bool:
    return (
        message["role"] == "assistant"
        and message.get("stop_reason") == "error"
        and not message["content"]
    )
