"""Reading a log of Antigravity's steps as a list of chat messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin, State, Transcript
from transcript_doctor.sessions.shared.chat import call as call_of
from transcript_doctor.sessions.shared.chat import text_of, waits
from transcript_doctor.sessions.shared.picking import objects
from transcript_doctor.sessions.shared.rows import Row, rows

_ASKED = "USER_INPUT"
_ANSWERED = "PLANNER_RESPONSE"
_STOPPED = ("CANCELED", "CANCELLED", "ERROR", "INTERRUPTED")
_WAITS = ("WAITING", "PENDING")


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and "step_index" in value and "type" in value


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a log."""
    damage: list[Damage] = []
    log = _Log()
    last: Mapping[str, Any] = {}
    for row in rows(source, _is_record, damage):
        if "step_index" in row.value:
            log.add(row)
            last = row.value
    if not log.messages and not damage:
        return
    when = last.get("created_at")
    yield Transcript(
        log.messages,
        "openai-chat",
        "Antigravity",
        why,
        tuple(log.origins),
        damage=tuple(damage),
        state=_state(last, log.messages),
        when=when if isinstance(when, str) else None,
    )


class _Log:
    """The messages that the steps make."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.origins: list[Origin] = []
        self._waiting: list[str] = []
        """The calls of the last answer that have no result yet, the last one first."""
        self._calls: list[dict[str, Any]] | None = None
        """The calls of the last answer, as long as nothing but results follows it."""
        self._answered: dict[str, Any] = {}
        """The last answer."""
        self._count = 0

    def add(self, row: Row) -> None:
        """Add what a step says; those of the system are not sent as such."""
        value = row.value
        kind, content = value.get("type"), value.get("content")
        if kind == _ASKED:
            self._say({"role": "user", "content": text_of(content)}, row.origin)
            self._waiting, self._calls = [], None
        elif kind == _ANSWERED:
            self._answer(value, row.origin)
        elif value.get("source") == "MODEL" and isinstance(kind, str):
            self._ran(kind, text_of(content), row.origin)

    def _say(self, message: dict[str, Any], origin: Origin) -> None:
        if message["role"] == "assistant":
            self._answered = message
        self.messages.append(message)
        self.origins.append(origin)

    def _answer(self, value: Mapping[str, Any], origin: Origin) -> None:
        calls = [self._call(call) for call in objects(value.get("tool_calls"))]
        text = text_of(value.get("content")) or None
        if text is None and not calls:
            self._waiting, self._calls = [], None
            return
        message: dict[str, Any] = {"role": "assistant", "content": text or ""}
        if calls:
            message |= {"content": text, "tool_calls": calls}
        self._say(message, origin)
        self._calls = calls
        self._waiting = [call["id"] for call in reversed(calls)]

    def _call(self, call: Mapping[str, Any]) -> dict[str, Any]:
        self._count += 1
        given = call.get("args", call.get("arguments"))
        return call_of(f"call_{self._count}", call.get("name"), given)

    def _ran(self, kind: str, output: str, origin: Origin) -> None:
        """Add what a tool gave; a run that the answer before does not name shows that it was called."""
        if not self._waiting:
            call = self._call({"name": kind.lower()})
            if self._calls is None:
                self._calls = []
                self._say({"role": "assistant", "content": None}, origin)
            self._calls.append(call)
            self._answered["tool_calls"] = self._calls
            self._waiting = [call["id"]]
        ident = self._waiting.pop()
        self._say({"role": "tool", "tool_call_id": ident, "content": output}, origin)


def _state(last: Mapping[str, Any], messages: Sequence[Mapping[str, Any]]) -> State:
    """Return how the log rests, by its last step."""
    if last.get("status") in _STOPPED:
        return "interrupted"
    if last.get("status") in _WAITS:
        return "paused"
    return "running" if waits(messages) else "whole"
