"""The conversation of an opencode session: the list that is sent, and how the session rests."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.transcript import State, Transcript
from transcript_doctor.sessions.opencode.building import build
from transcript_doctor.sessions.opencode.records import Message, Session, text
from transcript_doctor.sessions.opencode.sending import select
from transcript_doctor.sessions.shared.chat import model_facts
from transcript_doctor.sessions.shared.handing import in_lines
from transcript_doctor.sessions.shared.timing import time_of


def transcript(session: Session, why: str) -> Transcript | None:
    """Return the conversation of a session; None where there is neither a message nor damage."""
    sent = select(session.info, session.messages)
    chat = build(sent.messages)
    if not chat.messages and not session.damage:
        return None
    info, last = session.info, sent.last
    return chat.transcript("opencode", why)._replace(
        damage=in_lines(session.damage),
        strays=sent.strays,
        state=_state(session, last),
        version=text(info, "version"),
        session=text(info, "id") or (text(last.info, "sessionID") if last else None),
        when=_when(last),
        facts=_facts(sent.messages),
    )


def _state(session: Session, last: Message | None) -> State:
    if session.failed or (last is not None and last.error):
        return "interrupted"
    if last is None or not _waits(last):
        return "whole"
    asks = any(
        part.value.get("tool") == "question" and _status(part.value) == "running"
        for part in last.parts
    )
    return "paused" if session.waits or asks else "running"


def _waits(last: Message) -> bool:
    """Tell whether something has to come: an answer, or the result of a call."""
    kinds = [part.value.get("type") for part in last.parts]
    spoken = [kind for kind in kinds if kind in ("text", "tool")]
    return last.role == "user" or spoken[-1:] == ["tool"] or (not spoken and not last.is_over)


def _status(value: Any) -> Any:
    state = value.get("state")
    return state.get("status") if isinstance(state, dict) else None


def _when(last: Message | None) -> str | None:
    time = last.info.get("time") if last is not None else None
    return time_of(time.get("created")) if isinstance(time, dict) else None


def _facts(messages: list[Message]) -> dict[str, Any]:
    """Return the provider of the newest answer, and the model where the list is in its own words."""
    for message in reversed(messages):
        if message.role == "assistant":
            provider = message.info.get("providerID")
            facts = {"provider": provider} if isinstance(provider, str) and provider else {}
            is_own = provider == "openai"
            return facts | (model_facts(message.info.get("modelID")) if is_own else {})
    return {}
