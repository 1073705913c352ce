"""The walk over pi messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.outline import Call, Media, Outline, Reasoning, Result
from transcript_doctor.core.walk import MISSING, kind_of, note_id, note_name, see_wide
from transcript_doctor.formats.pi.keys import FAILED, either
from transcript_doctor.place import Steps

ROLES = {"user": "u", "assistant": "a", "toolResult": "t"}
PLAIN = {"u": "U", "a": "A", "t": "R", "?": "?"}


def read(out: Outline) -> None:
    """Fill the outline: one walk; calls that wait decide whether the exchanges are tidy."""
    letters, roles = [], []
    pending: list[str | None] = []
    done = 0
    for i, message in enumerate(out.messages):
        calls = len(out.calls)
        role, letter = _message(out, i, message)
        if role == "t":
            if done >= len(pending) or pending[done] != out.results[-1].id:
                out.untidy = True
            done += 1
        else:
            if done != len(pending):
                out.untidy = True
            pending, done = [call.id for call in out.calls[calls:]], 0
        roles.append(role)
        letters.append(letter)
    if done != len(pending):
        out.untidy = True
    out.letters, out.roles = "".join(letters), "".join(roles)


def _message(out: Outline, i: int, message: Any) -> tuple[str, str]:
    """Read one message; return its letters for `roles` and `letters`."""
    if type(message) is not dict:
        out.foreign = True
        out.note("S001", "not-object", i, type=kind_of(message))
        return "?", "!"
    word = message.get("role", MISSING)
    role = ROLES.get(word) if type(word) is str else None
    if role is None:
        case = "missing" if word is MISSING else "unknown" if type(word) is str else "type"
        out.note("R002", case, i, ("role",), role=word if type(word) is str else kind_of(word))
        role = "?"
    if role == "t":
        _result(out, i, message)
        return role, PLAIN[role]
    if role == "a" and failed(message):
        out.failed.add(i)
    calls = len(out.calls)
    _content(out, i, role, message.get("content", MISSING))
    return role, "C" if len(out.calls) > calls else PLAIN[role]


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
        case = "missing" if content is MISSING else "null" if content is None else "type"
        out.note("C005", case, i, ("content",), type=kind_of(content))
        out.foreign = out.foreign or case == "type"
    named = name if type(name) is str else None
    out.results.append(Result(ident, named, i, (), message, error=error is True))


def _content(out: Outline, i: int, role: str, content: Any) -> None:
    """Read the content of a message that is no result."""
    if type(content) is list:
        if not content:
            out.empty.add(i)
        _parts(out, i, role, content)
    elif type(content) is str:
        if not content:
            out.empty.add(i)
        elif content.isspace():
            out.note("C002", "all-blank", i, ("content",))
        see_wide(out, i, ("content",), content)
    elif role == "a" and (content is MISSING or content is None):
        out.empty.add(i)  # how some agents write down a reply that never came
    else:
        case = "missing" if content is MISSING else "null" if content is None else "type"
        out.note("C001", case, i, ("content",), type=kind_of(content))
        out.foreign = out.foreign or case == "type"


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
    arguments = part.get("arguments", MISSING)
    if type(arguments) is not dict:
        case = "missing" if arguments is MISSING else "not-object"
        out.note("Y001", case, i, (*spot, "arguments"), type=kind_of(arguments), id=ident)
        out.foreign = out.foreign or case == "not-object"
    elif arguments:
        see_wide(out, i, (*spot, "arguments"), arguments)
    if role == "a":
        out.calls.append(Call(ident, name, i, spot, part, arguments))
    else:
        out.note("R009", "call-outside-assistant", i, spot, type="toolCall")


def _thinking(
    out: Outline, i: int, role: str, spot: Steps, part: dict[str, Any], last: int
) -> None:
    if role != "a":
        out.note("R009", "reasoning-outside-assistant", i, spot, type="thinking")
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
    if type(part) is not dict:
        out.foreign = True
        out.note("C006", "not-object", i, spot, type=kind_of(part))
    elif type(kind) is not str:
        out.note("C006", "no-type", i, spot)
    elif kind != "image":
        out.note("C006", "unknown-type", i, spot, type=kind)
    elif type(part.get("data")) is not str:
        out.note("C006", "no-payload", i, spot, type="image", key="data")
    else:
        label, _ = either(part, "mime_type", "mimeType")
        label = label if type(label) is str else None
        out.media.append(Media(i, spot, "image", label, part["data"], None, role == "t"))
        if role == "a":
            out.note("R009", "media-outside-user", i, spot, type="image")
