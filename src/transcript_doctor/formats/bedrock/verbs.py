"""How Converse messages are written: results are blocks of the user's turn behind the call."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.content import json_text
from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.saying import with_rest
from transcript_doctor.core.verbs import Verbs
from transcript_doctor.formats.bedrock.keys import MEDIA
from transcript_doctor.place import Steps


def _say(speaker: str, text: str) -> Any:
    return {"role": speaker, "content": [{"text": text}]}


def _text(text: str) -> Any:
    return {"text": text}


def _part_of(message: Any, text: str) -> Any:
    return _text(text)


def _answer(call: Call, text: str, failed: bool) -> Any:
    made = {"toolUseId": call.id, "content": [{"text": text}]}
    return {"toolResult": {**made, "status": "error"} if failed else made}


def _said(node: Any) -> str:
    said: list[str] = []
    for part in _content(node):
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            said.append(with_rest(part["text"], part, ("text",)))
        elif not _is_media(part):
            value = part["json"] if isinstance(part, dict) and "json" in part else part
            said.append(json_text(value) or "")
    whole = {**node, **node["toolResult"]}
    return with_rest("\n".join(said), whole, ("toolResult", "content"))


def _attached(node: Any) -> list[Any]:
    return [part for part in _content(node) if _is_media(part)]


def _content(node: Any) -> list[Any]:
    inner = node.get("toolResult") if isinstance(node, dict) else None
    content = inner.get("content") if isinstance(inner, dict) else None
    return content if isinstance(content, list) else []


def _is_media(part: Any) -> bool:
    return isinstance(part, dict) and not MEDIA.isdisjoint(part)


def _holder(parts: list[Any]) -> Any:
    return {"role": "user", "content": parts}


def _inner(row: Call | Result) -> Steps:
    return (*row.part, "toolUse" if isinstance(row, Call) else "toolResult")


def _id_at(row: Call | Result) -> Steps:
    return (*_inner(row), "toolUseId")


def _name_at(row: Call | Result) -> Steps:
    return (*_inner(row), "name")


def _filled(node: Any, parts: list[Any]) -> Any:
    return {"toolResult": {**node["toolResult"], "content": parts}}


VERBS = Verbs(
    _say, _text, _part_of, _answer, _said, "content", _holder, _id_at, _name_at, _attached, _filled,
    _holder,
)  # fmt: skip
