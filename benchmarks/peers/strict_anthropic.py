"""A strict reading of Anthropic message lists, for judging what repairers give back.

Like `strict_chat`, it shares nothing with this project's check. Neighbours of one role are joined first,
as the endpoint does; of what models alone refuse (thinking, prefills) it says nothing, and a list may begin
with the assistant, as it may since 2024.
"""

from __future__ import annotations

import re
from typing import Any

_ID = re.compile(r"[a-zA-Z0-9_-]+")
_KINDS = {
    "user": {"text", "image", "document", "tool_result", "search_result"},
    "assistant": {"text", "tool_use", "thinking", "redacted_thinking"},
}
_HOSTED = re.compile(r"server_tool_use|.+_tool_result|mcp_tool_use|container_upload|compaction")


def objection(messages: list[Any]) -> str | None:
    """Return what the endpoint would say against a list, or None where it takes it."""
    if not messages:
        return "no messages"
    turns: list[tuple[str, list[dict[str, Any]]]] = []
    for i, message in enumerate(messages):
        said, blocks = _blocks(message, last=i == len(messages) - 1)
        if said is not None:
            return f"messages[{i}]: {said}"
        if turns and turns[-1][0] == message["role"]:
            turns[-1][1].extend(blocks)
        else:
            turns.append((message["role"], [*blocks]))
    return _pairs(turns)


def _pairs(turns: list[tuple[str, list[dict[str, Any]]]]) -> str | None:
    open_: list[str] = []
    seen: set[str] = set()
    for role, blocks in turns:
        led = 0
        while led < len(blocks) and blocks[led]["type"] == "tool_result":
            led += 1
        if role == "user":
            lead = [block.get("tool_use_id") for block in blocks[:led]]
            later = [block for block in blocks[led:] if block["type"] == "tool_result"]
            if later or len(set(map(str, lead))) < len(lead):
                return "a result behind other content, or twice"
            if {*lead} != {*open_}:
                return "calls and results of neighbouring turns do not match"
        open_ = [block["id"] for block in blocks if block["type"] == "tool_use"]
        if len({*open_}) < len(open_) or not seen.isdisjoint(open_):
            return "two calls with one id"
        seen.update(open_)
    return "a call without a result at the end" if open_ else None


def _blocks(message: Any, *, last: bool) -> tuple[str | None, list[dict[str, Any]]]:
    if not isinstance(message, dict) or message.get("role") not in _KINDS:
        return "no message with a known role", []
    content = message.get("content")
    if isinstance(content, str):
        content = [{"type": "text", "text": content}] if content else []
    if not isinstance(content, list):
        return "content that is neither a text nor blocks", []
    if not content and not (last and message["role"] == "assistant"):
        return "no content", []
    for block in content:
        said = _block(block, message["role"])
        if said is not None:
            return said, []
    return None, content


def _block(block: Any, role: str) -> str | None:
    kind = block.get("type") if isinstance(block, dict) else None
    if not isinstance(kind, str) or not (kind in _KINDS[role] or _HOSTED.fullmatch(kind)):
        return "a block that does not belong there"
    if kind == "text" and not (isinstance(block.get("text"), str) and block["text"].strip()):
        return "a text without words"
    if kind == "tool_use":
        ident = block.get("id")
        if not isinstance(ident, str) or not _ID.fullmatch(ident):
            return "a call without a proper id"
        if not isinstance(block.get("name"), str) or not isinstance(block.get("input"), dict):
            return "a call without a name or an object of arguments"
    if kind == "tool_result" and not isinstance(block.get("tool_use_id"), str):
        return "a result without the id of its call"
    return None
