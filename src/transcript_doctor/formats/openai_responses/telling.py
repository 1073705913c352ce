"""What Responses items say, as rows that other formats can be written from."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.speech import (
    File,
    Piece,
    Speaker,
    Speech,
    addressed,
    json_of,
    object_of,
    rest_of,
    speaker_of,
    texts_of,
    title_of,
)
from transcript_doctor.formats.openai_responses.items import (
    CLIENT_SEARCH,
    MEDIA_KINDS,
    SORTS,
    TEXT_KEYS,
    Sort,
)
from transcript_doctor.place import Steps

NAME = "openai-responses"
_SPEAKERS: dict[str, Speaker] = {
    "system": "system", "developer": "system", "assistant": "assistant",
}  # fmt: skip
_KEPT = ("type", "id", "status", "call_id")
"""What every item has for the server's own books."""
_BROKEN = ("incomplete", "failed")
"""How an item ended that is not all that was to be said."""
_LABELS = {"wav": "audio/wav", "mp3": "audio/mpeg"}


def read(item: Any, index: int) -> list[Speech]:
    """Return what one item says; all but messages and results belong to the assistant's turn."""
    kind = item.get("type")
    if kind in (None, "message") and ("role" in item or kind == "message"):
        return [_message(item, index)]
    sort = SORTS.get(kind) if isinstance(kind, str) else None
    if sort is not None and item.get("execution") == "client":
        sort = CLIENT_SEARCH.get(kind, sort)
    if sort is not None and sort.how == "call" and _is_ours(item):
        return [Speech("assistant", [_call(item, index, kind, sort)], index, item)]
    if sort is not None and sort.how == "result" and item.get("call_id") is not None:
        return [Speech("tool", [_result(item, index, sort)], index, item)]
    piece = Piece("other", NAME, (index,), item, str(kind))
    if kind == "reasoning":
        piece = Piece("reasoning", NAME, (index,), item, _words(item))
        piece.seal, piece.maker = item.get("encrypted_content"), NAME
    return [Speech("assistant", [piece], index, item)]


def _is_ours(item: dict[str, Any]) -> bool:
    """Tell whether the caller runs a call; in a container of its own the provider does."""
    place = item.get("environment")
    return not (isinstance(place, dict) and place.get("type") == "container_reference")


def _words(item: dict[str, Any]) -> str:
    lists = [item.get(key) for key in ("summary", "content")]
    parts = [part for rows in lists if isinstance(rows, list) for part in rows]
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return "\n".join(text for text in texts if isinstance(text, str))


def _message(item: dict[str, Any], index: int) -> Speech:
    role, content = item.get("role"), item.get("content")
    pieces = texts_of(content, NAME, (index, "content"))
    if isinstance(content, list):
        pieces = [part_of(part, (index, "content", j)) for j, part in enumerate(content)]
    speech = Speech(speaker_of(role, _SPEAKERS), pieces, index, item, role or "")
    ident, status = item.get("id"), item.get("status")
    for piece in pieces:
        piece.item = ident if isinstance(ident, str) else None
    speech.rest = rest_of(item, (index,), (*_KEPT, "role", "content"))
    if status in _BROKEN:
        speech.rest = (*speech.rest, ((index, "status"), status))
    return speech


def _call(item: dict[str, Any], index: int, kind: str, sort: Sort) -> Piece:
    piece = Piece("call", NAME, (index,), item)
    piece.id, given = item.get("call_id"), item.get(sort.payload) if sort.payload else None
    piece.name = item.get("name") or sort.tool.replace(" ", "_")
    if kind == "function_call":
        text = given if isinstance(given, str) else ""
        found = {} if not text.strip() else object_of(text)
        piece.arguments, piece.text = text if found is None else found, text
    elif kind == "custom_tool_call":
        piece.custom, piece.arguments = "custom", given
    else:
        piece.custom = sort.tool
        piece.arguments = given if isinstance(given, dict) else {sort.payload or "call": given}
    if kind == "function_call" and isinstance(item.get("id"), str):
        piece.item = item["id"]
    told = (*_KEPT, "name", sort.payload or "")
    piece.rest = rest_of(item, (index,), told)
    return piece


def _result(item: dict[str, Any], index: int, sort: Sort) -> Piece:
    piece = Piece("result", NAME, (index,), item)
    piece.id = item.get("call_id")
    given = item.get(sort.payload) if sort.payload else item.get("output")
    piece.failed = item.get("status") in _BROKEN
    if isinstance(given, list) and all(_is_part(part) for part in given):
        piece.inner = [part_of(part, (index, "output", j)) for j, part in enumerate(given)]
    elif given is not None and given != "":
        said = given if isinstance(given, str) else json_of(given)
        piece.inner = texts_of(said, NAME, (index, sort.payload or "output"))
    piece.rest = rest_of(item, (index,), (*_KEPT, "name", sort.payload or "output"))
    return piece


def _is_part(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get("type"), str)


def part_of(part: Any, place: Steps) -> Piece:
    """Return what one part of a content says."""
    node = part if isinstance(part, dict) else {}
    kind = node.get("type")
    word = kind if isinstance(kind, str) else ""
    if word in TEXT_KEYS and isinstance(node.get(TEXT_KEYS[word]), str):
        said = node[TEXT_KEYS[word]]
        piece = Piece("refusal" if word == "refusal" else "text", NAME, place, part, said)
        piece.rest = rest_of(node, place, ("type", TEXT_KEYS[word], "logprobs"))
        return piece
    if word in MEDIA_KINDS and (file := _file(node, word)) is not None:
        piece = Piece("file", NAME, place, part)
        piece.file = file
        told = ("type", "image_url", "file_data", "file_url", "filename", "input_audio")
        piece.rest = tuple(row for row in rest_of(node, place, told) if row[1] != "auto")
        return piece
    return Piece("other", NAME, place, part, str(kind))


def _file(node: dict[str, Any], kind: str) -> File | None:
    sort, title = MEDIA_KINDS[kind], title_of(node.get("filename"))
    if kind == "input_audio":
        sound = node.get("input_audio")
        inner = sound if isinstance(sound, dict) else {}
        word = inner.get("format")
        label = _LABELS.get(word, f"audio/{word}") if isinstance(word, str) else None
        return File(sort, label, inner["data"]) if isinstance(inner.get("data"), str) else None
    for key in ("image_url", "file_data", "file_url"):
        if isinstance(node.get(key), str):
            return addressed(sort, node[key], title)
    return None
