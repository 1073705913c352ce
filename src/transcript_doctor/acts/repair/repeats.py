"""Messages that stood there twice: what calls or answers has its ids, so the same again is no other thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from transcript_doctor.core.content import json_text


def repeats(before: Sequence[Any], origins: Sequence[int | None]) -> Iterator[tuple[int, bool]]:
    """Yield the indices of messages that are gone and that another one repeats.

    `origins` holds, for each message that is there now, its index before, or None for a new one. With the
    index comes whether the other one is still there, whatever was changed in it; else both are gone, and the
    first is not among those yielded.
    """
    kept = {then for then in origins if then is not None}
    gone = [i for i in range(len(before)) if i not in kept]
    there = {json_text(before[i]) for i in kept} if gone else set()
    met: set[str | None] = set()
    for i in gone:
        text = json_text(before[i])
        if text in there or text in met:
            yield i, text in there
        met.add(text)
