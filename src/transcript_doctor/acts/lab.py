"""The complaints of the strict lab provider, in its words and its order.

Plain on purpose: it knows nothing of formats, rules and targets, so that it can be held against
them.
"""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.core.errors import BadHistory
from transcript_doctor.core.wording import named


def validate(messages: list[dict[str, Any]], record: bool = False) -> list[str]:
    """Return every complaint of the lab provider about a list, by message; `[]` where it takes it.

    An assistant message gets at most one complaint, about its first call that is not answered in
    place. With `record` a turn that is both failed and empty may stay: it happened, and is not
    sent. Raises `BadHistory` with the position where the input is no list of dicts with a role.
    """
    messages = _taken(messages)
    complaints: list[str] = []
    called: set[str] = set()
    i = 0
    while i < len(messages):
        message = messages[i]
        if message["role"] == "assistant":
            calls = _calls(message)
            done = _answered(calls, messages, i + 1)
            if done < len(calls):
                complaints.append(f"messages[{i}]: toolCall {named(calls[done])} has no toolResult")
            if not message.get("content") and not (record and _failed(message)):
                complaints.append(f"messages[{i}]: assistant message has empty content")
            called.update(filter(_usable, calls))
            i += done  # the results in place are in order
        elif message["role"] == "toolResult":
            complaints.append(f"messages[{i}]: {_stray(_result_id(message), called)}")
        i += 1
    return complaints


def _answered(calls: list[Any], messages: list[dict[str, Any]], start: int) -> int:
    """Return how many calls have their results from `start` on, one each, in call order."""
    for k, call in enumerate(calls):
        result = messages[start + k] if start + k < len(messages) else {"role": None}
        if result["role"] != "toolResult" or not _usable(call) or _result_id(result) != call:
            return k
    return len(calls)


def _stray(ident: Any, called: set[str]) -> str:
    word = named(ident)
    if _usable(ident) and ident in called:
        return f"toolResult {word} must directly follow its assistant message, in call order"
    return f"toolResult {word} has no toolCall before it"


def _usable(ident: Any) -> bool:
    return isinstance(ident, str) and ident != ""


def _calls(message: dict[str, Any]) -> list[Any]:
    """Return the ids of an assistant's calls, in the order it asked."""
    content = message.get("content")
    return [
        part.get("id")
        for part in (content if isinstance(content, list) else ())
        if isinstance(part, dict) and part.get("type") == "toolCall"
    ]


def _result_id(message: dict[str, Any]) -> Any:
    return message.get("tool_call_id", message.get("toolCallId"))


def _failed(message: dict[str, Any]) -> bool:
    return any(message.get(key) in ("error", "aborted") for key in ("stop_reason", "stopReason"))


def _taken(given: object) -> list[dict[str, Any]]:
    """Return the list, made plain; raise where it is no list of dicts with a role."""
    messages = plain(given)
    if not isinstance(messages, list):
        raise BadHistory(f"a history is a list of messages, not {type(messages).__name__}")
    for i, message in enumerate(messages):
        if not isinstance(message, dict):
            raise BadHistory(f"messages[{i}]: a message is a dict, not {type(message).__name__}")
        if "role" not in message:
            raise BadHistory(f"messages[{i}]: a message needs 'role'")
    return messages
