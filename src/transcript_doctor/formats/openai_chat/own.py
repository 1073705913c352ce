"""What is OpenAI's own in a chat message, and unknown to a target that lists the part types it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.core.composer import Desk
from transcript_doctor.formats.openai_chat.writing import part_types
from transcript_doctor.place import Steps

_MARKS = ("cache_control", "prompt_cache_breakpoint")
"""Keys of a part that tell a cache where it may begin."""


def odd(message: Any, index: int, desk: Desk) -> Iterator[Steps]:
    """Yield the places of spoken answers, files in OpenAI's form, and cache markers, where that is so."""
    if part_types(desk) is None or not isinstance(message, dict):
        return
    if message.get("audio") is not None:
        yield index, "audio"
    content = message.get("content")
    for j, part in enumerate(content if isinstance(content, list) else ()):
        if not isinstance(part, dict):
            continue
        if part.get("type") == "file" and isinstance(part.get("file"), dict):
            yield index, "content", j
        for key in _MARKS:
            if part.get(key) is not None:
                yield index, "content", j, key
