"""The walk over Gemini contents; `parts` reads what is in them."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.noting import note_content, note_unreadable
from transcript_doctor.core.outline import (
    CALLS,
    MIXED,
    OTHER,
    PLAIN,
    RESULTS,
    UNREADABLE,
    USER,
    Outline,
)
from transcript_doctor.core.tidy import whole_in_turns
from transcript_doctor.core.walk import read_all, type_of
from transcript_doctor.formats.gemini.keys import DATA
from transcript_doctor.formats.gemini.parts import Spot, note_strange, read_part, read_text
from transcript_doctor.formats.gemini.signatures import note_missing_signatures
from transcript_doctor.formats.gemini.view import parts
from transcript_doctor.place import Steps

ROLES = {
    "user": "u",
    "model": "a",
    "assistant": "a",
    "function": "t",
    "tool": "t",
    "system": "s",
}
"""How roles are read. `assistant` is another format's word: it is noted, and read as meant."""
KNOWN_ROLES = frozenset({"user", "model", "system"})
TOOL_ROLES = frozenset({"function", "tool"})
CONTENT_KEYS = frozenset({"role", "parts"})


def read(out: Outline) -> None:
    """Fill the outline: one walk; then the current turn is searched for missing signatures."""
    read_all(out, _message)
    out.untidy = not whole_in_turns(out, "id", "name")
    note_missing_signatures(out, _asked(out))


def _asked(out: Outline) -> int:
    """Return the content in which the user spoke last, or -1."""
    for i in range(len(out.messages) - 1, -1, -1):
        letter = out.letters[i]
        if letter == USER and i not in out.empty:
            return i
        if letter == MIXED and any(part.kind == "text" for part in parts(out.messages[i])):
            return i
    return -1


def _message(out: Outline, i: int, message: Any) -> tuple[str, str]:
    """Read one content; return its letters for `roles` and `letters`."""
    if type(message) is str:
        # The SDK takes a text for a user's content of one part.
        if read_text(out, i, (), message) == "blank":
            out.note("C002", "all-blank", i)
        return "u", USER
    if type(message) is not dict:
        note_unreadable(out, i, message)
        return "?", UNREADABLE
    role = _role(out, i, message.get("role"))
    found = message.get("parts")
    if found is None and "role" not in message and not message.keys().isdisjoint(DATA):
        # The SDK takes a part for a user's content.
        return role, _read_all(out, i, role, [((), message)])
    for key in message:
        if key not in CONTENT_KEYS:
            note_strange(out, i, (), key, None)
    return role, _parts(out, i, role, found)


def _role(out: Outline, i: int, role: Any) -> str:
    if role is None:
        return "u"
    if type(role) is not str:
        out.note("R002", "type", i, ("role",), role=type_of(role))
        return "?"
    if role not in KNOWN_ROLES:
        case = "tool-role" if role in TOOL_ROLES else "unknown"
        out.note("R002", case, i, ("role",), role=role)
    return ROLES.get(role, "?")


def _parts(out: Outline, i: int, role: str, found: Any) -> str:
    spots: list[tuple[Steps, Any]] = []
    if type(found) is list:
        spots = [(("parts", j), part) for j, part in enumerate(found)]
    elif type(found) is dict or type(found) is str:
        # A single part without a list around it is read as a list of one.
        spots = [(("parts",), found)] if found else []
    elif found is not None:
        note_content(out, "C001", i, ("parts",), found)
        return _plain(role)
    if not spots:
        out.empty.add(i)
        return _plain(role)
    return _read_all(out, i, role, spots)


def _read_all(out: Outline, i: int, role: str, spots: list[tuple[Steps, Any]]) -> str:
    """Read the parts of one content; return its letter."""
    calls, results = len(out.calls), len(out.results)
    blanks, first_other = [], None
    for place, part in spots:
        kind = read_part(out, i, Spot(place, role, first_other is None), part)
        if kind == "result":
            if first_other is not None:
                out.first_other[i] = first_other
        elif first_other is None:
            first_other = place
        if kind == "blank":
            blanks.append((place, part))
    for place, part in blanks:
        _blank(out, i, place, part, alone=len(blanks) == len(spots))
    if len(blanks) == len(spots) and role == "a" and not any(map(_said, blanks)):
        out.hollow.add(i)
    if len(out.results) > results:
        return RESULTS if first_other is None else MIXED
    if len(out.calls) == calls:
        return _plain(role)
    _note_text(out, i, spots)
    return CALLS


def _note_text(out: Outline, i: int, spots: list[tuple[Steps, Any]]) -> None:
    """Note the first part beside a call that is a text; thoughts are none."""
    for place, part in spots:
        said = isinstance(part, dict) and part.get("text") and not part.get("thought")
        if said and not part.get("functionCall") and not part.get("function_call"):
            out.note("C004", "text-beside-calls", i, place)
            return


def _plain(role: str) -> str:
    return PLAIN.get(role, OTHER)


def _said(spot: tuple[Steps, Any]) -> str:
    part = spot[1]
    return part if isinstance(part, str) else str(part["text"])


def _blank(out: Outline, i: int, place: Steps, part: Any, *, alone: bool) -> None:
    """Note a text that says nothing: `all-blank` where the content says nothing else."""
    text = _said((place, part))
    out.note("C002", "all-blank" if alone else "blank" if text else "empty", i, place)
