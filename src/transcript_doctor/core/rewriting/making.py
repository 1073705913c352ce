"""What a new record needs of its neighbours: a time between theirs, an id that no other has."""

from __future__ import annotations

import json
from collections.abc import Container
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import Any
from uuid import UUID

_STEP = timedelta(milliseconds=1)
_LAST = datetime.max.replace(tzinfo=UTC) - timedelta(days=2)
"""Behind it a later time may be none that can be written."""

_TRIES = 8
"""So many ids of one length are tried."""


def time_between(behind: Any, ahead: Any) -> Any:
    """Return a time right behind one of two neighbours, in its own spelling, and not behind the other.

    A neighbour that is none, or has no time that can be read, is passed over.
    """
    if isinstance(behind, str) and (read := _read(behind)) is not None:
        limit = _read(ahead) if isinstance(ahead, str) else None
        is_after = read > _LAST or (limit is not None and read + _STEP > limit)
        return behind if is_after else _written(read + _STEP, behind)
    if isinstance(behind, int | float) and not isinstance(behind, bool):
        step = 1 if isinstance(behind, int) else 0.001
        is_after = isinstance(ahead, int | float) and behind + step > ahead
        return behind if is_after else type(behind)(behind + step)
    return behind if behind is not None else ahead


def _read(time: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(time)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def _written(time: datetime, like: str) -> str:
    digits = len(like.partition(".")[2].rstrip("Zz+:-").partition("+")[0])
    text = time.isoformat(timespec="microseconds" if digits > 3 else "milliseconds")
    return text.replace("+00:00", "Z") if like[-1:] in "Zz" else text


def new_id(taken: Container[str], length: int | None, *about: Any) -> str:
    """Return an id that is not taken: so many hexadecimal digits, or a UUID.

    It follows from what it is about, so that the same edit done again gives the same file. Where the
    short ones are taken it is longer.
    """
    for number in count():
        text = json.dumps([number, *about], default=str, skipkeys=True)
        digest = sha256(text.encode("utf-8", "surrogatepass")).digest()
        made = str(UUID(bytes=digest[:16], version=4))
        if length is not None:
            made = digest.hex()[: length + number // _TRIES]
        if made not in taken:
            break
    return made
