"""How what is said is written as the content of an OpenAI chat message, and as fields beside it."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.composer import Desk
from transcript_doctor.core.speech import UNTITLED, Piece, Speech, address_of
from transcript_doctor.formats.openai_chat.telling import NAME

_SOUNDS = {"audio/wav": "wav", "audio/x-wav": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3"}


def content_of(parts: list[Any], desk: Desk) -> Any:
    """Return one text as text; several stay apart unless the target takes texts only."""
    if len(parts) == 1 and parts[0].keys() == {"type", "text"}:
        return parts[0]["text"]
    if all(part["type"] == "text" for part in parts) and desk.bites("C006", "not-string"):
        return "\n".join(part["text"] for part in parts)
    return parts


def parts_for(pieces: list[Piece], desk: Desk, speaker: str) -> list[Any]:
    """Return the parts that say pieces, but for calls."""
    made = []
    for piece in pieces:
        if piece.kind == "reasoning":
            if not _stays(piece, desk):
                desk.lose(piece.place, "reasoning", piece.raw)
            elif not piece.custom:
                made.append(piece.raw)
            continue
        node = desk.echo(piece)
        part = node if node is not None else part_for(piece, desk, speaker)
        if part is not None:
            made.append(part)
            if node is None:
                desk.keep(part, piece)
                desk.shed(piece.rest)
    return made


def _stays(piece: Piece, desk: Desk) -> bool:
    """Tell whether reasoning may be given back here: its own words, where the target takes its key."""
    if piece.format != NAME:
        return False
    if not piece.custom:
        return not desk.bites("C006", "foreign-type")
    return not desk.bites("T006", "reasoning" if piece.custom == "reasoning" else "field")


def fields_of(speech: Speech, desk: Desk) -> dict[str, Any]:
    """Return reasoning that stood under keys of its own and may stay there."""
    found = [p for p in speech.pieces if p.kind == "reasoning" and p.custom and _stays(p, desk)]
    return {piece.custom: piece.raw for piece in found}


def part_for(piece: Piece, desk: Desk, speaker: str) -> Any:
    """Return the part that says a text or a file, or None where none can."""
    if piece.kind in ("text", "refusal"):
        if desk.blank(piece):
            return None
        if piece.kind == "refusal" and not (speaker == "assistant" and _refuses(desk)):
            desk.lose(piece.place, "that it is a refusal", piece.raw)
        elif piece.kind == "refusal":
            return {"type": "refusal", "refusal": piece.text}
        return {"type": "text", "text": piece.text}
    made = file_for(piece) if speaker in ("user", "tool") else None
    if made is not None and not takes(made["type"], speaker, desk):
        made = None
    if made is None:
        what = piece.file.kind if piece.file is not None else f"a part of type {piece.text}"
        desk.lose(piece.place, what, piece.raw)
    elif made["type"] == "file":
        desk.lose_name(piece, made["file"]["filename"])
    else:
        desk.lose_name(piece, None, by_address=True)
    return made


def part_types(desk: Desk) -> list[str] | None:
    """Return the part types that the target takes beside text; None where its laws list none."""
    types: list[str] | None = desk.laws.param("C006", "types", None, "not-taken")
    return types


def _refuses(desk: Desk) -> bool:
    """Tell whether the target knows refusals."""
    types = part_types(desk)
    return types is None or "refusal" in types


def takes(kind: str, speaker: str, desk: Desk) -> bool:
    """Tell whether the target takes parts of a type on a role, where its laws list them."""
    if speaker == "tool":
        types = desk.laws.param("C005", "types", None, "kind")
    else:
        types = desk.laws.param("R009", "roles", {}, "kind").get(speaker)
    if kind == "file" and "document_url" in (types or ()):
        return False  # documents have a type of their own there, and `file` names one by its id
    return types is None or kind in types


def file_for(piece: Piece) -> Any:
    """Return the part that is a file, or None where this format has none for it."""
    file = piece.file
    if file is None:
        return None
    url = address_of(file)
    if file.kind == "image" and url is not None:
        return {"type": "image_url", "image_url": {"url": url}}
    if file.kind == "audio" and file.data is not None and file.label in _SOUNDS:
        sound = {"data": file.data, "format": _SOUNDS[file.label]}
        return {"type": "input_audio", "input_audio": sound}
    if file.kind == "document" and file.data is not None and url is not None:
        title = file.title or UNTITLED
        return {"type": "file", "file": {"filename": title, "file_data": url}}
    return None
