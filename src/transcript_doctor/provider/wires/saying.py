"""What an assistant message of the format `pi` says, read once for all wires.

Scripts are written by people: odd parts are passed over, and arguments may be text that is no JSON,
for that is what a model sends on a bad day.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from transcript_doctor.jsontext.strict import strict_json
from transcript_doctor.provider.wires.writing import seal_for
from transcript_doctor.testing.saying import words_of_failure

_MOST_ANSWERS = 128


class Said(NamedTuple):
    """One part of a message: text, thinking, or a call."""

    kind: str
    """`text`, `thinking` or `call`."""
    text: str
    """What is said; of a call its arguments as JSON text, as they go out where the wire carries text."""
    seal: str = ""
    """The signature that the script gives to thinking, or to a call."""
    id: str = ""
    name: str = ""
    arguments: dict[str, Any] | None = None
    """Of a call: its arguments, None where they are no JSON object."""
    redacted: bool = False


def parts_of(message: Mapping[str, Any]) -> list[Said]:
    """Return the parts of a message in order; a content that is text is one part."""
    content = message.get("content")
    if isinstance(content, str):
        return [Said("text", content)]
    rows = content if isinstance(content, list) else []
    read = [_part(row) for row in rows if isinstance(row, dict)]
    return [said for said in read if said is not None]


def _part(row: dict[str, Any]) -> Said | None:
    kind = row.get("type")
    if kind == "text":
        return Said("text", _text(row.get("text")))
    if kind == "thinking":
        seal = _text(row.get("thinking_signature", row.get("thinkingSignature")))
        return Said(
            "thinking", _text(row.get("thinking")), seal, redacted=row.get("redacted") is True
        )
    if kind != "toolCall":
        return None
    seal = _text(row.get("thought_signature", row.get("thoughtSignature")))
    text, arguments = _arguments(row.get("arguments"))
    return Said("call", text, seal, _text(row.get("id")), _text(row.get("name")), arguments)


def _arguments(value: Any) -> tuple[str, dict[str, Any] | None]:
    """Return arguments as text and as an object; text goes out as it was written."""
    if value is None:
        value = {}
    if not isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return text, value if isinstance(value, dict) else None
    try:
        found = strict_json(value)
    except (ValueError, RecursionError):
        found = None
    return value, found if isinstance(found, dict) else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


def answers_wanted(value: Any) -> int:
    """Return how many answers at once a request wants, at most 128 as OpenAI has it; each says the same."""
    return value if type(value) is int and 1 < value <= _MOST_ANSWERS else 1


def text_in(parts: list[Said]) -> str:
    """Return all text of a message as one."""
    return "".join(said.text for said in parts if said.kind == "text")


def calls_in(parts: list[Said]) -> list[Said]:
    """Return the calls of a message."""
    return [said for said in parts if said.kind == "call"]


def thinking_in(parts: list[Said]) -> str:
    """Return all thinking of a message as one."""
    return "".join(said.text for said in parts if said.kind == "thinking")


def thinking_tokens(parts: list[Said], most: int) -> int:
    """Return an estimate of the tokens that thinking took, four characters each and never above `most`."""
    return min(most, -(-len(thinking_in(parts)) // 4))


def has_failed(message: Mapping[str, Any]) -> bool:
    """Tell whether a message failed, and so comes to no end."""
    return words_of_failure(message) is not None


def seal_of(said: Said) -> str:
    """Return the signature of thinking: the script's, or a made-up one."""
    return said.seal or seal_for(said.text)
