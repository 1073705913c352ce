"""opencode 2: one row for each message, with all that is in it; what it sends is told from its type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from transcript_doctor.core.transcript import Origin, State, Stray, Transcript
from transcript_doctor.sessions.opencode.records import ask, text, text_part
from transcript_doctor.sessions.shared.chat import Chat, call, medium
from transcript_doctor.sessions.shared.chat import said as as_json
from transcript_doctor.sessions.shared.database import Database
from transcript_doctor.sessions.shared.picking import objects

_Row = tuple[str, dict[str, Any], Origin]


def from_second(
    base: Database, info: Mapping[str, Any], numbers: Iterable[int], why: str
) -> Transcript | None:
    """Return the conversation of a session."""
    found: list[tuple[float, _Row]] = []
    for number in numbers:
        row = base.row("session_message", number, "type", "seq", "data")
        value = base.value(row.values[2], row.origin) if row is not None else None
        if row is not None and isinstance(value, dict):
            kind, seq = row.values[:2]
            order = seq if isinstance(seq, int) else number
            found.append((order, (str(kind), value, row.origin)))
    found.sort(key=lambda pair: pair[0])
    rows = [row for _, row in found]
    start = _start(rows)
    chat = Chat()
    for kind, value, origin in rows[start:]:
        _add(chat, kind, value, origin)
    if not chat.messages:
        return None
    return chat.transcript("opencode", why)._replace(
        strays=tuple(_strays(rows[:start])),
        state=_state(rows, chat),
        version=text(info, "version"),
        session=text(info, "id"),
    )


def _start(rows: list[_Row]) -> int:
    """Return where the list begins: at the last compaction that came to its end."""
    for at in reversed(range(len(rows))):
        kind, value, _ = rows[at]
        if kind == "compaction" and value.get("status", "completed") == "completed":
            return at
    return 0


def _add(chat: Chat, kind: str, value: Mapping[str, Any], origin: Origin) -> None:
    if kind == "assistant":
        _answer(chat, value, origin)
    elif kind == "system":
        chat.say("system", text(value, "text") or "", origin)
    elif kind == "user":
        said = [text_part(one) for one in [text(value, "text")] if one]
        ask(chat, [(part, origin) for part in [*said, *_pictures(value)]])
    elif (said_text := _told(kind, value)) is not None:
        ask(chat, [(text_part(said_text), origin)])


def _told(kind: str, value: Mapping[str, Any]) -> str | None:
    """Return what the model is told in the user's place; None for what it is not told."""
    if kind in ("synthetic", "skill"):
        return text(value, "text")
    if kind == "shell":
        output = value.get("output")
        shown = output.get("output") if isinstance(output, dict) else output
        return f"Shell command: {text(value, 'command') or ''}\n\n{shown or ''}"
    if kind == "compaction" and value.get("status", "completed") == "completed":
        return "\n\n".join(filter(None, (text(value, "summary"), text(value, "recent")))) or None
    return None


def _pictures(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        medium(mime, one.get("uri") or f"data:{mime};base64,{one.get('data')}")
        for one in objects(value.get("files"))
        if isinstance(mime := one.get("mime"), str) and mime.startswith("image/")
    ]


def _answer(chat: Chat, value: Mapping[str, Any], origin: Origin) -> None:
    said, calls, results = [], [], []
    for part in _content(value):
        if part.get("type") == "text" and (words := text(part, "text")):
            said.append(words)
        elif part.get("type") == "tool" and not _is_provider_run(part):
            state = part["state"] if isinstance(part.get("state"), dict) else {}
            made = call(part.get("id"), part.get("name"), state.get("input", {}))
            calls.append(made)
            results.append((part.get("id"), _result(state)))
    if said or calls:
        chat.answer("".join(said), calls, origin)
    for ident, content in results:
        if content is not None:
            chat.result(ident, content, origin)


def _content(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    return objects(value.get("content"))


def _is_provider_run(part: Mapping[str, Any]) -> bool:
    provider = part.get("provider")
    told = provider.get("executed") if isinstance(provider, dict) else part.get("executed")
    return told is True


def _result(state: Mapping[str, Any]) -> str | None:
    """Return the result of a call; None where it is not there, for nothing takes its place."""
    status, error = state.get("status"), state.get("error")
    if status not in ("completed", "error"):
        return None
    texts = [words for part in _content(state) if (words := text(part, "text"))]
    if status == "error":
        named = text(error, "message") if isinstance(error, dict) else error
        texts.insert(0, str(named or "error"))
    if not texts and state.get("structured"):
        return as_json(state["structured"])
    return "\n".join(texts)


def _strays(rows: Iterable[_Row]) -> list[Stray]:
    return [
        Stray(ident, part, origin)
        for _, value, origin in rows
        for part in _content(value)
        if part.get("type") == "tool" and (ident := text(part, "id")) is not None
        if isinstance(part.get("state"), dict) and _result(part["state"]) is not None
    ]


def _state(rows: list[_Row], chat: Chat) -> State:
    answers = [value for kind, value, _ in rows if kind in ("assistant", "user")]
    if answers and answers[-1].get("error"):
        return "interrupted"
    return "running" if chat.waits else "whole"
