"""Anthropic messages as people see them, and by what the format is recognised."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.format import Part
from transcript_doctor.core.wording import a_part
from transcript_doctor.formats.anthropic.keys import BLOCK_KEYS, HOSTED
from transcript_doctor.place import Steps


def parts(message: Any) -> list[Part]:
    """Return the parts of one message as people see them."""
    content = message.get("content") if isinstance(message, dict) else message
    if isinstance(content, str):
        return [Part("text", content, ("content",), content)]
    blocks = content if isinstance(content, list) else []
    return [_part(block, ("content", j)) for j, block in enumerate(blocks)]


def _part(block: Any, place: Steps) -> Part:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "text":
        return Part("text", block.get("text"), place, block)
    if kind in ("tool_use", *HOSTED):
        return Part("call", block.get("input"), place, block, block.get("id"), block.get("name"))
    if isinstance(kind, str) and kind.endswith("tool_result"):
        failed = block.get("is_error") is True
        return Part(
            "result", block.get("content"), place, block, block.get("tool_use_id"), None, failed
        )
    if kind in ("thinking", "redacted_thinking"):
        return Part("reasoning", block.get("thinking"), place, block)
    if kind in ("image", "document"):
        return Part("media", kind, place, block)
    return Part("other", kind, place, block)


def why(messages: list[Any]) -> str | None:
    """Recognise blocks that only this format has; plain texts are shared by several."""
    for i, message in enumerate(messages):
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and _is_own(block):
                return f"messages[{i}] holds {a_part(block['type'])} block"
    return None


def _is_own(block: dict[str, Any]) -> bool:
    kind = block.get("type")
    if not isinstance(kind, str) or kind not in BLOCK_KEYS or kind == "text":
        return False
    if kind in ("image", "document"):
        return "source" in block
    # Other formats have parts of this name, but none that is signed.
    return kind != "thinking" or "signature" in block
