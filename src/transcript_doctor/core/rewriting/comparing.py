"""What was changed between two values, as edits of the first: whatever both share is not looked into."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

from transcript_doctor.core.edit import Edit
from transcript_doctor.place import Steps

_AHEAD = 64
"""So many elements are looked at to find the one that was changed."""


def differences(old: Any, new: Any, at: Steps = ()) -> Iterator[Edit]:
    """Yield the edits that make one value of another; their places begin with `at`.

    A repair copies only the containers on the way to a change, so that equal objects are mostly the
    very same ones.
    """
    if old is new or (type(old) is type(new) and not isinstance(old, dict | list) and old == new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old:
            if key not in new:
                yield Edit("drop", (*at, key))
        for key, value in new.items():
            if key not in old:
                yield Edit("put", (*at, key), value)
            else:
                yield from differences(old[key], value, (*at, key))
    elif isinstance(old, list) and isinstance(new, list):
        yield from _of_lists(old, new, at)
    else:
        yield Edit("put", at, new)


def _of_lists(old: Sequence[Any], new: Sequence[Any], at: Steps) -> Iterator[Edit]:
    here = 0
    for source, value in paired(old, new):
        if source is None:
            yield Edit("insert", (*at, here), value)
            continue
        for gone in range(here, source):
            yield Edit("drop", (*at, gone))
        yield from differences(old[source], value, (*at, source))
        here = source + 1
    for gone in range(here, len(old)):
        yield Edit("drop", (*at, gone))


def paired(old: Sequence[Any], new: Sequence[Any]) -> list[tuple[int | None, Any]]:
    """Return each new element with the old one that it was, or None; the old ones in rising order."""
    spots: dict[int, list[int]] = {}
    for i in reversed(range(len(old))):
        spots.setdefault(id(old[i]), []).append(i)
    found: list[int | None] = [row.pop() if (row := spots.get(id(v))) else None for v in new]
    kept = longest_rising([i for i in found if i is not None])
    found = [i if i in kept else None for i in found]
    bounds, bound = [0] * len(new), len(old)
    for k in range(len(new) - 1, -1, -1):
        bounds[k] = bound
        bound = bound if found[k] is None else found[k] or 0
    last = -1
    for k, value in enumerate(new):
        if found[k] is None:
            looked = range(last + 1, min(bounds[k], last + 1 + _AHEAD))
            found[k] = next((i for i in looked if alike(old[i], value)), None)
        last = last if found[k] is None else found[k] or 0
    return list(zip(found, new, strict=True))


def alike(old: Any, new: Any) -> bool:
    """Tell whether a value may be what became of another: of the same kind, and saying the same of itself."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return type(old) is type(new)
    marks = (
        "type",
        "role",
        "id",
        "tool_use_id",
        "tool_call_id",
        "call_id",
        "toolCallId",
        "name",
        "text",
    )
    same = [old.get(mark) == new.get(mark) for mark in marks if mark in old or mark in new]
    return all(same[:1]) and 2 * sum(same) >= len(same)


def longest_rising(numbers: Sequence[int]) -> set[int]:
    """Return the most of some distinct numbers that stand in rising order."""
    tails: list[int] = []
    ends: list[int] = []
    back: list[int] = []
    for k, number in enumerate(numbers):
        place = bisect_left(tails, number)
        tails[place : place + 1] = [number]
        ends[place : place + 1] = [k]
        back.append(ends[place - 1] if place else -1)
    found: set[int] = set()
    k = ends[-1] if ends else -1
    while k >= 0:
        found.add(numbers[k])
        k = back[k]
    return found
