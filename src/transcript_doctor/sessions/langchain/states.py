"""What LangGraph says of a thread beside its messages: whether it waits, which state is the newest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from transcript_doctor.core.transcript import State, Transcript
from transcript_doctor.sessions.langchain.messages import Said, joined
from transcript_doctor.sessions.langchain.writing import model_of, write
from transcript_doctor.sessions.shared.chat import Chat
from transcript_doctor.sessions.shared.holding import Held

_THREAD_KEYS = ("thread_id", "threadId")


class Thread(NamedTuple):
    """A conversation: its messages, and what is told of it."""

    messages: Sequence[Said]
    state: State | None = None
    """How it rests, where that is said; else its last message tells."""
    session: str | None = None
    when: str | None = None
    is_graph: bool = False

    def transcript(self, why: str) -> Transcript:
        """Return the list that is sent for it."""
        chat = Chat()
        messages = joined(self.messages)
        for one in messages:
            write(chat, one)
        made = chat.transcript("LangGraph" if self.is_graph else "LangChain", why)
        return made._replace(
            state=self.state or made.state,
            session=self.session,
            when=self.when,
            facts=model_of(messages),
        )


def told_by(around: Sequence[Mapping[str, Any]]) -> Thread:
    """Return what the objects around a list of messages tell of it."""
    state: State | None = None
    for one in around:
        state = _state(one) or state
    session = _word(around, (*_THREAD_KEYS, "session_id", "sessionId"))
    is_graph = any(key in one for one in around for key in ("values", "channel_values", "next"))
    return Thread([], state, session, _word(around, ("created_at", "ts")), is_graph)


def _state(one: Mapping[str, Any]) -> State | None:
    tasks = one.get("tasks")
    tasks = [task for task in tasks if isinstance(task, dict)] if isinstance(tasks, list) else []
    if waits_for_a_person(one) or any(waits_for_a_person(task) for task in tasks):
        return "paused"
    if any(task.get("error") for task in tasks):
        return "interrupted"
    return "running" if isinstance(one.get("next"), list) and one["next"] else None


def waits_for_a_person(state: Mapping[str, Any]) -> bool:
    """Tell whether a state, or a task of it, names an interrupt: a question to a person."""
    if state.get("__interrupt__"):
        return True
    found = state.get("interrupts")
    if isinstance(found, dict):
        return any(found.values())
    return isinstance(found, list) and bool(found)


def _word(around: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> str | None:
    """Return the text that stands under one of some keys, also those of a configuration."""
    for one in reversed(around):
        config = one.get("config", one.get("checkpoint"))
        inner = config.get("configurable", config) if isinstance(config, dict) else None
        for place in (one, inner, one.get("metadata")):
            words = [place.get(key) for key in keys] if isinstance(place, dict) else []
            for word in words:
                if isinstance(word, str):
                    return word
    return None


def newest(found: Iterable[Held]) -> Iterator[Held]:
    """Yield lists of messages, of the states of one thread the newest only.

    The states of a thread begin alike; the step says which is the last, else their order in the file.
    """
    first: dict[str, int] = {}
    kept: list[tuple[Held, float]] = []
    for one in found:
        key, step = _beginning(one), _step(one)
        at = first.get(key) if key else None
        if at is None:
            first[key] = len(kept)
            kept.append((one, step))
        elif step >= kept[at][1]:
            kept[at] = (one, step)
    for one, _ in kept:
        yield one


def _beginning(found: Held) -> str:
    """Return what the states of one thread have in common: its id, or that of their first message."""
    if not found.around:
        return ""
    is_state = any("values" in one or "channel_values" in one for one in found.around)
    thread = _word(found.around, _THREAD_KEYS) if is_state else None
    if thread:
        return f"thread {thread}"
    for row in found.rows[:3]:
        for place in (row.value, row.value.get("data"), row.value.get("kwargs")):
            if isinstance(place, dict) and isinstance(place.get("id"), str):
                return str(place["id"])
    return ""


def _step(found: Held) -> float:
    for one in reversed(found.around):
        metadata = one.get("metadata")
        step = metadata.get("step") if isinstance(metadata, dict) else None
        if isinstance(step, int | float):
            return float(step)
    return 0.0
