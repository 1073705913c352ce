"""The walk over an oracle's messages; none can call or answer."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.noting import (
    note_content,
    note_part,
    note_role,
    note_text,
    note_unreadable,
)
from transcript_doctor.core.outline import Media, Outline
from transcript_doctor.core.walk import MISSING, see_wide
from transcript_doctor.place import Steps

ROLES = {"system": "s", "user": "u", "assistant": "a"}
CONTENT_TYPES = frozenset({"text", "image_url"})


def read(out: Outline) -> None:
    """Fill the outline: one walk; no message can call or answer."""
    whole = _unequal(out)
    roles = "".join(_message(out, i, m, i >= whole) for i, m in enumerate(out.messages))
    out.roles = roles.replace("!", "?")
    out.letters = roles.upper()


def _unequal(out: Outline) -> int:
    """Note lists of different lengths; return how many messages have both a role and a content."""
    roles, contents = out.request.get("roles"), out.request.get("contents")
    if not isinstance(roles, list) or not isinstance(contents, list):
        return len(out.messages)
    whole = min(len(roles), len(contents))
    if len(roles) != len(contents):
        out.note("S003", "lengths", whole, roles=len(roles), contents=len(contents))
    return whole


def _message(out: Outline, i: int, message: Any, half: bool) -> str:
    """Read one message; return its role. `half`: one side is lacking, which is noted already."""
    if type(message) is not dict:
        note_unreadable(out, i, message)
        return "!"
    role = "?"
    if "role" in message or not half:
        role = note_role(out, i, message.get("role", MISSING), ROLES) or "?"
    if "content" in message or not half:
        _content(out, i, role, message.get("content", MISSING))
    return role


def _content(out: Outline, i: int, role: str, content: Any) -> None:
    if type(content) is str:
        note_text(out, i, content)
    elif type(content) is not list:
        note_content(out, "C001", i, ("content",), content)
    elif content:
        _parts(out, i, role, content)
    else:
        out.empty.add(i)


def _parts(out: Outline, i: int, role: str, content: list[Any]) -> None:
    """Read the parts of one message."""
    kinds = []
    for j, part in enumerate(content):
        spot: Steps = ("content", j)
        kind = note_part(out, i, spot, part, "contentType")
        kinds.append(kind)
        if kind in CONTENT_TYPES:
            _value(out, i, role, spot, part, kind)
        elif kind is not None:
            out.note("C006", "unknown-type", i, spot, type=kind)
    if all(kind == "image_url" for kind in kinds):
        out.note("C006", "image-only", i, ("content", 0))


def _value(out: Outline, i: int, role: str, spot: Steps, part: dict[str, Any], kind: str) -> None:
    """Read what a part of a known type holds."""
    value = part.get("value", MISSING)
    if type(value) is not str:
        out.note("C006", "no-payload", i, spot, type=kind, key="value")
    elif kind == "image_url":
        out.media.append(Media(i, (*spot, "value"), "image", None, None, value))
        if role not in "u?":
            out.note("R009", "media-outside-user", i, spot, type=kind)
    elif not value or value.isspace():
        out.note("C002", "empty" if not value else "blank", i, spot)
    else:
        see_wide(out, i, (*spot, "value"), value)
