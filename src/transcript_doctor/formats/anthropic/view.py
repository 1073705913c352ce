"""Anthropic messages as people see them, and by what the format is recognised."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.format import Part
from transcript_doctor.formats.anthropic.keys import BLOCK_KEYS, HOSTED
from transcript_doctor.place import Steps


def parts(message: Any) -> list[Part]:
    """Return the parts of one message as people see them."""
    content = message.get("content") if isinstance(message, dict) else message
    if isinstance(content, str):
        return [Part("text", content, None, None, False, ("content",), content)]
    blocks = content if isinstance(content, list) else []
    return [_part(block, ("content", j)) for j, block in enumerate(blocks)]


def _part(block: Any, place: Steps) -> Part:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "text":
        return Part("text", block.get("text"), None, None, False, place, block)
    if kind in ("tool_use", *HOSTED):
        return Part(
            "call", block.get("input"), block.get("id"), block.get("name"), False, place, block
        )
    if isinstance(kind, str) and kind.endswith("tool_result"):
        failed = block.get("is_error") is True
        return Part(
            "result", block.get("content"), block.get("tool_use_id"), None, failed, place, block
        )
    if kind in ("thinking", "redacted_thinking"):
        return Part("reasoning", block.get("thinking"), None, None, False, place, block)
    if kind in ("image", "document"):
        return Part("media", kind, None, None, False, place, block)
    return Part("other", kind, None, None, False, place, block)


def why(messages: list[Any]) -> str | None:
    """Recognise blocks that only this format has; plain texts are shared by several."""
    for i, message in enumerate(messages):
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and _is_own(block):
                return f"messages[{i}] holds a `{block['type']}` block"
    return None


def _is_own(block: dict[str, Any]) -> bool:
    kind = block.get("type")
    if not isinstance(kind, str) or kind not in BLOCK_KEYS or kind == "text":
        return False
    if kind in ("image", "document"):
        return "source" in block
    # Other formats have parts of this name, but none that is signed.
    return kind != "thinking" or "signature" in block
