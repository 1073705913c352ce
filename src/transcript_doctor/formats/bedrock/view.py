"""Converse messages as people see them, and by what the format is recognised."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.format import Part
from transcript_doctor.core.wording import a_part
from transcript_doctor.formats.bedrock.keys import BLOCKS, MEDIA
from transcript_doctor.place import Steps


def parts(message: Any) -> list[Part]:
    """Return the parts of one message as people see them."""
    content = message.get("content") if isinstance(message, dict) else message
    if isinstance(content, str):
        return [Part("text", content, ("content",), content)]
    blocks = content if isinstance(content, list) else []
    return [_shown(block, ("content", j)) for j, block in enumerate(blocks)]


def _shown(block: Any, place: Steps) -> Part:
    kind = next((key for key in block if key in BLOCKS), None) if isinstance(block, dict) else None
    value = block[kind] if kind is not None else None
    if kind == "text":
        return Part("text", value, place, block)
    if kind in MEDIA:
        return Part("media", kind, place, block)
    if not isinstance(value, dict):
        return Part("other", kind, place, block)
    ident = value.get("toolUseId")
    if kind == "toolUse":
        return Part("call", value.get("input"), place, block, ident, value.get("name"))
    if kind == "toolResult":
        failed = value.get("status") == "error"
        return Part("result", value.get("content"), place, block, ident, None, failed)
    if kind == "reasoningContent":
        words = value.get("reasoningText")
        said = words.get("text") if isinstance(words, dict) else None
        return Part("reasoning", said, place, block)
    if kind in ("citationsContent", "guardContent"):
        said = value.get("content") if kind == "citationsContent" else value.get("text")
        return Part("text", said, place, block)
    return Part("other", kind, place, block)


def why(messages: list[Any]) -> str | None:
    """Recognise blocks that have no type and one of this format's keys."""
    for i, message in enumerate(messages):
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and "type" not in block:
                key = next((key for key in block if key in BLOCKS), None)
                if key is not None:
                    return f"messages[{i}] holds {a_part(key)} block without a type"
    return None
