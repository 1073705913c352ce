"""How OpenAI chat messages are written: each result is a message of role tool."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.saying import media_in, texts_in, with_rest
from transcript_doctor.core.verbs import Verbs
from transcript_doctor.formats.openai_chat.keys import MEDIA_TYPES
from transcript_doctor.place import Steps


def _say(speaker: str, text: str) -> Any:
    return {"role": speaker, "content": text}


def _text(text: str) -> Any:
    return {"type": "text", "text": text}


def _part_of(message: Any, text: str) -> Any:
    return _text(text)


def _answer(call: Call, text: str, failed: bool) -> Any:
    if call.kind == "legacy":
        return {"role": "function", "name": call.name, "content": text}
    return {"role": "tool", "tool_call_id": call.id, "content": text}


def _said(node: Any) -> str:
    return with_rest(texts_in(node.get("content"), _is_media), node, _KNOWN)


_KNOWN = frozenset({"content", "name"})


def _attached(node: Any) -> list[Any]:
    return media_in(node.get("content") if isinstance(node, dict) else None, _is_media)


def _is_media(part: dict[str, Any]) -> bool:
    kind = part.get("type")
    return isinstance(kind, str) and kind in MEDIA_TYPES


def _id_at(row: Call | Result) -> Steps:
    return (*row.part, "id") if isinstance(row, Call) else ("tool_call_id",)


def _name_at(row: Call | Result) -> Steps:
    if isinstance(row, Result):
        return ("name",)
    if row.kind == "legacy":
        return (*row.part, "name")
    return (*row.part, "custom" if row.kind == "custom" else "function", "name")


def _speak(parts: list[Any]) -> Any:
    return {"role": "user", "content": parts}


def _modern(message: Any, ident: str) -> Any:
    """Write the old `function_call`, or its result, as one of today with an id."""
    made = {key: value for key, value in message.items() if key not in ("function_call", "name")}
    if message.get("role") == "function":
        return {**made, "role": "tool", "tool_call_id": ident}
    if "name" in message:
        made["name"] = message["name"]
    call = {"id": ident, "type": "function", "function": message.get("function_call")}
    calls = message.get("tool_calls")
    return {**made, "tool_calls": [*(calls if isinstance(calls, list) else []), call]}


def _filled(node: Any, parts: list[Any]) -> Any:
    return {**node, "content": parts} if node["role"] == "tool" else None


VERBS = Verbs(
    _say,
    _text,
    _part_of,
    _answer,
    _said,
    "content",
    None,
    _id_at,
    _name_at,
    _attached,
    _filled,
    _speak,
    _modern,
)
