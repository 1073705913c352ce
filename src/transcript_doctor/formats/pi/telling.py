"""What pi messages say, as rows that other formats can be written from."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.speech import (
    File,
    Piece,
    Speech,
    base64_of,
    object_of,
    texts_of,
)
from transcript_doctor.core.walk import MISSING
from transcript_doctor.formats.pi.keys import FAILED, either
from transcript_doctor.place import Steps

NAME = "pi"
MAKERS = {
    "anthropic-messages": "anthropic", "bedrock-converse-stream": "anthropic",
    "openai-responses": "openai-responses", "google-generative-ai": "gemini",
}  # fmt: skip
"""Whose thinking a turn holds, by the interface that pi says it came through."""
TIE = "|"
"""What stands in an id of a call between the call's own id and the server's id of its item."""


def read(message: Any, index: int) -> list[Speech]:
    """Return what one message says; what agents keep beside it is not part of it."""
    role, content = message.get("role"), message.get("content")
    maker = MAKERS.get(str(message.get("api")), "")
    pieces = texts_of(content, NAME, (index, "content"))
    if isinstance(content, list):
        pieces = [_piece(part, (index, "content", j), maker) for j, part in enumerate(content)]
    if role == "toolResult":
        return [Speech("tool", [_result(message, index, pieces)], index, message)]
    speech = Speech("assistant" if role == "assistant" else "user", pieces, index, message)
    reason, key = either(message, "stop_reason", "stopReason")
    if isinstance(reason, str) and reason in FAILED:
        speech.rest = (((index, key), reason),)
    return [speech]


def _result(message: dict[str, Any], index: int, inner: list[Piece]) -> Piece:
    piece = Piece("result", NAME, (index,), message)
    ident, _ = either(message, "tool_call_id", "toolCallId")
    name, _ = either(message, "tool_name", "toolName")
    piece.id = ident if isinstance(ident, str) else None
    piece.name = name if isinstance(name, str) else None
    piece.failed = either(message, "is_error", "isError")[0] is True
    piece.inner = [] if message.get("content") == "" else inner
    return piece


def _piece(part: Any, place: Steps, maker: str) -> Piece:
    node = part if isinstance(part, dict) else {}
    kind = node.get("type")
    if kind == "text" and isinstance(node.get("text"), str):
        piece = Piece("text", NAME, place, part, node["text"])
        piece.item = _item_of(either(node, "text_signature", "textSignature")[0])
        return piece
    if kind == "toolCall":
        piece = Piece("call", NAME, place, part)
        piece.id, piece.name, piece.arguments = (
            node.get("id"),
            node.get("name"),
            node.get("arguments"),
        )
        if isinstance(piece.id, str):
            piece.item = piece.id.partition(TIE)[2] or None
        return piece
    if kind == "thinking":
        return _thinking(node, place, maker)
    if kind == "image" and (data := base64_of(node.get("data"))) is not None:
        label, _ = either(node, "mime_type", "mimeType")
        piece = Piece("file", NAME, place, part)
        piece.file = File("image", label if isinstance(label, str) else None, data)
        return piece
    return Piece("other", NAME, place, part, str(kind))


def _item_of(signature: Any) -> str | None:
    """Return the id of the item that a text was: the signature itself, or what stands under `id` in it."""
    if not isinstance(signature, str):
        return None
    held = object_of(signature)
    found = held.get("id") if held is not None else signature
    return found if isinstance(found, str) else None


def _thinking(node: dict[str, Any], place: Steps, maker: str) -> Piece:
    said = node.get("thinking")
    piece = Piece("reasoning", NAME, place, node, said if isinstance(said, str) else "")
    seal, _ = either(node, "thinking_signature", "thinkingSignature")
    piece.seal, piece.maker = None if seal is MISSING else seal, maker
    if node.get("redacted") is True:
        piece.custom = "redacted"
    if maker == "openai-responses" and isinstance(seal, str):
        item = object_of(seal)
        piece.seal = item.get("encrypted_content") if item is not None else None
        piece.raw = item if item is not None else node
    return piece
