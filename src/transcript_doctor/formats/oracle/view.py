"""An oracle's messages as people see them, and by what the format is recognised."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.format import Part
from transcript_doctor.place import Steps


def parts(message: Any) -> list[Part]:
    """Return the parts of one message as people see them."""
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return [Part("text", content, ("content",), content)]
    found = content if isinstance(content, list) else []
    return [_part(part, ("content", j)) for j, part in enumerate(found)]


def _part(part: Any, place: Steps) -> Part:
    kind = part.get("contentType") if isinstance(part, dict) else None
    if kind == "text":
        return Part("text", part.get("value"), place, part)
    if kind == "image_url":
        return Part("media", "image", place, part)
    return Part("other", kind, place, part)


def why(messages: list[Any]) -> str | None:
    """Recognise parts that name their type in `contentType`."""
    for i, message in enumerate(messages):
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else ():
            if isinstance(part, dict) and "contentType" in part:
                return f"messages[{i}] holds a part with the key 'contentType'"
    return None
