"""Responses items as people see them, and by what the format is recognised."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.format import Part
from transcript_doctor.formats.openai_responses.items import (
    CLIENT_SEARCH,
    INPUT_PARTS,
    MEDIA_KINDS,
    OUTPUT_PARTS,
    SORTS,
    TEXT_KEYS,
    Sort,
)
from transcript_doctor.place import Steps


def parts(message: Any) -> list[Part]:
    """Return the parts of one item; every item but a message is one part."""
    if not isinstance(message, dict):
        return [Part("other", None, (), message)]
    kind = message.get("type")
    if (kind is None and ("role" in message or "content" in message)) or kind == "message":
        return _content(message.get("content"))
    sort = SORTS.get(kind) if isinstance(kind, str) else None
    if sort is not None and message.get("execution") == "client":
        sort = CLIENT_SEARCH.get(str(kind), sort)
    if sort is None or sort.how in ("other", "hosted", "hosted-result"):
        own = message.get("id")
        return [Part("other", kind, (), message, own, message.get("name"))]
    return [_item(message, sort)]


def _item(item: dict[str, Any], sort: Sort) -> Part:
    said = item.get(sort.payload) if sort.payload else None
    if sort.how == "reasoning":
        said = _words(item.get("summary")) or _words(item.get("content")) or None
        return Part("reasoning", said, (), item, item.get("id"))
    name = item.get("name")
    if sort.how == "call":
        word = name if name is not None else sort.tool.replace(" ", "_")
        return Part("call", said, (), item, item.get("call_id"), word)
    if said is None and not sort.payload:
        said = item.get("output")
    failed = item.get("status") in ("failed", "incomplete")
    ident = item.get("call_id")
    return Part("result", said, (), item, ident, name, failed)


def _words(value: object) -> str:
    texts = [p.get("text") for p in value if isinstance(p, dict)] if isinstance(value, list) else []
    return "\n".join(text for text in texts if isinstance(text, str))


def _content(content: object) -> list[Part]:
    if isinstance(content, str):
        return [Part("text", content, ("content",), content)] if content else []
    if not isinstance(content, list):
        return []
    return [_part(part, ("content", j)) for j, part in enumerate(content)]


def _part(part: Any, place: Steps) -> Part:
    kind = part.get("type") if isinstance(part, dict) else None
    word = kind if isinstance(kind, str) else ""
    if word in TEXT_KEYS:
        return Part("text", part.get(TEXT_KEYS[word]), place, part)
    if word in MEDIA_KINDS:
        return Part("media", MEDIA_KINDS[word], place, part)
    return Part("other", kind, place, part)


_COMMON_WORDS = frozenset({"reasoning", "program", "compaction"})
"""Types that lists of other formats may use in their own way."""
_OWN_PARTS = (INPUT_PARTS | OUTPUT_PARTS) - {"input_audio", "refusal"}


def why(messages: list[Any]) -> str | None:
    """Recognise item types, and parts that only this format has."""
    for i, item in enumerate(messages):
        if not isinstance(item, dict):
            continue
        kind = item.get("type")
        if isinstance(kind, str) and kind in SORTS and kind not in _COMMON_WORDS:
            return f"input[{i}] is an item of type {kind!r}"
        content = item.get("content")
        if kind == "message" and "role" in item and isinstance(content, str):
            return f"input[{i}] is an item of type 'message'"
        for part in content if isinstance(content, list) else ():
            word = part.get("type") if isinstance(part, dict) else None
            if isinstance(word, str) and word in _OWN_PARTS:
                return f"input[{i}] holds a part of type {word!r}"
    return None
