"""The walk over Anthropic messages; `blocks` reads what is in them, `keys` lists what may be."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.walk import MISSING, kind_of
from transcript_doctor.formats.anthropic.blocks import read_blocks
from transcript_doctor.formats.anthropic.keys import MESSAGE_KEYS, SYSTEM_KEYS
from transcript_doctor.formats.anthropic.rare import odd_keys
from transcript_doctor.place import Steps

_ROLES = {"user": "u", "assistant": "a", "system": "s"}
_FOREIGN_ROLES = {"tool": "t", "function": "t"}
"""Roles of other formats: named as unknown, and read as what they mean."""
_PLAIN = {"u": "U", "a": "A", "s": "S"}


def read(out: Outline) -> None:
    """Fill the outline: one walk; calls that wait decide whether the exchanges are tidy."""
    letters, roles = [], []
    pending: list[str | None] = []
    outside = out.facts.get("cache_markers")
    if outside:
        out.cache["markers outside"] = outside
    for i, message in enumerate(out.messages):
        calls, results = len(out.calls), len(out.results)
        role, letter = _message(out, i, message)
        got = [r.id for r in out.results[results:]]
        if got != pending or (got and not out.results[-1].lead):
            out.untidy = True
        if letter == "M" and "made by code" in out.cache:
            _beside_code(out, i, got)
        pending = [c.id for c in out.calls[calls:]]
        roles.append(role)
        letters.append(letter)
    if pending:
        out.untidy = True
    out.letters, out.roles = "".join(letters), "".join(roles)
    if out.roles.endswith("a"):
        _prefill(out, len(out.messages) - 1)


def _beside_code(out: Outline, i: int, ids: list[str | None]) -> None:
    """Note other content beside results for calls that running code made."""
    made = out.cache["made by code"]
    if any(ident in made for ident in ids):
        out.note("P006", "programmatic", i, out.first_other.get(i, ()))


def _prefill(out: Outline, i: int) -> None:
    """Note white space at the end of a last message that is the assistant's."""
    content = out.messages[i].get("content")
    text: object = content
    part: Steps = ("content",)
    if type(content) is list and content and type(content[-1]) is dict:
        text = content[-1].get("text") if content[-1].get("type") == "text" else None
        part = ("content", len(content) - 1)
    if type(text) is str and text[-1:].isspace() and not text.isspace():
        out.note("R006", "trailing-space", i, part)


def _message(out: Outline, i: int, message: Any) -> tuple[str, str]:
    """Read one message; return its letters for `roles` and `letters`."""
    if type(message) is not dict:
        out.foreign = True
        out.note("S001", "not-object", i, type=kind_of(message))
        return "?", "!"
    word, content = message.get("role", MISSING), message.get("content", MISSING)
    role = _ROLES.get(word) if type(word) is str else None
    if len(message) != 2 or content is MISSING:
        odd_keys(out, i, (), message, SYSTEM_KEYS if role == "s" else MESSAGE_KEYS)
    if role is None:
        case = "missing" if word is MISSING else "unknown" if type(word) is str else "type"
        out.note("R002", case, i, ("role",), role=word if type(word) is str else kind_of(word))
        role = _FOREIGN_ROLES.get(word, "?") if type(word) is str else "?"
    elif role == "s" and (content is MISSING or content == []) and message.get("output_config"):
        out.cache.setdefault("directives", set()).add(i)
        out.note("C001", "directive", i)
        return "s", "S"
    return role, _content(out, i, role, content)


def _content(out: Outline, i: int, role: str, content: Any) -> str:
    """Read a message's content; return the letter of the message."""
    plain = _PLAIN.get(role, "?")
    if type(content) is str:
        if not content:
            out.empty.add(i)
        elif content.isspace():
            out.note("C002", "system" if role == "s" else "all-blank", i, ("content",))
        if not content.isascii():
            out.wide.append((i, ("content",), content))
        return plain
    if type(content) is not list:
        case = "missing" if content is MISSING else "null" if content is None else "type"
        out.note("C001", case, i, ("content",), type=kind_of(content))
        out.foreign = out.foreign or case == "type"
        return plain
    if not content:
        out.empty.add(i)
        return plain
    return read_blocks(out, i, role, content, plain)
