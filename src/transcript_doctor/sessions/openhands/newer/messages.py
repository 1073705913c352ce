"""The messages that the second generation makes of the events that the model sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.sessions.openhands.wire import (
    Made,
    Message,
    answer,
    content_of,
    result,
    said,
)
from transcript_doctor.sessions.shared.chat import call as call_of
from transcript_doctor.sessions.shared.chat import text_of
from transcript_doctor.sessions.shared.rows import Row

ACTIONS = ("ActionEvent", "NonExecutableActionEvent")


def build(events: Sequence[Row]) -> Iterator[Made]:
    """Yield the messages; actions of one answer that follow one another make one message."""
    batch: list[Row] = []
    for row in events:
        if row.value.get("kind") in ACTIONS:
            if batch and _answer_of(batch[0]) != _answer_of(row):
                yield _of_actions(batch)
                batch = []
            batch.append(row)
            continue
        message = message_of(row.value)
        if message is not None:
            if batch:
                yield _of_actions(batch)
                batch = []
            yield Made(message, (row.origin,))
    if batch:
        yield _of_actions(batch)


def _answer_of(row: Row) -> object:
    ident = row.value.get("llm_response_id")
    return ident if isinstance(ident, str) and ident else row.origin


def _of_actions(batch: Sequence[Row]) -> Made:
    content = next((text for row in batch if (text := content_of(row.value.get("thought")))), "")
    calls = [call for row in batch for call in _calls(row.value)]
    message = answer(content, calls)
    thought = next((t for row in batch if (t := row.value.get("reasoning_content"))), None)
    if isinstance(thought, str):
        message["reasoning_content"] = thought
    return Made(message, tuple(row.origin for row in batch))


def _calls(event: Mapping[str, Any]) -> list[Message]:
    several = event.get("tool_calls")
    found = several if isinstance(several, list) else [event.get("tool_call")]
    made = []
    for call in found:
        if isinstance(call, dict) and isinstance(call.get("function"), dict):
            made.append(call)
        elif isinstance(call, dict):
            made.append(call_of(call.get("id"), call.get("name"), call.get("arguments")))
        else:
            made.append(
                call_of(event.get("tool_call_id"), event.get("tool_name"), event.get("action"))
            )
    return made


def message_of(event: Mapping[str, Any]) -> Message | None:
    """Return the message of an event that is no action; None where the model does not see it."""
    kind = event.get("kind")
    if kind == "SystemPromptEvent":
        return said(
            "system", content_of([event.get("system_prompt"), event.get("dynamic_context")])
        )
    if kind == "MessageEvent":
        return _spoken(event)
    if kind == "CondensationSummaryEvent":
        return said("user", content_of(event.get("summary")))
    if kind == "ObservationEvent":
        return result(event.get("tool_call_id"), _observed(event))
    if kind == "UserRejectObservation":
        return result(event.get("tool_call_id"), text_of(event.get("rejection_reason")))
    if kind == "AgentErrorEvent" and event.get("tool_call_id") is not None:
        return result(event.get("tool_call_id"), text_of(event.get("error")))
    return None


def _spoken(event: Mapping[str, Any]) -> Message | None:
    message = event.get("llm_message")
    if not isinstance(message, dict):
        return None
    parts, more = message.get("content"), event.get("extended_content")
    parts = [{"text": parts}] if isinstance(parts, str) else parts
    listed = parts if isinstance(parts, list) else []
    content = content_of([*listed, *more] if isinstance(more, list) else listed)
    role = message.get("role")
    if role == "tool":
        return result(message.get("tool_call_id"), content)
    if role != "assistant":
        return said(role if isinstance(role, str) else "user", content)
    made = answer(content, _calls({"tool_calls": message.get("tool_calls") or []}))
    if isinstance(message.get("reasoning_content"), str) and message["reasoning_content"]:
        made["reasoning_content"] = message["reasoning_content"]
    return made


def _observed(event: Mapping[str, Any]) -> str | list[Message]:
    found, more = event.get("observation"), event.get("extended_content")
    content = found.get("content", found.get("output")) if isinstance(found, dict) else found
    if content is None and isinstance(found, dict):
        content = text_of({key: value for key, value in found.items() if key != "kind"})
    if isinstance(content, str):
        content = [{"text": content}]
    listed = content if isinstance(content, list) else []
    return content_of([*listed, *more] if isinstance(more, list) else listed)
