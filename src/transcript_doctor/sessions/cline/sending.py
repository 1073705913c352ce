"""What Cline and Roo Code send for a message of their file: mostly its very parts, a few rewritten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.sessions.shared.chat import said

_KEYS = {
    "text": ("type", "text", "citations", "cache_control"),
    "tool_use": ("type", "id", "name", "input", "caller", "cache_control"),
    "tool_result": ("type", "tool_use_id", "content", "is_error", "cache_control"),
    "thinking": ("type", "thinking", "signature"),
    "redacted_thinking": ("type", "data"),
}
"""The keys that are sent of a part; those of other parts are left as they are."""
_SENT = (*_KEYS, "image", "document")
_IN_RESULT = ("text", "image", "document")


def sent(message: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a message as it is sent, or None where nothing of it is."""
    role, content = message.get("role"), message.get("content")
    if not isinstance(content, list):
        return {"role": role, "content": content}
    parts = [made for part in content if (made := part_sent(part)) is not None]
    return {"role": role, "content": parts} if parts or not content else None


def part_sent(part: Any) -> Any:
    """Return a part as it is sent; None for one that the agent leaves out."""
    kind = part.get("type") if isinstance(part, dict) else None
    if not isinstance(kind, str):
        return part
    if kind == "file":
        return {"type": "text", "text": part.get("content")}
    if kind not in _SENT or (kind == "thinking" and not part.get("signature")):
        return None
    if kind == "image":
        return _image(part)
    part = _without_own_keys(part, kind)
    content = part.get("content")
    if kind != "tool_result" or content is None or isinstance(content, str):
        return part
    if isinstance(content, list) and all(map(_is_plain, content)):
        return part
    made = [_inner(one) for one in content] if isinstance(content, list) else said(content)
    return {**part, "content": made}


def _without_own_keys(part: dict[str, Any], kind: str) -> dict[str, Any]:
    known = _KEYS.get(kind)
    if known is None or all(key in known for key in part):
        return part
    return {key: value for key, value in part.items() if key in known}


def _is_plain(inner: Any) -> bool:
    kind = inner.get("type") if isinstance(inner, dict) else None
    return kind in _IN_RESULT and not (kind == "image" and "data" in inner)


def _inner(inner: Any) -> Any:
    """Return what stands in a result as it is sent: whatever has no type of its own becomes a text."""
    if _is_plain(inner):
        return inner
    if isinstance(inner, dict) and inner.get("type") == "image":
        return _image(inner)
    if isinstance(inner, dict) and inner.get("type") == "file":
        return {"type": "text", "text": inner.get("content")}
    return {"type": "text", "text": said(inner)}


def _image(part: dict[str, Any]) -> dict[str, Any]:
    """Return an image as it is sent; the newer files hold its data without a source around it."""
    if "source" in part or "data" not in part:
        return part
    source = {"type": "base64", "media_type": part.get("mediaType"), "data": part["data"]}
    return {"type": "image", "source": source}
