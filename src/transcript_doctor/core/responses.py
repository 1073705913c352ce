"""Whole answers of providers: what people append to a list in the place of the message in it.

The walks know messages; told by its keys here, such an answer gets one finding that says what to append.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.place import Steps

_LISTS = ("candidates", "choices")
"""Where answers list what may be a message."""
_REASONS = ("finishReason", "finish_reason", "blockReason", "stopReason")
"""Where they say why there is none."""


class Answer(NamedTuple):
    """A whole answer: what its SDK calls it, the format of the messages in it, and where they stand."""

    kind: str
    format: str
    advice: str
    """What to append in its place."""
    root: Steps = ()
    """Where its messages stand; empty where the answer is a message with keys too many."""
    messages: tuple[Any, ...] = ()


def answer_in(value: Any) -> Answer | None:
    """Return the whole answer that a value is, or None where it is none."""
    if type(value) is not dict:
        return None
    if "role" in value:
        return _message(value)
    for tell in (_completion, _choice, _response, _candidates, _converse):
        if (found := tell(value)) is not None:
            return found
    return None


def _message(value: dict[str, Any]) -> Answer | None:
    """Tell an Anthropic answer: a message, with what the server says of it."""
    told = "usage" in value or "stop_reason" in value
    if told and value.get("type") == "message" and type(value.get("content")) is list:
        return Answer("Message", "anthropic", "its role and content")
    return None


def _completion(value: dict[str, Any]) -> Answer | None:
    first = _first(value.get("choices"))
    if first is None or type(first.get("message")) is not dict:
        return None
    root: Steps = ("choices", 0, "message")
    advice = "its choices[0].message"
    return Answer("ChatCompletion", "openai-chat", advice, root, (first["message"],))


def _choice(value: dict[str, Any]) -> Answer | None:
    message = value.get("message")
    if type(message) is not dict or "role" not in message or "finish_reason" not in value:
        return None
    return Answer("Choice", "openai-chat", "its message", ("message",), (message,))


def _response(value: dict[str, Any]) -> Answer | None:
    items = value.get("output")
    if type(items) is not list or ("object" in value and value["object"] != "response"):
        return None
    if "type" in value or not all(type(item) is dict and "type" in item for item in items):
        return None
    if "object" not in value and not items:
        return None
    advice = "each item of its output"
    return Answer("Response", "openai-responses", advice, ("output",), tuple(items))


def _candidates(value: dict[str, Any]) -> Answer | None:
    first = _first(value.get("candidates"))
    if first is None or type(first.get("content")) is not dict:
        return None
    root: Steps = ("candidates", 0, "content")
    advice = "its candidates[0].content"
    return Answer("GenerateContentResponse", "gemini", advice, root, (first["content"],))


def _converse(value: dict[str, Any]) -> Answer | None:
    output = value.get("output")
    message = output.get("message") if type(output) is dict else None
    if type(message) is not dict or "role" not in message:
        return None
    return Answer(
        "answer of Converse", "bedrock", "its output.message", ("output", "message"), (message,)
    )


def _first(values: Any) -> dict[str, Any] | None:
    return values[0] if type(values) is list and values and type(values[0]) is dict else None


def said_instead(value: Any) -> str | None:
    """Return what an answer without a message says in its place, or None where it is no such answer.

    Such as an answer that a filter held back: `finishReason SAFETY`.
    """
    if type(value) is not dict or "role" in value:
        return None
    first = next((found for key in _LISTS if (found := _first(value.get(key)))), {})
    beside = value.get("promptFeedback")
    told = {**(beside if type(beside) is dict else {}), **first}
    reasons = [f"{key} {told[key]}" for key in _REASONS if type(told.get(key)) is str]
    if reasons or any(type(value.get(key)) is list for key in _LISTS):
        return ", ".join(reasons) or "it is empty"
    return None
