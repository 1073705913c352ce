"""What OpenAI chat messages say, as rows that other formats can be written from."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.speech import (
    File,
    Piece,
    Speaker,
    Speech,
    addressed,
    joined_texts,
    object_of,
    rest_of,
    speaker_of,
    texts_of,
    title_of,
)
from transcript_doctor.formats.openai_chat.keys import MEDIA_TYPES, REASONING_KEYS
from transcript_doctor.place import Steps

NAME = "openai-chat"
SPEAKERS: dict[str, Speaker] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
}
_LABELS = {"wav": "audio/wav", "mp3": "audio/mpeg"}
_TOLD = ("role", "content", "tool_calls", "function_call", "refusal", "prefix", *REASONING_KEYS)


def read(message: Any, index: int) -> list[Speech]:
    """Return what one message says: reasoning, then content, then calls."""
    role, content = message.get("role"), message.get("content")
    if role in ("tool", "function"):
        return [Speech("tool", [_result(message, index)], index, message)]
    pieces = _reasoning(message, index) if role == "assistant" else []
    calls = _calls(message, index) if role == "assistant" else []
    if isinstance(content, str) and (content or not calls):
        pieces += texts_of(content, NAME, (index, "content"))
    elif isinstance(content, list):
        pieces += [part_of(part, (index, "content", j)) for j, part in enumerate(content)]
    if isinstance(message.get("refusal"), str):
        pieces.append(Piece("refusal", NAME, (index, "refusal"), None, message["refusal"]))
    speech = Speech(speaker_of(role, SPEAKERS), [*pieces, *calls], index, message, role)
    speech.rest = rest_of(message, (index,), _TOLD)
    return [speech]


def _reasoning(message: dict[str, Any], index: int) -> list[Piece]:
    """Return reasoning beside the content; some gateways keep another provider's blocks as they are."""
    blocks = message.get("thinking_blocks")
    rows = blocks if isinstance(blocks, list) else []
    made = [_carried(block, (index, "thinking_blocks", k)) for k, block in enumerate(rows)]
    texts = [piece.text for piece in made]
    told = {*texts, "".join(texts), "\n".join(texts)} if made else set()
    for key in REASONING_KEYS:
        value = message.get(key)
        again = isinstance(value, str) and value in told
        if value and key != "thinking_blocks" and not again:
            made.append(_beside(value, key, (index, key)))
    return made


def _carried(block: Any, place: Steps) -> Piece:
    """Return a block of another provider that a gateway keeps beside the content."""
    node = block if isinstance(block, dict) else {}
    text = node.get("thinking")
    piece = Piece("reasoning", "", place, block, text if isinstance(text, str) else "")
    piece.seal, piece.maker = node.get("signature"), "anthropic"
    return piece


def _beside(value: Any, key: str, place: Steps) -> Piece:
    """Return reasoning under a key of its own: a text, or a list of rows with texts and seals."""
    text = value if isinstance(value, str) else joined_texts(value, "text", "summary")
    piece = Piece("reasoning", NAME, place, value, text)
    piece.custom = key
    for k, row in enumerate(value if isinstance(value, list) else ()):
        if isinstance(row, dict):
            said = "text" if isinstance(row.get("text"), str) else "summary"
            piece.rest = (*piece.rest, *rest_of(row, (*place, k), ("type", said)))
    return piece


def _calls(message: dict[str, Any], index: int) -> list[Piece]:
    rows = message.get("tool_calls")
    made = [
        _call(row, row.get("custom" if row.get("type") == "custom" else "function"), place)
        for k, row in enumerate(rows if isinstance(rows, list) else ())
        if isinstance(row, dict) and (place := (index, "tool_calls", k))
    ]
    legacy = message.get("function_call")
    if isinstance(legacy, dict):
        made.append(_call({}, legacy, (index, "function_call")))
    return made


def _call(row: dict[str, Any], function: Any, place: Steps) -> Piece:
    function = function if isinstance(function, dict) else {}
    piece = Piece("call", NAME, place, row or None)
    piece.id, piece.name = row.get("id"), function.get("name")
    if row.get("type") == "custom":
        piece.custom, piece.arguments = "custom", function.get("input")
    else:
        text = function.get("arguments")
        text = text if isinstance(text, str) else ""
        piece.arguments = {} if not text.strip() else object_of(text)
        piece.arguments = text if piece.arguments is None else piece.arguments
        piece.text = text
    told = ("id", "type", "index", "function", "custom")
    inner = (*place, "custom" if piece.custom else "function")
    rest = rest_of(function, inner, ("name", "arguments", "input"))
    piece.rest = (*rest_of(row, place, told), *rest)
    return piece


def _result(message: dict[str, Any], index: int) -> Piece:
    piece = Piece("result", NAME, (index,), message)
    piece.id, piece.name = message.get("tool_call_id"), message.get("name")
    content = message.get("content")
    piece.inner = texts_of(content, NAME, (index, "content")) if content else []
    if isinstance(content, list):
        piece.inner = [part_of(part, (index, "content", j)) for j, part in enumerate(content)]
    piece.rest = rest_of(message, (index,), ("role", "tool_call_id", "name", "content"))
    return piece


def part_of(part: Any, place: Steps) -> Piece:
    """Return what one part of a content says."""
    node = part if isinstance(part, dict) else {}
    kind = node.get("type")
    if kind in ("text", "refusal") and isinstance(node.get(kind), str):
        piece = Piece("text" if kind == "text" else "refusal", NAME, place, part, node[kind])
        piece.rest = rest_of(node, place, ("type", kind))
        return piece
    if kind in ("thinking", "reasoning"):
        said = node.get(kind)
        text = said if isinstance(said, str) else joined_texts(said, "text")
        piece = Piece("reasoning", NAME, place, part, text)
        piece.rest = rest_of(node, place, ("type", kind))
        return piece
    if isinstance(kind, str) and kind in MEDIA_TYPES and (file := _file(node, kind)) is not None:
        piece = Piece("file", NAME, place, part)
        piece.file = file
        piece.rest = rest_of(node, place, ("type", kind, "document_name"))
        payload = node.get(kind)
        if isinstance(payload, dict):
            told = ("url", "data", "format", "file_data", "filename")
            rest = [row for row in rest_of(payload, (*place, kind), told) if row[1] != "auto"]
            piece.rest = (*piece.rest, *rest)
        return piece
    return Piece("other", NAME, place, part, str(kind))


def _file(node: dict[str, Any], kind: str) -> File | None:
    payload, sort = node.get(kind), MEDIA_TYPES[kind]
    inner = payload if isinstance(payload, dict) else {}
    if kind == "input_audio" and isinstance(inner.get("data"), str):
        word = inner.get("format")
        label = _LABELS.get(word, f"audio/{word}") if isinstance(word, str) else None
        return File(sort, label, inner["data"])
    if kind == "file":
        data = inner.get("file_data")
        return (
            addressed(sort, data, title_of(inner.get("filename")))
            if isinstance(data, str)
            else None
        )
    url = inner.get("url") if inner else payload
    return addressed(sort, url, node.get("document_name")) if isinstance(url, str) else None
