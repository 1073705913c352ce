"""JSON as other languages read it: without NaN, Infinity, and numbers that no float can hold.

What is read here may go out again, and would go out as no JSON.
"""

from __future__ import annotations

import json
import math
from typing import Any


def strict_json(text: str) -> Any:
    """Return the value of a text; raises ValueError, or RecursionError where it is nested too deeply."""
    return _DECODER.decode(text)


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def _number(word: str) -> float:
    value = float(word)
    if value in (math.inf, -math.inf):
        raise ValueError(f"{word:.40} is out of range")
    return value


_DECODER = json.JSONDecoder(parse_constant=_no_number, parse_float=_number)
