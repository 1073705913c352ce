"""Reading a history of Pydantic AI: each list of messages is a conversation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Transcript
from transcript_doctor.sessions.pydantic_ai import is_message, owns
from transcript_doctor.sessions.pydantic_ai.messages import write
from transcript_doctor.sessions.shared.chat import Chat, model_facts
from transcript_doctor.sessions.shared.handing import with_damage
from transcript_doctor.sessions.shared.holding import Held, held

AGENT = "Pydantic AI"
_STOPPED = ("interrupted", "incomplete")


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversations of a file."""
    damage: list[Damage] = []
    made = (_transcript(found, why) for found in held(source, owns, damage, is_message))
    yield from with_damage(
        (one for one in made if one.request), damage, Transcript([], "openai-chat", AGENT, why)
    )


def _transcript(found: Held, why: str) -> Transcript:
    chat = Chat()
    last: Mapping[str, Any] = {}
    for index, row in enumerate(found.rows):
        if is_message(row.value):
            write(chat, row.value, lambda *below, at=index: found.line(at, below))
            last = row.value
    answers = [row.value for row in found.rows if row.value.get("kind") == "response"]
    names = (one.get("model_name") for one in reversed(answers))
    session, when = _session(found), last.get("timestamp")
    made = chat.transcript(AGENT, why)
    return made._replace(
        state="interrupted" if last.get("state") in _STOPPED else made.state,
        session=session,
        when=when if isinstance(when, str) else None,
        facts=model_facts(next((name for name in names if name), None)),
    )


def _session(found: Held) -> str | None:
    ids = (row.value.get("conversation_id") for row in reversed(found.rows))
    return next((one for one in ids if isinstance(one, str)), None)
