"""How Gemini contents are written: responses are parts of the user's content behind the call."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.content import json_text
from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.saying import with_rest
from transcript_doctor.core.verbs import Verbs
from transcript_doctor.place import Steps

_ROLES = {"assistant": "model"}


def _say(speaker: str, text: str) -> Any:
    return {"role": _ROLES.get(speaker, speaker), "parts": [{"text": text}]}


def _text(text: str) -> Any:
    return {"text": text}


def _part_of(message: Any, text: str) -> Any:
    return _text(text)


def _answer(call: Call, text: str, failed: bool) -> Any:
    response = {"error" if failed else "result": text}
    made: dict[str, Any] = {"name": call.name, "response": response}
    if call.id is not None:
        made = {"id": call.id, **made}
    return {"functionResponse" if _key(call.raw, "functionCall") else "function_response": made}


def _said(node: Any) -> str:
    inner = _inner(node, "functionResponse", "function_response")
    return with_rest(_response(inner.get("response")), {**node, **inner}, _KNOWN)


_KNOWN = frozenset({"functionResponse", "function_response", "response", "name", "parts"})


def _response(response: Any) -> str:
    if isinstance(response, dict) and len(response) == 1:
        (only,) = response.values()
        if isinstance(only, str):
            return only
    return "" if response in (None, {}, []) else json_text(response) or ""


def _attached(node: Any) -> list[Any]:
    inner = _inner(node, "functionResponse", "function_response")
    parts = inner.get("parts") if isinstance(inner, dict) else None
    return parts if isinstance(parts, list) else []


def _inner(node: Any, *keys: str) -> Any:
    found = (node.get(key) for key in keys) if isinstance(node, dict) else ()
    return next((value for value in found if value is not None), None)


def _key(node: object, key: str) -> bool:
    """Tell whether a part is spelled as on the wire; other spellings come from SDK dumps."""
    return isinstance(node, dict) and node.get(key) is not None


def _holder(parts: list[Any]) -> Any:
    return {"role": "user", "parts": parts}


def _at(row: Call | Result) -> Steps:
    wire, dumped = (
        ("functionCall", "function_call")
        if isinstance(row, Call)
        else ("functionResponse", "function_response")
    )
    return (*row.part, wire if _key(row.raw, wire) else dumped)


def _id_at(row: Call | Result) -> Steps:
    return (*_at(row), "id")


def _name_at(row: Call | Result) -> Steps:
    return (*_at(row), "name")


def _filled(node: Any, parts: list[Any]) -> Any:
    """Write texts as the response, and all else as the parts beside it."""
    ((key, inner),) = node.items()
    texts = [part["text"] for part in parts if _is_text(part)]
    others = [part for part in parts if not _is_text(part)]
    (word,) = inner["response"]
    made = {**inner, "response": {word: "\n".join(texts)}}
    return {key: {**made, "parts": others} if others else made}


def _is_text(part: Any) -> bool:
    return isinstance(part, dict) and part.keys() == {"text"} and isinstance(part["text"], str)


VERBS = Verbs(
    _say, _text, _part_of, _answer, _said, "parts", _holder, _id_at, _name_at, _attached, _filled,
    _holder,
)  # fmt: skip
