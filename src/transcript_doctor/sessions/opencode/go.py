"""The first opencode, written in Go, and Crush, its successor: one row a message, its parts in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.core.transcript import Origin, State, Stray, Transcript
from transcript_doctor.sessions.opencode.records import ask, text, text_part
from transcript_doctor.sessions.shared.chat import Chat, call, medium
from transcript_doctor.sessions.shared.database import Database

_STOPPED = ("canceled", "error", "permission_denied")


class _Message:
    """One row of the table `messages`."""

    def __init__(self, ident: Any, role: Any, parts: Any, origin: Origin) -> None:
        self.id, self.role, self.origin = ident, role, origin
        found = parts if isinstance(parts, list) else []
        self.parts = [
            (part.get("type"), part["data"])
            for part in found
            if isinstance(part, dict) and isinstance(part.get("data"), dict)
        ]

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Return the parts of a type."""
        return [data for found, data in self.parts if found == kind]


def from_go(base: Database, why: str) -> Iterator[Transcript]:
    """Yield the sessions, the newest first."""
    rows = base.numbers("messages", "session_id")
    infos: dict[str, tuple[Any, Any]] = {}
    if "sessions" in base.tables:
        for values, _ in base.rows("sessions", "id", "updated_at", "summary_message_id"):
            if isinstance(values[0], str):
                infos[values[0]] = values[1:]
    newest = sorted(rows, key=lambda ident: _time(infos.get(ident, (0,))[0]), reverse=True)
    for ident in newest:
        found = []
        for number in rows[ident]:
            row = base.row("messages", number, "created_at", "id", "role", "parts")
            if row is not None:
                time, message_id, role, parts = row.values
                message = _Message(message_id, role, base.value(parts, row.origin), row.origin)
                found.append((_time(time), message))
        found.sort(key=lambda pair: pair[0])
        messages = [message for _, message in found]
        made = _transcript(ident, messages, infos.get(ident, (0, None))[1], why)
        if made is not None:
            yield made


def _time(value: Any) -> float:
    return value if isinstance(value, int | float) else 0


def _transcript(ident: str, messages: list[_Message], summary: Any, why: str) -> Transcript | None:
    start = next((i for i, one in enumerate(messages) if summary and one.id == summary), 0)
    chat = Chat()
    for at, message in enumerate(messages[start:]):
        _add(chat, message, is_summary=bool(summary and at == 0 and message.id == summary))
    if not chat.messages:
        return None
    return chat.transcript("opencode", why)._replace(
        strays=tuple(_strays(messages[:start])), state=_state(messages[-1], chat), session=ident
    )


def _add(chat: Chat, message: _Message, *, is_summary: bool) -> None:
    origin = message.origin
    said = "".join(filter(None, (text(data, "text") for data in message.of("text"))))
    if message.role == "tool":
        for data in message.of("tool_result"):
            chat.result(data.get("tool_call_id"), data.get("content"), origin)
    elif message.role == "user" or is_summary:
        parts = [text_part(said)] if said else []
        parts += [
            medium("image/", data.get("URL", data.get("url"))) for data in message.of("image_url")
        ]
        ask(chat, [(part, origin) for part in parts])
    elif message.role == "assistant":
        calls = [
            call(data.get("id"), data.get("name"), data.get("input", ""))
            for data in message.of("tool_call")
        ]
        if said or calls:
            chat.answer(said, calls, origin)
    elif message.role == "system" and said:
        chat.say("system", said, origin)


def _strays(messages: list[_Message]) -> list[Stray]:
    return [
        Stray(ident, data, message.origin)
        for message in messages
        for data in message.of("tool_result")
        if (ident := text(data, "tool_call_id")) is not None
    ]


def _state(last: _Message, chat: Chat) -> State:
    reasons = last.of("finish")
    if last.role == "assistant" and any(one.get("reason") in _STOPPED for one in reasons):
        return "interrupted"
    return "running" if chat.waits else "whole"
