"""What a result says that is quoted: its texts, and the media that can stand beside a quotation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from transcript_doctor.core.content import LABELS, NO_WORDS, json_text

IsMedia = Callable[[dict[str, Any]], bool]


def texts_in(content: Any, is_media: IsMedia) -> str:
    """Return what the content of a result says as text; parts that nobody knows are written as JSON."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return "" if content in _NOTHING else json_text(content) or ""
    said: list[str] = []
    for part in content:
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            said.append(with_rest(part["text"], part, ("text",)))
        elif not (isinstance(part, dict) and is_media(part)):
            said.append(part if isinstance(part, str) else json_text(part) or "")
    return "\n".join(said)


def with_rest(said: str, node: Mapping[str, Any], known: Collection[str]) -> str:
    """Return what a result says with all else that its node holds, as JSON on a line of its own.

    `known` are the keys that are said already, or that need no word.
    """
    rest = {
        key: value
        for key, value in node.items()
        if key not in NO_WORDS and key not in LABELS and key not in known and value not in _NOTHING
    }
    return "\n".join(filter(None, (said, json_text(rest) if rest else "")))


_NOTHING: tuple[Any, ...] = (None, "", [], {})


def media_in(content: Any, is_media: IsMedia) -> list[Any]:
    """Return the media in the content of a result, the very nodes."""
    parts = content if isinstance(content, list) else []
    return [part for part in parts if isinstance(part, dict) and is_media(part)]
