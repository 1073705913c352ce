"""The walk over Gemini contents; `parts` reads what is in them."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.walk import kind_of
from transcript_doctor.formats.gemini.keys import DATA
from transcript_doctor.formats.gemini.parts import Spot, note_strange, read_part, read_text
from transcript_doctor.formats.gemini.signatures import note_missing_signatures
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
    letters, roles = [], []
    pending: list[tuple[str | None, str | None]] = []
    asked = -1
    for i, message in enumerate(out.messages):
        calls, results = len(out.calls), len(out.results)
        role, letter, asks = _message(out, i, message)
        got = [(r.id, r.name) for r in out.results[results:]]
        if got != pending or (got and not out.results[-1].lead):
            out.untidy = True
        pending = [(c.id, c.name) for c in out.calls[calls:]]
        if asks:
            asked = i
        roles.append(role)
        letters.append(letter)
    if pending:
        out.untidy = True
    out.letters, out.roles = "".join(letters), "".join(roles)
    note_missing_signatures(out, asked)


def _message(out: Outline, i: int, message: Any) -> tuple[str, str, bool]:
    """Read one content; return its letters, and whether the user asks in it."""
    if type(message) is str:
        # The SDK takes a text for a user's content of one part.
        if read_text(out, i, (), message) == "blank":
            out.note("C002", "all-blank", i)
        return "u", "U", True
    if type(message) is not dict:
        out.foreign = True
        out.note("S001", "not-object", i, type=kind_of(message))
        return "?", "!", False
    role = _role(out, i, message.get("role"))
    found = message.get("parts")
    if found is None and "role" not in message and not message.keys().isdisjoint(DATA):
        # The SDK takes a part for a user's content.
        return (role, *_read_all(out, i, role, [((), message)]))
    for key in message:
        if key not in CONTENT_KEYS:
            note_strange(out, i, (), key, None)
    return (role, *_parts(out, i, role, found))


def _role(out: Outline, i: int, role: Any) -> str:
    if role is None:
        return "u"
    if type(role) is not str:
        out.note("R002", "type", i, ("role",), role=kind_of(role))
        return "?"
    if role not in KNOWN_ROLES:
        case = "tool-role" if role in TOOL_ROLES else "unknown"
        out.note("R002", case, i, ("role",), role=role)
    return ROLES.get(role, "?")


def _parts(out: Outline, i: int, role: str, found: Any) -> tuple[str, bool]:
    spots: list[tuple[Steps, Any]] = []
    if type(found) is list:
        spots = [(("parts", j), part) for j, part in enumerate(found)]
    elif type(found) is dict or type(found) is str:
        # A single part without a list around it is read as a list of one.
        spots = [(("parts",), found)] if found else []
    elif found is not None:
        out.note("C001", "type", i, ("parts",), type=kind_of(found))
        out.foreign = True
        return _plain(role), False
    if not spots:
        out.empty.add(i)
        return _plain(role), False
    return _read_all(out, i, role, spots)


def _read_all(out: Outline, i: int, role: str, spots: list[tuple[Steps, Any]]) -> tuple[str, bool]:
    """Read the parts of one content; return its letter and whether the user asks in it."""
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
    asks = role == "u" and first_other is not None
    if len(out.results) > results:
        return ("R" if first_other is None else "M"), asks and _has_text(spots)
    if len(out.calls) == calls:
        return _plain(role), asks
    _note_text(out, i, spots)
    return "C", asks


def _note_text(out: Outline, i: int, spots: list[tuple[Steps, Any]]) -> None:
    """Note the first part beside a call that is a text; thoughts are none."""
    for place, part in spots:
        said = isinstance(part, dict) and part.get("text") and not part.get("thought")
        if said and not part.get("functionCall") and not part.get("function_call"):
            out.note("C004", "text-beside-calls", i, place)
            return


def _plain(role: str) -> str:
    return {"u": "U", "a": "A", "s": "S", "t": "O"}.get(role, "?")


def _has_text(spots: list[tuple[Steps, Any]]) -> bool:
    return any(isinstance(part, dict) and part.get("text") for _, part in spots)


def _blank(out: Outline, i: int, place: Steps, part: Any, *, alone: bool) -> None:
    """Note a text that says nothing: `all-blank` where the content says nothing else."""
    text = part if isinstance(part, str) else part["text"]
    out.note("C002", "all-blank" if alone else "blank" if text else "empty", i, place)
