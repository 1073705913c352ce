"""What single nodes show: whether two are alike, and what is wrong with a call's arguments."""

from __future__ import annotations

import json
import re

from transcript_doctor.core.glance import looks_whole
from transcript_doctor.core.outline import Call

_GLUED = re.compile(r"\}\s*\{")


def alike(one: object, other: object) -> bool:
    """Tell whether two nodes are word for word the same; not where they are too deep to be compared."""
    try:
        return bool(one == other)
    except RecursionError:
        return False


def fault_of(call: Call) -> str | None:
    """Return what is wrong with a call's arguments: empty, cut, glued (of two calls) or broken; else None."""
    text = call.arguments
    if type(text) is not str or call.kind.startswith("custom"):
        return None
    if not text.strip():
        return "empty"
    try:
        # As floats, numbers of any length are read without Python's limit on digits.
        return None if type(json.loads(text, parse_int=float)) is dict else "broken"
    except (ValueError, RecursionError):
        if _GLUED.search(text):
            return "glued"
        return "broken" if looks_whole([text]) else "cut"
