"""What the columns of a text that was written with indents say of its containers."""

from __future__ import annotations

from math import gcd

from transcript_doctor.jsontext.salvage.tree import NONE, Frame

_NEAR = 200
"""So many of the innermost containers are asked which of them a bracket closes."""


def closed_by(frames: list[Frame], kind: type, column: int | None, *, last: bool) -> int | None:
    """Return the index of the frame that a closing bracket belongs to, or None where it is too much.

    `column` is that of a bracket that begins its line, `last` says that nothing stands behind it.
    """
    near = range(max(0, len(frames) - _NEAR), len(frames))
    if column is not None and any(frames[at].column != column for at in near):
        if type(frames[-1].value) is kind and _is_shifted(frames, column):
            return len(frames) - 1
        for at in reversed(near):
            if frames[at].column == column and type(frames[at].value) is kind:
                return at
        if column % (gcd(*(frames[at].column for at in near)) or 1) == 0:
            return None
    if frames and type(frames[-1].value) is kind:
        return len(frames) - 1
    for at in reversed(near):
        if type(frames[at].value) is kind and (at or last):
            return at
    return None


def _is_shifted(frames: list[Frame], column: int) -> bool:
    """Tell whether the innermost container stands out of line, and its bracket in line."""
    outer = frames[-1 - _NEAR : -1]
    step = gcd(*(frame.column for frame in outer))
    if step < 2 or frames[-1].column % step == 0 or column % step:
        return False
    return outer[-1].column <= column


def is_neighbour(frames: list[Frame], char: str) -> bool:
    """Tell whether an object begins where the innermost should have been closed; else it lost its key."""
    top, in_list = frames[-1], len(frames) > 1 and type(frames[-2].value) is list
    return char == "{" and in_list and not (top.comma or top.torn) and top.key is NONE


def is_left(frames: list[Frame], column: int) -> bool:
    """Tell whether the text before a colon stands no further right than the list that it is in."""
    top = frames[-1]
    if not frames[:-1] or type(frames[-2].value) is not dict or not top.value:
        return False
    return type(top.value[-1]) is str and 0 < column <= top.column
