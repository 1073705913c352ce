"""What an oracle's messages say, and how what is said is written as them: texts and pictures only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.composer import Around, Composer, Desk
from transcript_doctor.core.speech import (
    Piece,
    Speaker,
    Speech,
    address_of,
    addressed,
    rest_of,
    speaker_of,
    texts_of,
)
from transcript_doctor.place import Steps

NAME = "oracle"
_SPEAKERS: dict[str, Speaker] = {"system": "system", "assistant": "assistant"}


def read(message: Any, index: int) -> list[Speech]:
    """Return what one message says."""
    role, content = message.get("role"), message.get("content")
    pieces = texts_of(content, NAME, (index, "content"))
    if isinstance(content, list):
        pieces = [_piece(part, (index, "content", j)) for j, part in enumerate(content)]
    speech = Speech(speaker_of(role, _SPEAKERS), pieces, index, message)
    speech.rest = rest_of(message, (index,), ("role", "content"))
    return [speech]


def _piece(part: Any, place: Steps) -> Piece:
    node = part if isinstance(part, dict) else {}
    kind, value = node.get("contentType"), node.get("value")
    if kind == "text" and isinstance(value, str):
        piece = Piece("text", NAME, place, part, value)
    elif kind == "image_url" and isinstance(value, str):
        piece = Piece("file", NAME, place, part)
        piece.file = addressed("image", value)
    else:
        return Piece("other", NAME, place, part, str(kind))
    piece.rest = rest_of(node, place, ("contentType", "value"))
    return piece


def write(speech: Speech, desk: Desk) -> list[Any]:
    """Return the message that says it; calls, results and all media but pictures are lost."""
    parts = [part for piece in speech.pieces if (part := _part(piece, desk, speech)) is not None]
    silent = parts and all(part["contentType"] == "image_url" for part in parts)
    if silent and desk.bites("C006", "image-only"):
        for piece in speech.pieces:
            desk.lose(piece.place, "a picture without words", piece.raw)
        return []
    return [{"role": speech.speaker, "content": parts}] if parts else []


def _part(piece: Piece, desk: Desk, speech: Speech) -> Any:
    if (node := desk.echo(piece)) is not None:
        return node
    made: Any = None
    if piece.kind in ("text", "refusal"):
        if desk.blank(piece):
            return None
        if piece.kind == "refusal":
            desk.lose(piece.place, "that it is a refusal", piece.raw)
        made = {"contentType": "text", "value": piece.text}
    elif piece.file is not None and piece.file.kind == "image" and speech.speaker == "user":
        url = address_of(piece.file)
        made = {"contentType": "image_url", "value": url} if url is not None else None
        if made is not None:
            desk.lose_name(piece, None, by_address=True)
    if made is None:
        words = {"call": "a call", "result": "a result", "reasoning": "reasoning"}
        what = (
            piece.file.kind if piece.file else words.get(piece.kind, f"a part of type {piece.text}")
        )
        desk.lose(piece.place, what, piece.raw)
    else:
        desk.shed(piece.rest)
    return desk.keep(made, piece)


def unpack(body: Mapping[str, Any]) -> Around:
    """Return what stands around the lists: nothing that another format has."""
    return Around(rest=rest_of(body, (), ("messages", "roles", "contents", "model")))


def pack(around: Around, desk: Desk) -> dict[str, Any]:
    """Confess what stands around the messages elsewhere."""
    for tool in around.tools:
        desk.lose(tool.place, f"the tool `{tool.name}`", None)
    for word in around.settings:
        around.lose_setting(word, desk)
    if around.choice is not None:
        desk.lose(around.spot("choice"), "how the model may use tools", None)
    return {}


COMPOSER = Composer(read, write, unpack, pack, "inside", lambda messages: {"messages": messages})
