"""Reading chats of the Vercel AI SDK: each list of messages is one, or several whose rows name their chat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin, Transcript
from transcript_doctor.place import Steps
from transcript_doctor.sessions.shared.chat import Chat
from transcript_doctor.sessions.shared.handing import with_damage
from transcript_doctor.sessions.shared.holding import Held, held
from transcript_doctor.sessions.vercel import is_message, owns
from transcript_doctor.sessions.vercel.models import waits_for_approval
from transcript_doctor.sessions.vercel.models import write as write_model
from transcript_doctor.sessions.vercel.shown import has_parts, is_asked
from transcript_doctor.sessions.vercel.shown import write as write_shown

AGENT = "Vercel AI SDK"
_CHAT_KEYS = ("chatId", "chat_id", "threadId", "conversationId")


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the chats of a file."""
    damage: list[Damage] = []
    made = (
        _transcript(found, rows, why)
        for found in held(source, owns, damage, is_message)
        for rows in _chats(found)
    )
    yield from with_damage(
        (one for one in made if one.request), damage, Transcript([], "openai-chat", AGENT, why)
    )


def _chats(found: Held) -> list[list[int]]:
    """Return the rows of each chat, by their index."""
    chats: dict[str, list[int]] = {}
    for i, row in enumerate(found.rows):
        if is_message(row.value):
            chats.setdefault(_word(row.value, _CHAT_KEYS) or "", []).append(i)
    return list(chats.values())


def _transcript(found: Held, indices: list[int], why: str) -> Transcript:
    chat = Chat()
    values = [found.rows[i].value for i in indices]
    for i, value in zip(indices, values, strict=True):
        is_last = i == indices[-1]
        value, way = _shallow(value)

        def line(*below: str | int, at: int = i, way: Steps = way) -> Origin:
            return found.line(at, (*way, *below))

        if has_parts(value):
            write_shown(chat, value, line, is_last=is_last)
        else:
            write_model(chat, value, line)
    last = values[-1]
    session = _word(last, _CHAT_KEYS) or next(
        (word for one in reversed(found.around) if (word := _word(one, ("id", "chatId")))), None
    )
    made = chat.transcript(AGENT, why)
    asked = is_asked(_shallow(last)[0]) or waits_for_approval(values)
    return made._replace(
        state="paused" if asked else made.state,
        session=session,
        when=_word(last, ("createdAt", "created_at")),
    )


def _shallow(message: dict[str, Any]) -> tuple[dict[str, Any], Steps]:
    """Return a message with its parts beside its role; Mastra keeps them below its content."""
    inner = message.get("content")
    if isinstance(inner, dict) and isinstance(inner.get("parts"), list):
        return {**inner, "role": message.get("role")}, ("content",)
    return message, ()


def _word(value: dict[str, Any], keys: tuple[str, ...]) -> str | None:
    return next((str(value[key]) for key in keys if isinstance(value.get(key), str)), None)
