"""What the walks of several formats note in the same words; what one endpoint alone says is its format's."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from transcript_doctor.core.outline import Outline
from transcript_doctor.core.walk import MISSING, see_wide, type_of, type_words
from transcript_doctor.place import Steps


def note_unreadable(out: Outline, message: int, value: object) -> None:
    """Note that something else stands where a message should."""
    out.note("S001", "not-object", message, (), **type_words(value))


def note_role(out: Outline, message: int, word: Any, roles: Mapping[str, str]) -> str | None:
    """Return a role's letter, or None after noting that it is missing, unknown or no text."""
    if type(word) is str:
        if word in roles:
            return roles[word]
        out.note("R002", "unknown", message, ("role",), role=word, value=word)
    elif word is MISSING:
        out.note("R002", "missing", message, ("role",), role="")
    else:
        out.note("R002", "type", message, ("role",), role=type_of(word), value=word)
    return None


def note_content(out: Outline, code: str, message: int, part: Steps, content: Any) -> None:
    """Note content (of a message: C001, of a result: C005) that is neither a text nor a list."""
    case = "missing" if content is MISSING else "null" if content is None else "type"
    out.note(code, case, message, part, **type_words(None if content is MISSING else content))


def note_text(out: Outline, message: int, text: str, blank: str = "all-blank") -> None:
    """Look at a message whose content is one text: empty, blank (the case to note), or wide."""
    if not text:
        out.empty.add(message)
    elif text.isspace():
        out.note("C002", blank, message, ("content",))
    if not text.isascii():
        out.wide.append((message, ("content",), text))


def note_part(out: Outline, message: int, part: Steps, node: Any, key: str = "type") -> str | None:
    """Return a part's type, or None after noting that it is no object or names none."""
    if type(node) is not dict:
        out.note("C006", "not-object", message, part, **type_words(node))
        return None
    kind = node.get(key)
    if type(kind) is str:
        return kind
    out.note("C006", "no-type", message, part)
    return None


def note_place(out: Outline, message: int, part: Steps, case: str, kind: str, role: str) -> None:
    """Note a part on a role that may not hold it; where the role is unknown, that is the fault."""
    if role != "?":
        out.note("R009", case, message, part, type=kind)


def note_keys(
    out: Outline, message: int, part: Steps, node: Mapping[Any, Any], known: Collection[str]
) -> None:
    """Note each key that the format does not know at this node."""
    for key in node:
        if key not in known:
            out.note(
                "Y003", "unknown", message, (*part, str(key)), key=str(key), on=node.get("type")
            )


def note_id(out: Outline, value: object, side: str, message: int, part: Steps) -> str | None:
    """Return an id as text, or None after noting that it is missing, empty or no text.

    `side` is `call` or `result`. The empty text is returned as it is: it is noted and still an id.
    """
    if type(value) is str and value:
        return value
    if value is MISSING or value is None:
        out.note("I001", f"{side}-missing", message, part)
        return None
    if value == "":
        out.note("I001", f"{side}-empty", message, part)
        return ""
    note_odd_id(out, value, side, message, part)
    return None


def note_odd_id(out: Outline, value: object, side: str, message: int, part: Steps) -> None:
    """Note an id that is no text; what a number's digits are is told, for both sides may bear it so."""
    is_number = type(value) is int and abs(value) < _MOST
    told = str(value) if is_number else None
    out.note("I001", f"{side}-type", message, part, type=type_of(value), value=told)


_MOST = 10**18
"""Numbers from here on are no ids that anybody counted."""


def note_name(out: Outline, value: object, message: int, part: Steps) -> str | None:
    """Return a function's name, or None after noting that it is missing or no text."""
    if type(value) is str:
        if not value:
            out.note("Y002", "empty", message, part)
        return value
    case = "missing" if value is MISSING or value is None else "type"
    out.note("Y002", case, message, part, type=type_of(value))
    return None


def note_arguments(
    out: Outline, value: Any, message: int, part: Steps, ident: str | None
) -> dict[str, Any] | None:
    """Return a call's arguments where the wire wants an object, or None after noting that they are none."""
    if value is not MISSING:
        see_wide(out, message, part, value)
    if type(value) is dict:
        return value
    case = "missing" if value is MISSING else "not-object"
    out.note("Y001", case, message, part, type=type_of(value), id=ident)
    return None
