"""Texts that grow: their pieces are kept apart until the end, for adding to a text costs all of it anew."""

from __future__ import annotations

from typing import Any


class Growing:
    """A text of which pieces have come so far."""

    __slots__ = ("pieces",)

    def __init__(self, *pieces: str) -> None:
        self.pieces = list(pieces)

    def __bool__(self) -> bool:
        return any(self.pieces)


def grown(old: Any, value: Any) -> Any:
    """Return what a value has grown to by another: texts go on, anything else takes the place of the old."""
    if isinstance(value, str) and isinstance(old, Growing):
        old.pieces.append(value)
        return old
    if isinstance(value, str) and isinstance(old, str):
        return Growing(old, value)
    return _own(value)


def whole(value: Any) -> Any:
    """Return a value whose texts have grown as far as they do."""
    if isinstance(value, Growing):
        return "".join(value.pieces)
    if isinstance(value, dict):
        return {key: whole(child) for key, child in value.items()}
    return [whole(child) for child in value] if isinstance(value, list) else value


def _own(value: Any) -> Any:
    """Return a value whose containers are nobody else's: they are going to grow."""
    if isinstance(value, dict):
        return {key: _own(child) for key, child in value.items()}
    return [_own(child) for child in value] if isinstance(value, list) else value
