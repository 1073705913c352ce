"""The walk over pi messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.noting import (
    note_arguments,
    note_content,
    note_id,
    note_name,
    note_part,
    note_place,
    note_role,
    note_text,
    note_unreadable,
)
from transcript_doctor.core.outline import (
    CALLS,
    PLAIN,
    RESULTS,
    UNREADABLE,
    Call,
    Media,
    Outline,
    Reasoning,
    Result,
)
from transcript_doctor.core.tidy import whole_in_messages
from transcript_doctor.core.walk import MISSING, read_all, see_wide
from transcript_doctor.formats.pi.keys import FAILED, either
from transcript_doctor.place import Steps

ROLES = {"user": "u", "assistant": "a", "toolResult": "t"}


def read(out: Outline) -> None:
    """Fill the outline: one walk."""
    read_all(out, _message)
    out.untidy = not whole_in_messages(out)


def _message(out: Outline, i: int, message: Any) -> tuple[str, str]:
    """Read one message; return its letters for `roles` and `letters`."""
    if type(message) is not dict:
        note_unreadable(out, i, message)
        return "?", UNREADABLE
    role = note_role(out, i, message.get("role", MISSING), ROLES) or "?"
    if role == "t":
        _result(out, i, message)
        return role, RESULTS
    if role == "a" and failed(message):
        out.failed.add(i)
    calls = len(out.calls)
    _content(out, i, role, message.get("content", MISSING))
    return role, CALLS if len(out.calls) > calls else PLAIN[role]


def failed(message: Mapping[str, Any]) -> bool:
    """Tell whether the agent marked a turn as failed."""
    reasons = (message.get("stop_reason"), message.get("stopReason"))
    return any(type(reason) is str and reason in FAILED for reason in reasons)


def _result(out: Outline, i: int, message: dict[str, Any]) -> None:
    """Read a tool result, which is a whole message."""
    value, key = either(message, "tool_call_id", "toolCallId")
    ident = note_id(out, value, "result", i, (key,))
    name, _ = either(message, "tool_name", "toolName")
    error, _ = either(message, "is_error", "isError")
    content = message.get("content", MISSING)
    if type(content) is str:
        see_wide(out, i, ("content",), content)
    elif type(content) is list:
        for j, part in enumerate(content):
            kind = part.get("type") if type(part) is dict else None
            if kind == "text":
                _text(out, i, ("content", j), part)
            else:
                _other(out, i, "t", ("content", j), part, kind)
    else:
        note_content(out, "C005", i, ("content",), content)
    named = name if type(name) is str else None
    out.results.append(Result(ident, named, i, (), message, error=error is True))


def _content(out: Outline, i: int, role: str, content: Any) -> None:
    """Read the content of a message that is no result."""
    if type(content) is list:
        if not content:
            out.empty.add(i)
        _parts(out, i, role, content)
    elif type(content) is str:
        note_text(out, i, content)
    elif role == "a" and (content is MISSING or content is None):
        out.empty.add(i)  # how some agents write down a reply that never came
    else:
        note_content(out, "C001", i, ("content",), content)


def _parts(out: Outline, i: int, role: str, content: list[Any]) -> None:
    """Read the parts of one message."""
    blanks: list[int] = []
    last = len(content) - 1
    for j, part in enumerate(content):
        kind = part.get("type") if type(part) is dict else None
        spot: Steps = ("content", j)
        if kind == "text":
            if not _text(out, i, spot, part):
                blanks.append(j)
        elif kind == "toolCall":
            _call(out, i, role, spot, part)
        elif kind == "thinking":
            _thinking(out, i, role, spot, part, last)
        else:
            _other(out, i, role, spot, part, kind)
    for j in blanks:
        case = "blank" if len(blanks) < len(content) else "all-blank"
        out.note("C002", case if content[j]["text"] else "empty", i, ("content", j))


def _text(out: Outline, i: int, spot: Steps, part: dict[str, Any]) -> bool:
    """Read a text part; tell whether it says anything."""
    text = part.get("text", MISSING)
    if type(text) is not str:
        out.note("C006", "no-payload", i, spot, type="text", key="text")
        return True
    see_wide(out, i, (*spot, "text"), text)
    return bool(text) and not text.isspace()


def _call(out: Outline, i: int, role: str, spot: Steps, part: dict[str, Any]) -> None:
    ident = note_id(out, part.get("id", MISSING), "call", i, (*spot, "id"))
    name = note_name(out, part.get("name", MISSING), i, (*spot, "name"))
    at = (*spot, "arguments")
    arguments = note_arguments(out, part.get("arguments", MISSING), i, at, ident)
    if role == "a":
        out.calls.append(Call(ident, name, i, spot, part, arguments, arguments_at=at))
    else:
        note_place(out, i, spot, "call-outside-assistant", "toolCall", role)


def _thinking(
    out: Outline, i: int, role: str, spot: Steps, part: dict[str, Any], last: int
) -> None:
    if role != "a":
        note_place(out, i, spot, "reasoning-outside-assistant", "thinking", role)
        return
    text = part.get("thinking")
    see_wide(out, i, (*spot, "thinking"), text)
    words = text if type(text) is str else None
    kind = "redacted" if part.get("redacted") is True else "thinking"
    seal, _ = either(part, "thinking_signature", "thinkingSignature")
    j = spot[-1]
    out.reasoning.append(Reasoning(i, spot, kind, words, seal, j == 0, j == last, part))


def _other(out: Outline, i: int, role: str, spot: Steps, part: Any, kind: Any) -> None:
    """Read a part of the rarer kinds: an image, or something that the format does not know."""
    if note_part(out, i, spot, part) is None:
        return
    if kind != "image":
        out.note("C006", "unknown-type", i, spot, type=kind)
    elif type(part.get("data")) is not str:
        out.note("C006", "no-payload", i, spot, type="image", key="data")
    else:
        label, _ = either(part, "mime_type", "mimeType")
        label = label if type(label) is str else None
        out.media.append(Media(i, spot, "image", label, part["data"], None, role == "t"))
        if role == "a":
            out.note("R009", "media-outside-user", i, spot, type="image")
