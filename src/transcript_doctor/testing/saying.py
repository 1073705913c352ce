"""The builders of messages: what a scripted model says, and what stands around it in a history.

All of them make plain dicts of the format `pi` in snake_case, the form in which agent loops of
`transcript_doctor.agent` keep their record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from transcript_doctor.core.wording import with_article
from transcript_doctor.testing.faults import BadStep

Message: TypeAlias = dict[str, Any]
Part: TypeAlias = dict[str, Any]

LABELS = ("stop", "toolUse", "length", "error", "aborted")
"""Why a reply ended, in the words of `pi`."""


def user(text: str) -> Message:
    """Return a user message."""
    return {"role": "user", "content": text}


def text(words: str) -> Part:
    """Return a part that says words, for `reply` and `fail`; raises `BadStep` for what is no text."""
    return {"type": "text", "text": _text_in(words, "what is said")}


def call(name: str, arguments: dict[str, Any] | str | None = None, id: str | None = None) -> Part:
    """Return a part that calls a tool; without an id it gets the lowest free `cN` when it is answered.

    Arguments that are a text are no JSON, as a stream that was cut off leaves them. Raises `BadStep` for
    arguments, a name or an id of another type.
    """
    return {
        "type": "toolCall",
        "id": id if id is None else _text_in(id, "an id"),
        "name": _text_in(name, "the name of a tool"),
        "arguments": {} if arguments is None else _arguments_in(arguments),
    }


def reply(*parts: Part | str, stop_reason: str | None = None) -> Message:
    """Return an assistant message; unless given its label is `toolUse` where it calls, else `stop`.

    Raises `BadStep` for a label that is none of `LABELS`, and for what is no part.
    """
    if stop_reason is not None and stop_reason not in LABELS:
        raise BadStep(f"stop_reason is one of {', '.join(LABELS)}, not {stop_reason!r:.40}")
    content = _parts(parts)
    label = stop_reason or derived_label(content)
    return {"role": "assistant", "content": content, "stop_reason": label}


def say(words: str) -> Message:
    """Return an assistant message that says words and calls nothing."""
    return reply(text(words))


def fail(words: str, *parts: Part | str) -> Message:
    """Return a reply that failed with an error, after saying `parts` where there are any."""
    failed = reply(*parts, stop_reason="error")
    return {**failed, "error_message": _text_in(words, "why a reply failed")}


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


def label_of(message: Mapping[str, Any]) -> str:
    """Return a message's label, in either spelling of pi's; where it has none, that of its content."""
    label = message.get("stop_reason", message.get("stopReason"))
    if isinstance(label, str) and label:
        return label
    content = message.get("content")
    parts = content if isinstance(content, list) else []
    return derived_label([part for part in parts if isinstance(part, dict)])


def words_of_failure(message: Mapping[str, Any]) -> str | None:
    """Return why a message failed, `""` where it does not say; None for one that did not fail."""
    if label_of(message) not in ("error", "aborted"):
        return None
    return str(message.get("error_message", message.get("errorMessage")) or "")


def _text_in(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise BadStep(f"{what} is a text, not {with_article(type(value).__name__)}: {value!r:.60}")
    return value


def _arguments_in(value: object) -> object:
    if not isinstance(value, dict | str):
        kind = with_article(type(value).__name__)
        raise BadStep(f"arguments are a dict, or a text that is no JSON, not {kind}: {value!r:.60}")
    return value


def _parts(given: tuple[Any, ...]) -> list[Part]:
    parts = [text(part) if isinstance(part, str) else part for part in given]
    for part in parts:
        if not isinstance(part, dict) or "type" not in part:
            kind = type(part).__name__
            raise BadStep(
                f"a reply is made of parts, text(...) and call(...), not of {kind}: {part!r:.80}"
            )
    return parts
