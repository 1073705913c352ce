"""Reading a session of Continue: the list that it makes of a history anew for each request.

Stored results are not what is sent: each call's result is made from its state. Only sessions that are
older than those states have messages of role `tool` that count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin, State, Stray, Transcript
from transcript_doctor.sessions.continue_dev.states import calls_of, result_of, states_of
from transcript_doctor.sessions.shared.chat import Chat, model_facts
from transcript_doctor.sessions.shared.picking import objects
from transcript_doctor.sessions.shared.whole import Whole

_BEFORE = "Previous conversation summary:\n\n "


class _Item(NamedTuple):
    """An item of the history: what it holds, its number, where it begins."""

    value: dict[str, Any]
    number: int
    origin: Origin

    @property
    def message(self) -> dict[str, Any]:
        found = self.value.get("message")
        return found if isinstance(found, dict) else {}


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a session."""
    damage: list[Damage] = []
    whole = Whole(source, damage)
    top = whole.value if isinstance(whole.value, dict) else {}
    kept = {id(row.value): row.origin for row in whole.rows("history")}
    found = whole.at("history")
    items = [
        _Item(value, i, kept[id(value)])
        for i, value in enumerate(found if isinstance(found, list) else ())
        if id(value) in kept
    ]
    start = next((i for i in reversed(range(len(items))) if _summary(items[i])), None)
    chat = Chat()
    if start is not None:
        chat.say("system", f"{_BEFORE}{_summary(items[start])}", items[start].origin)
    sent = items if start is None else items[start + 1 :]
    _add_all(chat, whole, sent)
    if not chat.messages and not damage:
        return
    ident = top.get("sessionId")
    yield chat.transcript("Continue", why)._replace(
        damage=tuple(damage),
        strays=tuple(_strays(items[: 0 if start is None else start + 1])),
        state=_state(chat, sent),
        session=ident if isinstance(ident, str) else None,
        facts=model_facts(top.get("chatModelTitle")),
    )


def _summary(item: _Item) -> str:
    found = item.value.get("conversationSummary")
    return found if isinstance(found, str) else ""


def _add_all(chat: Chat, whole: Whole, items: list[_Item]) -> None:
    stored: set[str] = set()
    """Ids of calls whose results are messages of their own."""
    for item in items:
        message, role = item.message, item.message.get("role")
        if role == "user" and not _is_blank(message):
            _ask(chat, item)
        elif role == "assistant" and (message.get("toolCalls") or not _is_blank(message)):
            states = states_of(item.value)
            _answer(chat, whole, item)
            _results(chat, whole, item, is_last=item is items[-1])
            if not states:
                stored |= {c["id"] for c in calls_of(message) if isinstance(c.get("id"), str)}
        elif role == "tool":
            ident = message.get("toolCallId")
            if isinstance(ident, str) and ident in stored:
                chat.result(ident, _text(message.get("content")), item.origin)


def _is_blank(message: Mapping[str, Any]) -> bool:
    content = message.get("content")
    return content is None or (isinstance(content, str) and not content.strip())


def _ask(chat: Chat, item: _Item) -> None:
    """Add what a person says, behind the context that was picked for it."""
    picked = item.value.get("contextItems")
    texts = [one.get("content") for one in objects(picked)]
    parts = [{"type": "text", "text": f"{t}\n"} for t in texts if isinstance(t, str) and t.strip()]
    content = item.message.get("content")
    if isinstance(content, str) and not parts:
        chat.say("user", content, item.origin)
        return
    own = [{"type": "text", "text": content}] if isinstance(content, str) else _parts(content)
    chat.say("user", [*parts, *own], item.origin)


def _parts(content: Any) -> list[dict[str, Any]]:
    """Return the parts of a content; pictures are spelt otherwise on the wire."""
    made = []
    for part in objects(content):
        if part.get("type") == "imageUrl":
            made.append({"type": "image_url", "image_url": part.get("imageUrl")})
        else:
            made.append(part)
    return made


def _answer(chat: Chat, whole: Whole, item: _Item) -> None:
    message = item.message
    calls = calls_of(message)
    steps = ("history", item.number, "message", "toolCalls")
    at = [whole.origin(*steps, i) for i in range(len(calls))]
    chat.answer(_text(message.get("content")), calls, item.origin, at)


def _results(chat: Chat, whole: Whole, item: _Item, *, is_last: bool) -> None:
    for i, state in enumerate(states_of(item.value)):
        content = result_of(state, is_last=is_last)
        if content is not None:
            origin = whole.origin("history", item.number, "toolCallStates", i)
            call = state.get("toolCall")
            own = call.get("id") if isinstance(call, dict) else None
            chat.result(own or state.get("toolCallId"), content, origin)


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    texts = [part.get("text") for part in objects(content)]
    return "\n".join(text for text in texts if isinstance(text, str))


def _strays(items: list[_Item]) -> Iterator[Stray]:
    """Yield the results that were summed up."""
    for item in items:
        for state in states_of(item.value):
            ident = state.get("toolCallId")
            if isinstance(ident, str) and state.get("output"):
                yield Stray(ident, state, item.origin)


def _state(chat: Chat, items: list[_Item]) -> State:
    """Return how the session rests; a call that was generated and not run waits for a person."""
    if not chat.waits or not items:
        return "whole"
    asked = [state.get("status") for state in states_of(items[-1].value)]
    return "paused" if "generated" in asked else "running"
