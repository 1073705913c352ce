"""The two spellings of pi's keys, and the words for how a turn stopped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.walk import MISSING

STOP_REASONS = frozenset({"stop", "length", "toolUse", "error", "aborted"})
FAILED = frozenset({"error", "aborted"})


def either(message: Mapping[str, Any], snake: str, camel: str) -> tuple[Any, str]:
    """Return a value and its key, under the snake_case or the camelCase spelling."""
    key = camel if camel in message and snake not in message else snake
    return message.get(key, MISSING), key
