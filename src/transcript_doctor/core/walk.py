"""What the walks of several formats share: looking at texts, keys and nested values."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from transcript_doctor.core.outline import Outline
from transcript_doctor.place import Steps

MISSING: Any = object()
"""Stands for a key that is not there, where None is a value."""


def strings(value: object, part: Steps) -> Iterator[tuple[Steps, str]]:
    """Yield every string below a value with its place; without recursion, for depth is the sender's choice."""
    stack: list[tuple[object, Steps]] = [(value, part)]
    while stack:
        node, steps = stack.pop()
        if isinstance(node, str):
            yield steps, node
        elif isinstance(node, dict):
            for key, child in node.items():
                if isinstance(key, str) and not key.isascii():
                    yield steps, key
                if isinstance(child, str | dict | list):
                    stack.append((child, (*steps, key)))
        elif isinstance(node, list):
            stack += (
                (child, (*steps, k))
                for k, child in enumerate(node)
                if isinstance(child, str | dict | list)
            )


def see_wide(out: Outline, message: int, part: Steps, value: object) -> None:
    """Write down the texts below a value that hold characters outside ASCII."""
    if type(value) is str:
        if not value.isascii():
            out.wide.append((message, part, value))
    elif value:
        out.wide += ((message, steps, s) for steps, s in strings(value, part) if not s.isascii())


def note_keys(
    out: Outline, message: int, part: Steps, node: dict[str, Any], known: Collection[str]
) -> None:
    """Note each key that the format does not know at this node."""
    for key in node:
        if key not in known:
            out.note(
                "Y003", "unknown", message, (*part, str(key)), key=str(key), on=node.get("type")
            )


def kind_of(value: object) -> str:
    """Return the JSON name of a value's type, for sentences."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


_WORDS_FOR = {
    **dict.fromkeys(("true", "t", "yes", "y", "on", "1"), True),
    **dict.fromkeys(("false", "f", "no", "n", "off", "0"), False),
}


def truth(value: object) -> bool | None:
    """Return a flag as lenient servers read it (1, "yes", "off", ...), or None where it is no flag at all."""
    if isinstance(value, bool | int | float):
        return bool(value) if value in (0, 1) else None
    return _WORDS_FOR.get(value.lower()) if isinstance(value, str) else None


def kinds(value: object) -> dict[str, str]:
    """Return a value's type for sentences: `type`, `a_type` with its article, `python` as Python has it."""
    kind = kind_of(value)
    article = "" if kind == "null" else "an " if kind[0] in "aeiou" else "a "
    return {"type": kind, "a_type": article + kind, "python": type(value).__name__}


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
    out.note("I001", f"{side}-type", message, part, type=kind_of(value))
    return None


def note_name(out: Outline, value: object, message: int, part: Steps) -> str | None:
    """Return a function's name, or None after noting that it is missing or no text."""
    if type(value) is str:
        if not value:
            out.note("Y002", "empty", message, part)
        return value
    out.note(
        "Y002",
        "missing" if value in (MISSING, None) else "type",
        message,
        part,
        type=kind_of(value),
    )
    return None
