"""Reading a transcript of Cursor's agent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin, State, Transcript
from transcript_doctor.sessions.cursor.pairing import Pairing, is_call, is_result
from transcript_doctor.sessions.shared.rows import Row, rows

_STOPPED = ("error", "aborted", "cancelled", "failed")


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("message"), dict) and "role" in value


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a transcript."""
    damage: list[Damage] = []
    lines = list(rows(source, _is_record, damage))
    pairing = Pairing(with_calls=any(is_result(part) for row in lines for part in _parts(row)))
    made: list[tuple[dict[str, Any], Origin]] = []
    for row in lines:
        message = _message(row, pairing)
        if message is not None:
            made.append((message, row.origin))
    if not made and not damage:
        return
    yield Transcript(
        [message for message, _ in made],
        "anthropic",
        "Cursor",
        why,
        tuple(origin for _, origin in made),
        damage=tuple(damage),
        state=_state(lines, [message for message, _ in made]),
    )


def _parts(row: Row) -> Sequence[Any]:
    message = row.value.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    return content if isinstance(content, list) else ()


def _message(row: Row, pairing: Pairing) -> dict[str, Any] | None:
    """Return what a line says; None where nothing of it would be sent."""
    role, message = row.value.get("role"), row.value.get("message")
    if role not in ("user", "assistant") or not isinstance(message, dict):
        return None
    pairing.turn(role)
    content = message.get("content")
    if not isinstance(content, list):
        return {"role": role, "content": content}
    parts = [made for part in content if (made := pairing.part(part)) is not None]
    return {"role": role, "content": parts} if parts else None


def _state(lines: Sequence[Row], messages: Sequence[dict[str, Any]]) -> State:
    """Return how the session rests: by the line that ends a turn, else by the last message."""
    last = lines[-1].value if lines else {}
    if last.get("type") == "turn_ended":
        return "interrupted" if last.get("status") in _STOPPED else "whole"
    waits = any(is_call(part) for row in lines[-1:] for part in _parts(row))
    return "running" if waits or (messages and messages[-1]["role"] == "user") else "whole"
