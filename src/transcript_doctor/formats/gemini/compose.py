"""How what is said is written as Gemini contents."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.composer import Composer, Desk
from transcript_doctor.core.speech import Piece, Speech, json_of, label_of, object_of
from transcript_doctor.formats.gemini.request import pack, unpack
from transcript_doctor.formats.gemini.telling import FAILED, NAME, SAID, read, said_in

_ROLES = {"assistant": "model", "system": "system"}


def write(speech: Speech, desk: Desk) -> list[Any]:
    """Return the content that says it; responses are parts of a user's content."""
    parts = [part for piece in speech.pieces if (part := part_for(piece, desk)) is not None]
    return [{"role": _ROLES.get(speech.speaker, "user"), "parts": parts}] if parts else []


def part_for(piece: Piece, desk: Desk) -> Any:
    """Return the part that says a piece, or None where none can."""
    return desk.written(piece, _WRITERS[piece.kind])


def _text(piece: Piece, desk: Desk) -> Any:
    if piece.kind == "refusal":
        desk.lose(piece.place, "that it is a refusal", piece.raw)
    return None if desk.blank(piece) else {"text": piece.text}


def _call(piece: Piece, desk: Desk) -> Any:
    ident = desk.ident(piece)
    named = {"id": ident} if ident else {}
    return {"functionCall": {**named, "name": desk.name(piece.name), "args": piece.arguments}}


def _result(piece: Piece, desk: Desk) -> Any:
    texts = [row.text for row in piece.inner if row.kind in ("text", "refusal")]
    made = {"name": desk.name(piece.name), "response": _response("\n".join(texts), piece.failed)}
    for row in piece.inner:
        if row.kind in ("text", "refusal"):
            desk.shed(row.rest)
    if len(texts) > 1:
        desk.lose(piece.place, "the borders between its texts", piece.raw)
    if ident := desk.ident(piece):
        made = {"id": ident, **made}
    others = [row for row in piece.inner if row.kind not in ("text", "refusal")]
    parts = [part for row in others if (part := part_for(row, desk)) is not None]
    return {"functionResponse": {**made, "parts": parts} if parts else made}


def _response(text: str, failed: bool) -> dict[str, Any]:
    """Return a text as a response: the object that it is the JSON of, or the text under one key.

    An object is taken only where the way back gives the same text.
    """
    found = object_of(text)
    if found and json_of(found) == text == said_in(found) and ("error" in found) == failed:
        return found
    return {(FAILED if failed else SAID)[0]: text}


def _file(piece: Piece, desk: Desk) -> Any:
    file = piece.file
    label = label_of(file) if file is not None else None
    if file is None or label is None:
        desk.lose(piece.place, file.kind if file is not None else "a file", piece.raw)
        return None
    desk.lose_name(piece, None)
    if file.data is not None:
        return {"inlineData": {"mimeType": label, "data": file.data}}
    return {"fileData": {"mimeType": label, "fileUri": file.url}}


def _reasoning(piece: Piece, desk: Desk) -> Any:
    if piece.maker != NAME:
        desk.lose(piece.place, "reasoning", piece.raw)
        return None
    sealed = {"thoughtSignature": piece.seal} if piece.seal else {}
    return {"text": piece.text, "thought": True, **sealed}


def _other(piece: Piece, desk: Desk) -> Any:
    desk.lose(piece.place, f"a part of type {piece.text}", piece.raw)


_WRITERS = {
    "text": _text, "refusal": _text, "call": _call, "result": _result, "file": _file,
    "reasoning": _reasoning, "other": _other,
}  # fmt: skip


def leaves(result: Piece, part: Piece, desk: Desk) -> bool:
    """Tell whether a file has to leave its response: older models take text there and nothing else."""
    sayable = part.file is not None and label_of(part.file) is not None
    return sayable and desk.bites("C005", "media")


COMPOSER = Composer(
    read, write, unpack, pack, "outside", lambda contents: {"contents": contents}, leaves
)
