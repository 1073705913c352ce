"""What Anthropic messages say, as rows that other formats can be written from."""

from __future__ import annotations

import base64
from typing import Any

from transcript_doctor.core.speech import (
    File,
    Piece,
    Speaker,
    Speech,
    addressed,
    base64_of,
    json_of,
    rest_of,
    speaker_of,
    texts_of,
)
from transcript_doctor.place import Steps

NAME = "anthropic"
_SPEAKERS: dict[str, Speaker] = {"assistant": "assistant", "system": "system"}


def read(message: Any, index: int) -> list[Speech]:
    """Return what one message says; results are the tools', and stand in front of the user's words."""
    role, content = message.get("role"), message.get("content")
    found = texts_of(content, NAME, (index, "content"))
    if isinstance(content, list):
        found = [piece_of(block, (index, "content", j)) for j, block in enumerate(content)]
    results = [piece for piece in found if piece.kind == "result"]
    others = [piece for piece in found if piece.kind != "result"]
    made = [Speech("tool", results, index, message)] if results else []
    if others or not results:
        made.append(Speech(speaker_of(role, _SPEAKERS), others, index, message))
    made[-1].rest = rest_of(message, (index,), ("role", "content"))
    return made


def piece_of(block: Any, place: Steps) -> Piece:
    """Return what one block says."""
    kind = block.get("type") if isinstance(block, dict) else None
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    piece = reader(block, place) if reader is not None else None
    return piece or Piece("other", NAME, place, block, str(kind))


def _text(block: dict[str, Any], place: Steps) -> Piece | None:
    if not isinstance(block.get("text"), str):
        return None
    piece = Piece("text", NAME, place, block, block["text"])
    piece.rest = rest_of(block, place, ("type", "text"))
    return piece


def _call(block: dict[str, Any], place: Steps) -> Piece:
    piece = Piece("call", NAME, place, block)
    piece.id, piece.name, piece.arguments = block.get("id"), block.get("name"), block.get("input")
    piece.rest = rest_of(block, place, ("type", "id", "name", "input"))
    return piece


def _result(block: dict[str, Any], place: Steps) -> Piece:
    piece = Piece("result", NAME, place, block)
    piece.id, content = block.get("tool_use_id"), block.get("content")
    piece.failed = block.get("is_error") is True
    piece.inner = texts_of(content, NAME, (*place, "content")) if content else []
    if isinstance(content, list):
        piece.inner = [piece_of(b, (*place, "content", k)) for k, b in enumerate(content)]
    piece.rest = rest_of(block, place, ("type", "tool_use_id", "content", "is_error"))
    return piece


def _thinking(block: dict[str, Any], place: Steps) -> Piece:
    piece = Piece("reasoning", NAME, place, block, block.get("thinking") or "")
    piece.seal, piece.maker = block.get("signature"), NAME
    piece.rest = rest_of(block, place, ("type", "thinking", "signature"))
    return piece


def _redacted(block: dict[str, Any], place: Steps) -> Piece:
    piece = Piece("reasoning", NAME, place, block)
    piece.seal, piece.maker, piece.custom = block.get("data"), NAME, "redacted"
    piece.rest = rest_of(block, place, ("type", "data"))
    return piece


def _file(block: dict[str, Any], place: Steps) -> Piece | None:
    source = block.get("source")
    source = source if isinstance(source, dict) else {}
    kind, sort, title = block["type"], source.get("type"), block.get("title")
    if sort == "base64":
        file = File(kind, source.get("media_type"), base64_of(source.get("data")), None, title)
    elif sort == "url" and isinstance(source.get("url"), str):
        file = addressed(kind, source["url"], title)
    elif sort == "text" and isinstance(source.get("data"), str):
        data = base64.b64encode(source["data"].encode("utf-8", "surrogatepass")).decode()
        file = File(kind, "text/plain", data, None, title)
    else:
        return None
    piece = Piece("file", NAME, place, block)
    piece.file, piece.rest = file, rest_of(block, place, ("type", "source", "title"))
    return piece


def _found(block: dict[str, Any], place: Steps) -> Piece:
    """Return a search result that a tool gave as the text of what it found; the rest is lost."""
    content = block.get("content")
    texts = (
        [b.get("text") for b in content if isinstance(b, dict)] if isinstance(content, list) else []
    )
    said = "\n".join(text for text in texts if isinstance(text, str)) or json_of(content)
    piece = Piece("text", NAME, place, block, said)
    piece.rest = rest_of(block, place, ("type", "content"))
    return piece


_READERS = {
    "text": _text, "tool_use": _call, "tool_result": _result, "thinking": _thinking,
    "redacted_thinking": _redacted, "image": _file, "document": _file, "search_result": _found,
}  # fmt: skip
