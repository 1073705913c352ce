"""How pi messages are written: each result is a message of role toolResult."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.saying import media_in, texts_in, with_rest
from transcript_doctor.core.verbs import Verbs
from transcript_doctor.place import Steps


def _say(speaker: str, text: str) -> Any:
    made: dict[str, Any] = {"role": speaker, "content": [_text(text)]}
    return {**made, "stop_reason": "stop"} if speaker == "assistant" else made


def _text(text: str) -> Any:
    return {"type": "text", "text": text}


def _part_of(message: Any, text: str) -> Any:
    return _text(text)


def _answer(call: Call, text: str, failed: bool) -> Any:
    return {
        "role": "toolResult",
        "tool_call_id": call.id,
        "tool_name": call.name,
        "content": [_text(text)],
        "is_error": failed,
    }


def _said(node: Any) -> str:
    return with_rest(texts_in(node.get("content"), _is_media), node, _KNOWN)


_KNOWN = frozenset({"content", "tool_name", "toolName"})


def _attached(node: Any) -> list[Any]:
    return media_in(node.get("content") if isinstance(node, dict) else None, _is_media)


def _is_media(part: dict[str, Any]) -> bool:
    return part.get("type") == "image"


def _spelled(row: Result, snake: str, camel: str) -> str:
    return camel if isinstance(row.raw, dict) and camel in row.raw else snake


def _id_at(row: Call | Result) -> Steps:
    if isinstance(row, Call):
        return (*row.part, "id")
    return (_spelled(row, "tool_call_id", "toolCallId"),)


def _name_at(row: Call | Result) -> Steps:
    if isinstance(row, Call):
        return (*row.part, "name")
    return (_spelled(row, "tool_name", "toolName"),)


def _speak(parts: list[Any]) -> Any:
    return {"role": "user", "content": parts}


def _filled(node: Any, parts: list[Any]) -> Any:
    return {**node, "content": parts}


VERBS = Verbs(
    _say, _text, _part_of, _answer, _said, "content", None, _id_at, _name_at, _attached, _filled,
    _speak,
)  # fmt: skip
