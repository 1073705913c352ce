"""Where in a JSON text the children of a list or an object stand; whatever is in them is skipped."""

from __future__ import annotations

import re
from json import JSONDecoder
from typing import NamedTuple

_DECODER = JSONDecoder(strict=False)
_SPACE = re.compile(r"[ \t\r\n\ufeff]*+")


class Child(NamedTuple):
    """An element, or a member with its key: where it begins, its value, and its end."""

    key: str | None
    start: int
    colon: int
    value: int
    end: int


class Pieces(NamedTuple):
    """A list or an object in a text: its children, and where it closes."""

    children: list[Child]
    close: int


def pieces_at(text: str, at: int) -> Pieces:
    """Return the children of the list or object that begins at a place."""
    closing = "}" if text[at] == "{" else "]"
    named = text[at] == "{"
    found: list[Child] = []
    at = skip(text, at + 1)
    while text[at] != closing:
        start, key, colon = at, None, at
        if named:
            key, at = _DECODER.raw_decode(text, at)
            colon = skip(text, at)
            at = skip(text, colon + 1)
        value = at
        at = end_of(text, at)
        found.append(Child(key, start, colon, value, at))
        at = skip(text, at)
        if text[at] == ",":
            at = skip(text, at + 1)
    return Pieces(found, at)


def end_of(text: str, at: int) -> int:
    """Return where the value ends that begins at an index; raises ValueError where none does."""
    return _DECODER.raw_decode(text, at)[1]


def skip(text: str, at: int) -> int:
    """Return the index of the next character that is not blank."""
    found = _SPACE.match(text, at)
    return found.end() if found else at
