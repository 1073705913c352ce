"""How an oracle's messages are written: lists of texts and pictures; none can call or answer."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.verbs import Verbs
from transcript_doctor.place import Steps


def _say(speaker: str, text: str) -> Any:
    return {"role": speaker, "content": [_text(text)]}


def _text(text: str) -> Any:
    return {"contentType": "text", "value": text}


def _part_of(message: Any, text: str) -> Any:
    return _text(text)


def _answer(call: Call, text: str, failed: bool) -> Any:
    return _say("user", text)


def _said(node: Any) -> str:
    return ""


def _nowhere(row: Call | Result) -> Steps:
    return ()


def _attached(node: Any) -> list[Any]:
    return []


def _filled(node: Any, parts: list[Any]) -> Any:
    return {**node, "content": parts}


VERBS = Verbs(
    _say, _text, _part_of, _answer, _said, "content", None, _nowhere, _nowhere, _attached, _filled
)
