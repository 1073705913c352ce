"""Reading a trajectory of mini-swe-agent: its messages without what is kept beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin, State, Transcript
from transcript_doctor.sessions.shared.rows import Row
from transcript_doctor.sessions.shared.timing import time_of
from transcript_doctor.sessions.shared.whole import Whole

_CHAT = ("role", "content", "tool_calls", "tool_call_id", "name", "refusal", "function_call")
_ITEMS = ("message", "function_call_output")
_DONE = "submitted"
_END = "exit"
"""The role of the message that ends a run; it is not sent."""


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a run."""
    damage: list[Damage] = []
    whole = Whole(source, damage)
    rows = whole.rows() if isinstance(whole.value, list) else whole.rows("messages")
    info = whole.at("info")
    told: Mapping[str, Any] = info if isinstance(info, dict) else {}
    made = _sent(rows)
    if not made and not damage:
        return
    items = any(_is_item(row.value) for row in rows)
    messages = [message for message, _ in made]
    version, model = told.get("mini_version"), whole.at("info", "config", "model", "model_name")
    yield Transcript(
        messages,
        "openai-responses" if items else "openai-chat",
        "mini-swe-agent",
        why,
        tuple(origin for _, origin in made),
        damage=tuple(damage),
        state=_state(told, rows, messages),
        version=version if isinstance(version, str) else None,
        session=_session(whole),
        when=_when(rows),
        facts={"model": model.removeprefix("openai/")} if _is_openai(model) else {},
    )


def _is_openai(model: Any) -> bool:
    return isinstance(model, str) and model.startswith("openai/")


def _session(whole: Whole) -> str | None:
    name = whole.at("instance_id")
    return name if isinstance(name, str) else None


def _is_item(value: Mapping[str, Any]) -> bool:
    return value.get("object") == "response" or value.get("type") in _ITEMS


def _sent(rows: Sequence[Row]) -> list[tuple[Any, Origin]]:
    """Return what is sent for each message: an answer of the Responses API is sent item by item."""
    found: list[tuple[Any, Origin]] = []
    for row in rows:
        value = row.value
        if value.get("role") == _END:
            continue
        if value.get("object") == "response":
            items = value.get("output")
            found += [
                (_item(item), row.origin) for item in (items if isinstance(items, list) else [])
            ]
        elif _is_item(value):
            found.append((_item(value), row.origin))
        elif "role" in value:
            found.append((_message(value), row.origin))
    return found


def _item(item: Any) -> Any:
    """Return an item as it is sent; the very one where nothing has to go."""
    if not isinstance(item, dict) or ("extra" not in item and None not in item.values()):
        return item
    return {key: value for key, value in item.items() if key != "extra" and value is not None}


def _message(message: Mapping[str, Any]) -> dict[str, Any]:
    made = {key: message[key] for key in _CHAT if message.get(key) is not None}
    return {"role": made.pop("role", None), "content": made.pop("content", None), **made}


def _when(rows: Sequence[Row]) -> str | None:
    for row in reversed(rows):
        extra = row.value.get("extra")
        if isinstance(extra, dict) and (when := time_of(extra.get("timestamp"))) is not None:
            return when
    return None


def _state(info: Mapping[str, Any], rows: Sequence[Row], messages: Sequence[Any]) -> State:
    """Return how a run rests: its status says, or the message that ended it."""
    status = info.get("exit_status")
    last = rows[-1].value if rows else {}
    extra = last.get("extra")
    if not isinstance(status, str) and isinstance(extra, dict):
        status = extra.get("exit_status")
    if isinstance(status, str) and status:
        return "whole" if status.lower() == _DONE else "interrupted"
    if not info:
        return "whole"
    end = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    return "whole" if end.get("role") == "assistant" and not end.get("tool_calls") else "running"
