"""The walk over Anthropic messages; `blocks` reads what is in them, `keys` lists what may be."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.matching import position
from transcript_doctor.core.noting import note_content, note_role, note_text, note_unreadable
from transcript_doctor.core.outline import MIXED, PLAIN, UNKNOWN, UNREADABLE, Call, Outline, Result
from transcript_doctor.core.tidy import whole_in_turns
from transcript_doctor.core.walk import MISSING, read_all
from transcript_doctor.formats.anthropic.blocks import read_blocks
from transcript_doctor.formats.anthropic.body import declared
from transcript_doctor.formats.anthropic.keys import MESSAGE_KEYS, SYSTEM_KEYS
from transcript_doctor.formats.anthropic.rare import odd_keys
from transcript_doctor.place import Steps

_ROLES = {"user": "u", "assistant": "a", "system": "s"}
_FOREIGN_ROLES = {"tool": "t", "function": "t"}
"""Roles of other formats: named as unknown, and read as what they mean."""


def read(out: Outline) -> None:
    """Fill the outline: one walk, then a look at what more than one message shows."""
    out.declared = declared(out)
    read_all(out, _message)
    out.untidy = not whole_in_turns(out, "id")
    if any(_marks(call) for call in out.calls):
        _look_back(out)
    if out.roles.endswith("a"):
        _prefill(out, len(out.messages) - 1)


def _marks(call: Call) -> set[str]:
    """Return the keys by which a call wants something of its result: who made it, and its toolset."""
    block = call.raw if isinstance(call.raw, dict) and len(call.raw) > _USUAL else {}
    caller, found = block.get("caller"), set()
    if type(caller) is dict and caller.get("type") not in (None, "direct"):
        found.add("caller")
    if type(block.get("toolset_name")) is str:
        found.add("toolset_name")
    return found


_USUAL = 4
"""So many keys has a call of the usual kind."""


def _look_back(out: Outline) -> None:
    """Note what calls by running code, and calls of a toolset, want of their results."""
    newest: dict[str | None, Call] = {}
    mixed: set[int] = set()
    rows: list[Call | Result] = [*out.calls, *out.results]
    for row in sorted(rows, key=position):
        if isinstance(row, Call):
            newest[row.id] = row
        elif (call := newest.get(row.id)) is not None:
            marks, i = _marks(call), row.message
            if "caller" in marks and out.letters[i] == MIXED and i not in mixed:
                mixed.add(i)
                out.note("P006", "programmatic", i, out.first_other.get(i, ()))
            wanted, given = (_toolset(side) for side in (call, row))
            if "toolset_name" in marks and given != wanted:
                out.note("P008", "toolset", i, row.part, call=wanted, name=given)


def _toolset(row: Call | Result) -> object:
    return row.raw.get("toolset_name") if isinstance(row.raw, dict) else None


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
        note_unreadable(out, i, message)
        return "?", UNREADABLE
    word, content = message.get("role", MISSING), message.get("content", MISSING)
    role = note_role(out, i, word, _ROLES)
    if len(message) != 2 or content is MISSING:
        odd_keys(out, i, (), message, SYSTEM_KEYS if role == "s" else MESSAGE_KEYS)
    if role is None:
        role = _FOREIGN_ROLES.get(word, "?") if type(word) is str else "?"
    elif role == "s" and (content is MISSING or content == []) and message.get("output_config"):
        out.directives.add(i)
        out.note("C001", "directive", i)
        return "s", "S"
    return role, _content(out, i, role, content)


def _content(out: Outline, i: int, role: str, content: Any) -> str:
    """Read a message's content; return the letter of the message."""
    plain = PLAIN.get(role, UNKNOWN)
    if type(content) is str:
        note_text(out, i, content, "system" if role == "s" else "all-blank")
        return plain
    if type(content) is not list:
        note_content(out, "C001", i, ("content",), content)
        return plain
    if not content:
        out.empty.add(i)
        return plain
    return read_blocks(out, i, role, content, plain)
