"""What Converse messages say, as rows that other formats can be written from."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.speech import (
    File,
    Piece,
    Speaker,
    Speech,
    base64_of,
    json_of,
    rest_of,
    speaker_of,
    title_of,
)
from transcript_doctor.formats.bedrock.keys import BLOCKS, MEDIA
from transcript_doctor.place import Steps

NAME = "bedrock"
LABELS = {
    "pdf": "application/pdf", "txt": "text/plain", "md": "text/markdown", "csv": "text/csv",
    "html": "text/html", "doc": "application/msword", "xls": "application/vnd.ms-excel",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "mp3": "audio/mpeg", "wav": "audio/wav",
}  # fmt: skip
"""The media types of formats whose word is not part of the type's own."""
_SPEAKERS: dict[str, Speaker] = {"assistant": "assistant", "system": "system"}


def read(message: Any, index: int) -> list[Speech]:
    """Return what one message says; results are the tools', and stand in front of the user's words."""
    content, role = message.get("content"), message.get("role")
    blocks = content if isinstance(content, list) else []
    pieces = [piece_of(block, (index, "content", j)) for j, block in enumerate(blocks)]
    answers = role != "assistant"  # there the provider's own results stand
    results = [piece for piece in pieces if answers and piece.kind == "result"]
    others = [piece for piece in pieces if not (answers and piece.kind == "result")]
    made = [Speech("tool", results, index, message)] if results else []
    if others or not results:
        made.append(Speech(speaker_of(role, _SPEAKERS), others, index, message))
    made[-1].rest = rest_of(message, (index,), ("role", "content"))
    return made


def piece_of(block: Any, place: Steps) -> Piece:
    """Return what one block says."""
    node = block if isinstance(block, dict) else {}
    kind = next((key for key, value in node.items() if key in BLOCKS and value is not None), "")
    value = node.get(kind)
    if kind == "text" and isinstance(value, str):
        return Piece("text", NAME, place, block, value)
    found: Piece | None = None
    if isinstance(value, dict):
        if kind in MEDIA:
            found = _file(kind, value, block, place)
        elif kind in _READERS:
            found = _READERS[kind](value, block, place)
    if found is None and "json" in node:  # in a result only
        return Piece("text", NAME, place, block, json_of(node["json"]))
    return found or Piece("other", NAME, place, block, kind or "no kind that is known")


def _call(use: dict[str, Any], block: Any, place: Steps) -> Piece | None:
    if use.get("type") is not None:
        return None  # the provider runs it
    piece = Piece("call", NAME, place, block)
    piece.id, piece.name, piece.arguments = use.get("toolUseId"), use.get("name"), use.get("input")
    return piece


def _result(answer: dict[str, Any], block: Any, place: Steps) -> Piece | None:
    if answer.get("type") is not None:
        return None
    piece = Piece("result", NAME, place, block)
    piece.id, piece.failed = answer.get("toolUseId"), answer.get("status") == "error"
    content, at = answer.get("content"), (*place, "toolResult", "content")
    rows = content if isinstance(content, list) else []
    piece.inner = [piece_of(row, (*at, k)) for k, row in enumerate(rows)]
    return piece


def _reasoning(held: dict[str, Any], block: Any, place: Steps) -> Piece:
    words, hidden = held.get("reasoningText"), base64_of(held.get("redactedContent"))
    words = words if isinstance(words, dict) else {}
    said = words.get("text")
    piece = Piece("reasoning", NAME, place, block, said if isinstance(said, str) else "")
    piece.seal = words.get("signature") if hidden is None else hidden
    piece.custom = "" if hidden is None else "redacted"
    # Anthropic says that its signatures hold on every platform; no other maker here signs.
    piece.maker = "anthropic" if piece.seal else ""
    return piece


def _file(kind: str, value: dict[str, Any], block: Any, place: Steps) -> Piece | None:
    source, word = value.get("source"), value.get("format")
    source = source if isinstance(source, dict) else {}
    data = base64_of(source.get("bytes"))
    if isinstance(source.get("text"), str):
        data, word = None, None  # text that is cited from: nothing elsewhere is like it
    if data is None or not isinstance(word, str):
        return None
    piece = Piece("file", NAME, place, block)
    label = LABELS.get(word, f"{kind}/{word}")
    piece.file = File(kind, label, data, None, title_of(value.get("name")))
    piece.rest = rest_of(value, (*place, kind), ("format", "source", "name"))
    return piece


_READERS = {"toolUse": _call, "toolResult": _result, "reasoningContent": _reasoning}
