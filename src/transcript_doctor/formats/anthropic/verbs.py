"""How Anthropic messages are written: results are parts of the user's turn behind the call."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.saying import media_in, texts_in, with_rest
from transcript_doctor.core.verbs import Verbs
from transcript_doctor.place import Steps


def _say(speaker: str, text: str) -> Any:
    return {"role": speaker, "content": text}


def _text(text: str) -> Any:
    return {"type": "text", "text": text}


def _part_of(message: Any, text: str) -> Any:
    return _text(text)


def _answer(call: Call, text: str, failed: bool) -> Any:
    made = {"type": "tool_result", "tool_use_id": call.id, "content": text}
    return {**made, "is_error": True} if failed else made


def _said(node: Any) -> str:
    return with_rest(texts_in(node.get("content"), _is_media), node, _KNOWN)


_KNOWN = frozenset({"content"})


def _attached(node: Any) -> list[Any]:
    return media_in(node.get("content") if isinstance(node, dict) else None, _is_media)


def _is_media(part: dict[str, Any]) -> bool:
    return part.get("type") in ("image", "document")


def _holder(parts: list[Any]) -> Any:
    return {"role": "user", "content": parts}


def _id_at(row: Call | Result) -> Steps:
    return (*row.part, "id" if isinstance(row, Call) else "tool_use_id")


def _name_at(row: Call | Result) -> Steps:
    return (*row.part, "name")


def _filled(node: Any, parts: list[Any]) -> Any:
    return {**node, "content": parts}


VERBS = Verbs(
    _say, _text, _part_of, _answer, _said, "content", _holder, _id_at, _name_at, _attached, _filled,
    _holder,
)  # fmt: skip
