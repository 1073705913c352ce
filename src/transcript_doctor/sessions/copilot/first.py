"""A file of the first versions of Copilot CLI, which holds the very messages."""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Transcript
from transcript_doctor.sessions.shared.chat import waits
from transcript_doctor.sessions.shared.whole import Whole


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a file."""
    damage: list[Damage] = []
    whole = Whole(source, damage)
    said = whole.rows("chatMessages")
    session, when = whole.at("sessionId"), whole.at("startTime")
    if not said and not damage:
        return
    messages = [row.value for row in said]
    yield Transcript(
        messages,
        "openai-chat",
        "GitHub Copilot CLI",
        why,
        tuple(row.origin for row in said),
        damage=tuple(damage),
        state="running" if waits(messages) else "whole",
        session=session if isinstance(session, str) else None,
        when=when if isinstance(when, str) else None,
    )
