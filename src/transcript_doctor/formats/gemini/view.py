"""Gemini contents as people see them, and by what the format is recognised."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.format import Part
from transcript_doctor.core.walk import MISSING
from transcript_doctor.formats.gemini.keys import DATA, HOSTED, either
from transcript_doctor.place import Steps


def parts(message: Any) -> list[Part]:
    """Return the parts of one content as people see them."""
    if isinstance(message, str):
        return [Part("text", message, (), message)]
    found = message.get("parts") if isinstance(message, dict) else None
    if isinstance(found, list):
        return [_shown(part, ("parts", j)) for j, part in enumerate(found)]
    if found:
        return [_shown(found, ("parts",))]
    whole = isinstance(message, dict) and not message.keys().isdisjoint(DATA)
    return [_shown(message, ())] if whole else []


def _shown(part: Any, place: Steps) -> Part:
    if isinstance(part, str):
        return Part("text", part, place, part)
    keys = [k for k, v in part.items() if v is not None and k in DATA] if type(part) is dict else []
    key = keys[0] if keys else ""
    kind, node = DATA.get(key), part[key] if keys else None
    if kind == "text":
        return Part("reasoning" if part.get("thought") else "text", node, place, part)
    if kind in ("inlineData", "fileData"):
        label = either(node, "mimeType", "mime_type") if isinstance(node, dict) else MISSING
        return Part("media", label if isinstance(label, str) else kind, place, part)
    if not isinstance(node, dict):
        return Part("other", kind, place, part)
    ident, name = node.get("id"), node.get("name") or HOSTED.get(kind or "")
    if kind in ("functionCall", "executableCode", "toolCall"):
        said = node.get("code") if kind == "executableCode" else node.get("args")
        return Part("call", said, place, part, ident, name)
    answer = node.get("output") if kind == "codeExecutionResult" else node.get("response")
    failed = isinstance(answer, dict) and "error" in answer
    return Part("result", answer, place, part, ident, name, failed)


def why(messages: list[Any]) -> str | None:
    """Recognise contents: parts without a type, or the role `model`."""
    for i, message in enumerate(messages):
        found = message.get("parts") if isinstance(message, dict) else None
        if found is None:
            continue
        if message.get("role") == "model":
            return f"contents[{i}] has the role `model` and parts"
        for part in found if isinstance(found, list) else [found]:
            if isinstance(part, dict) and "type" not in part and not part.keys().isdisjoint(DATA):
                return f"contents[{i}] holds parts of this format"
    return None
