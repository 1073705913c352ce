"""Where something stands in a transcript: one way to say it, print it and sort by it."""

from __future__ import annotations

import re
from typing import TypeAlias

Steps: TypeAlias = tuple[str | int, ...]
"""Keys and indices below some node, such as `("content", 0)` below a message."""

_PLAIN_KEY = re.compile(r"[A-Za-z_$][A-Za-z0-9_$-]*")
_LONGEST_KEY = 100
"""Characters of one key that are printed."""


class Place(tuple[str | int, ...]):
    """Keys and indices that lead from the request to the spot, such as `("messages", 3, "content", 0)`."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the place as people write it: `messages[3].content[0]`; long keys are cut."""
        words: list[str] = []
        for step in self:
            if type(step) is int:
                words.append(f"[{step}]")
                continue
            key = str(step)
            if len(key) > _LONGEST_KEY:
                key = f"{key[: _LONGEST_KEY - 1]}…"
            if (key.isascii() and key.isalpha()) or _PLAIN_KEY.fullmatch(key):
                words.append(f".{key}" if words else key)
            else:
                words.append(f"[{key!r}]")
        return "".join(words)

    @property
    def sort_key(self) -> tuple[tuple[int, int, str], ...]:
        """A key that sorts places in reading order, also where keys and indices meet."""
        return tuple((0, s, "") if isinstance(s, int) else (1, 0, s) for s in self)
