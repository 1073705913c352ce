"""Reading a session of Hermes: its messages without the keys that are not sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, State, Transcript
from transcript_doctor.sessions.shared.chat import model_facts, said
from transcript_doctor.sessions.shared.layout import of_lines
from transcript_doctor.sessions.shared.rows import Row, rows
from transcript_doctor.sessions.shared.whole import Whole

_ROLES = ("system", "developer", "user", "assistant", "tool")
_KEYS = ("role", "content", "tool_calls", "tool_call_id", "name")
_CALL_KEYS = ("id", "type", "function")
_STOPPED = ("error", "cancelled", "interrupted", "aborted")


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and value.get("role") in (*_ROLES, "session_meta")


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a session."""
    damage: list[Damage] = []
    if of_lines(source):
        found = list(rows(source, _is_record, damage))
        facts = next((r.value for r in found if r.value.get("role") == "session_meta"), {})
    else:
        whole = Whole(source, damage)
        found = whole.rows("messages")
        facts = whole.value if isinstance(whole.value, dict) else {}
    found = [row for row in found if row.value.get("role") in _ROLES]
    if not found and not damage:
        return
    session, when = facts.get("session_id"), facts.get("last_updated")
    yield Transcript(
        [_sent(row.value) for row in found],
        "openai-chat",
        "Hermes",
        why,
        tuple(row.origin for row in found),
        damage=tuple(damage),
        state=_state(found),
        session=session if isinstance(session, str) else None,
        when=when if isinstance(when, str) else None,
        facts=model_facts(facts.get("model")),
    )


def _sent(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message as it is sent: the very node where it has no key of the agent's own."""
    calls = message.get("tool_calls")
    own = isinstance(calls, list) and any(map(_has_own, calls))
    if not own and all(key in _KEYS and value is not None for key, value in message.items()):
        return message
    sent = {k: v for k, v in message.items() if k in _KEYS and (v is not None or k == "content")}
    if own and isinstance(calls, list):
        sent["tool_calls"] = [_call(call) for call in calls]
    elif calls == [] or calls is None:
        sent.pop("tool_calls", None)
    return sent


def _has_own(call: Any) -> bool:
    if not isinstance(call, dict):
        return False
    function = call.get("function")
    arguments = function.get("arguments") if isinstance(function, dict) else None
    return any(key not in _CALL_KEYS for key in call) or isinstance(arguments, dict)


def _call(call: Any) -> Any:
    """Return a call as it is sent; an older one has name and arguments beside its id."""
    if not isinstance(call, dict):
        return call
    function = call.get("function")
    if not isinstance(function, dict):
        function = {key: call[key] for key in ("name", "arguments") if key in call}
    if isinstance(function.get("arguments"), dict):
        function = {**function, "arguments": said(function["arguments"])}
    return {"id": call.get("id"), "type": "function", "function": function}


def _state(found: Sequence[Row]) -> State:
    """Return how the session rests, by its last message."""
    last: Mapping[str, Any] = found[-1].value if found else {}
    if last.get("role") == "assistant" and last.get("finish_reason") in _STOPPED:
        return "interrupted"
    waits = last.get("role") in ("user", "tool") or bool(last.get("tool_calls"))
    return "running" if waits else "whole"
