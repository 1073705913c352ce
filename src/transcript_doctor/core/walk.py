"""What the walks of several formats share: going over messages, looking at texts and nested values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from transcript_doctor.core.outline import Outline
from transcript_doctor.place import Steps

MISSING: Any = object()
"""Stands for a key that is not there, where None is a value."""
MAX_DEPTH = 200
"""What is nested deeper than any provider takes is not looked into."""
_Trail: TypeAlias = "tuple[str | int, _Trail] | None"
"""A path from the inside out, which costs one step to lengthen at any depth."""


def read_all(out: Outline, read: Callable[[Outline, int, Any], tuple[str, str]]) -> None:
    """Read every message; `read` returns its letters for `roles` and for `letters`."""
    rows = [read(out, i, message) for i, message in enumerate(out.messages)]
    out.roles = "".join([role for role, _ in rows])
    out.letters = "".join([letter for _, letter in rows])


def wide_strings(value: object, part: Steps) -> Iterator[tuple[Steps, str]]:
    """Yield every string and key below a value that is not all ASCII, with its place.

    Without recursion and without a path for every node, for depth and width are the sender's.
    """
    stack: list[tuple[object, _Trail, int]] = [(value, None, 0)]
    while stack:
        node, trail, depth = stack.pop()
        children: Iterable[tuple[Any, Any]] = ()
        if isinstance(node, str):
            if not node.isascii():
                yield (*part, *_path(trail)), node
        elif isinstance(node, dict):
            for key in node:
                if isinstance(key, str) and not key.isascii():
                    yield (*part, *_path(trail)), key
            children = node.items()
        elif isinstance(node, list):
            children = enumerate(node)
        if depth < MAX_DEPTH:
            stack += (
                (child, (key, trail), depth + 1)
                for key, child in children
                if isinstance(child, str | dict | list)
            )


def _path(trail: _Trail) -> Steps:
    steps: list[str | int] = []
    while trail is not None:
        step, trail = trail
        steps.append(step)
    return tuple(reversed(steps))


def see_wide(out: Outline, message: int, part: Steps, value: object) -> None:
    """Write down the texts below a value that hold characters outside ASCII."""
    if type(value) is str:
        if not value.isascii():
            out.wide.append((message, part, value))
    elif isinstance(value, dict | list) and value and not _narrow(value):
        out.wide += ((message, steps, text) for steps, text in wide_strings(value, part))


def _narrow(value: dict[Any, Any] | list[Any]) -> bool:
    """Tell, for the usual flat arguments, that nothing in them is wide."""
    if type(value) is not dict:
        return False
    for key, child in value.items():
        if type(child) is str:
            if not child.isascii():
                return False
        elif type(child) is dict or type(child) is list:
            return False
        if type(key) is str and not key.isascii():
            return False
    return True


def type_of(value: object) -> str:
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
    """Return a flag as lenient servers read it (1, "yes", "off", ...), or None for no flag."""
    if isinstance(value, bool | int | float):
        return bool(value) if value in (0, 1) else None
    return _WORDS_FOR.get(value.lower()) if isinstance(value, str) else None


def type_words(value: object) -> Mapping[str, str]:
    """Return a value's type for sentences: `type`, `a_type` with its article, `python` as Python has it."""
    return _type_words(type(value).__name__, type_of(value))


@lru_cache(100)
def _type_words(python: str, kind: str) -> Mapping[str, str]:
    article = "" if kind == "null" else "an " if kind[0] in "aeiou" else "a "
    return {"type": kind, "a_type": article + kind, "python": python}
