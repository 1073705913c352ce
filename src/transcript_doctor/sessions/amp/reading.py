"""Reading a thread of Amp: its messages, with the result of each run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin, State, Transcript
from transcript_doctor.sessions.shared.chat import said
from transcript_doctor.sessions.shared.picking import objects
from transcript_doctor.sessions.shared.rows import Row
from transcript_doctor.sessions.shared.timing import time_of
from transcript_doctor.sessions.shared.whole import Whole

_KEYS = {
    "text": ("type", "text", "citations", "cache_control"),
    "tool_use": ("type", "id", "name", "input"),
    "thinking": ("type", "thinking", "signature"),
    "redacted_thinking": ("type", "data"),
}
"""The keys that are sent of a part."""
_OPEN = ("in-progress", "queued", "running", "blocked-on-user")
"""What a run says of itself that has no result yet."""
_STOPPED = ("cancelled", "error", "aborted")


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a thread."""
    damage: list[Damage] = []
    whole = Whole(source, damage)
    rows = whole.rows("messages")
    sent: list[tuple[dict[str, Any], Origin]] = []
    for row in rows:
        summary = _summary(row.value)
        if summary is not None:
            sent = [(summary, row.origin)]
        elif (message := _message(row.value)) is not None:
            sent.append((message, row.origin))
    if not sent and not damage:
        return
    top = whole.value if isinstance(whole.value, dict) else {}
    version, ident = top.get("v"), top.get("id")
    yield Transcript(
        [message for message, _ in sent],
        "anthropic",
        "Amp",
        why,
        tuple(origin for _, origin in sent),
        damage=tuple(damage),
        state=_state(rows, [message for message, _ in sent]),
        version=str(version) if type(version) is int else None,
        session=ident if isinstance(ident, str) else None,
        when=_when(rows),
    )


def _summary(message: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the message that stands for all before it, where a thread was compacted."""
    if message.get("role") != "info":
        return None
    for part in objects(message.get("content")):
        inner = part.get("summary")
        text = inner.get("summary") if isinstance(inner, dict) else inner
        if isinstance(text, str) and text:
            return {"role": "user", "content": [{"type": "text", "text": text}]}
    return None


def _message(message: Mapping[str, Any]) -> dict[str, Any] | None:
    role, content = message.get("role"), message.get("content", message.get("text"))
    if role not in ("user", "assistant"):
        return None
    if not isinstance(content, list):
        return {"role": role, "content": content}
    parts = [made for part in content if (made := _part(part)) is not None]
    return {"role": role, "content": parts} if parts else None


def _part(part: Any) -> Any:
    """Return a part as it is sent; None for a thought without a seal and for a run that goes on."""
    kind = part.get("type") if isinstance(part, dict) else None
    if not isinstance(kind, str):
        return part
    if kind == "tool_result" and ("run" in part or "toolUseID" in part):
        return _result(part)
    if kind == "thinking" and not part.get("signature"):
        return None
    known = _KEYS.get(kind)
    if known is None or all(key in known for key in part):
        return part
    return {key: value for key, value in part.items() if key in known}


def _result(part: Mapping[str, Any]) -> dict[str, Any] | None:
    found = part.get("run")
    run: dict[str, Any] = found if isinstance(found, dict) else {}
    status = run.get("status")
    if status in _OPEN:
        return None
    found = run.get("result", run.get("error", part.get("content", status)))
    ident = part.get("tool_use_id") or part.get("toolUseID")
    made = {"type": "tool_result", "tool_use_id": ident, "content": said(found)}
    return made if status in (None, "done") else made | {"is_error": True}


def _state(rows: Sequence[Row], messages: Sequence[Mapping[str, Any]]) -> State:
    """Return how the thread rests, by its last message."""
    last: Mapping[str, Any] = rows[-1].value if rows else {}
    state = last.get("state")
    if isinstance(state, dict) and state.get("type") in _STOPPED:
        return "interrupted"
    runs = [part.get("run") for part in objects(last.get("content"))]
    if any(isinstance(run, dict) and run.get("status") == "blocked-on-user" for run in runs):
        return "paused"
    if not messages:
        return "whole"
    calls = any(part.get("type") == "tool_use" for part in objects(messages[-1].get("content")))
    return "running" if calls or messages[-1].get("role") == "user" else "whole"


def _when(rows: Sequence[Row]) -> str | None:
    """Return when the last message was sent."""
    for row in reversed(rows):
        meta = row.value.get("meta")
        if isinstance(meta, dict) and (when := time_of(meta.get("sentAt"))) is not None:
            return when
    return None
