"""Reading a session of Kiro: its lines as messages of Bedrock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, State, Transcript
from transcript_doctor.sessions.kiro import KINDS
from transcript_doctor.sessions.shared.rows import Row, rows
from transcript_doctor.sessions.shared.timing import time_of


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and value.get("kind") in KINDS and "data" in value


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a session."""
    damage: list[Damage] = []
    lines = list(rows(source, _is_record, damage))
    made = [(message, row) for row in lines if (message := _message(row.value)) is not None]
    if not made and not damage:
        return
    version = next((v for row in lines if isinstance(v := row.value.get("version"), str)), None)
    messages = [message for message, _ in made]
    yield Transcript(
        messages,
        "bedrock",
        "Kiro",
        why,
        tuple(row.origin for _, row in made),
        damage=tuple(damage),
        state=_state(messages),
        version=version,
        session=source.stem if source.path is not None else None,
        when=_when([row for _, row in made]),
    )


def _message(value: Mapping[str, Any]) -> dict[str, Any] | None:
    kind, data = value.get("kind"), value.get("data")
    content = data.get("content") if isinstance(data, dict) else None
    if kind not in KINDS or not isinstance(content, list):
        return None
    parts = [made for part in content if (made := _part(part)) is not None]
    role = "assistant" if kind == "AssistantMessage" else "user"
    return {"role": role, "content": parts} if parts else None


def _part(part: Any) -> Any:
    """Return a part as Bedrock has it; None for one that it does not know."""
    kind, data = (part.get("kind"), part.get("data")) if isinstance(part, dict) else (None, None)
    if kind == "text":
        return {"text": data}
    if kind == "toolUse":
        return {"toolUse": data}
    if kind == "toolResult" and isinstance(data, dict):
        content = data.get("content")
        inner = [_inner(one) for one in content] if isinstance(content, list) else content
        return {"toolResult": {**data, "content": inner}}
    if kind == "thinking" and isinstance(data, dict) and data.get("signature"):
        words = {"text": data.get("text"), "signature": data["signature"]}
        return {"reasoningContent": {"reasoningText": words}}
    if kind in ("thinking", "image"):
        return None
    return part if not isinstance(part, dict) else None


def _inner(inner: Any) -> Any:
    kind = inner.get("kind") if isinstance(inner, dict) else None
    return {kind: inner.get("data")} if kind in ("text", "json", "image") else inner


def _state(messages: Sequence[Mapping[str, Any]]) -> State:
    """Return how the session rests, by its last message."""
    if not messages:
        return "whole"
    last = messages[-1]
    calls = any(isinstance(part, dict) and "toolUse" in part for part in last["content"])
    return "running" if calls or last["role"] == "user" else "whole"


def _when(lines: Sequence[Row]) -> str | None:
    """Return the time of the last prompt."""
    for row in reversed(lines):
        data = row.value.get("data")
        meta = data.get("meta") if isinstance(data, dict) else None
        if isinstance(meta, dict) and (when := time_of(meta.get("timestamp"))) is not None:
            return when
    return None
