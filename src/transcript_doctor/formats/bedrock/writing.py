"""How what is said is written as Converse messages: each part a block."""

from __future__ import annotations

import re
from typing import Any

from transcript_doctor.core.composer import Desk
from transcript_doctor.core.speech import UNTITLED, File, Piece, Speech, label_of
from transcript_doctor.formats.bedrock.telling import LABELS

_FORMATS = {
    "image": frozenset({"png", "jpeg", "gif", "webp"}),
    "document": frozenset({"pdf", "csv", "doc", "docx", "xls", "xlsx", "html", "txt", "md"}),
    "video": frozenset({"mkv", "mov", "mp4", "webm", "flv", "mpeg", "mpg", "wmv", "three_gp"}),
    "audio": frozenset({"mp3", "wav", "opus", "aac", "flac", "mp4", "ogg", "mkv", "webm"}),
}
"""The words for the formats of each medium (service model of botocore 1.44)."""
_WORDS = {label: word for word, label in LABELS.items()}


def write(speech: Speech, desk: Desk) -> list[Any]:
    """Return the message that says it; results are blocks of a user's message."""
    pieces = [piece for piece in speech.pieces if not desk.misplaced(piece, speech.speaker)]
    blocks = [block for piece in pieces if (block := block_for(piece, desk)) is not None]
    said = any("text" in block for block in blocks)
    if not said and any("document" in block for block in blocks):
        blocks = _without_documents(speech, blocks, desk)
    if not blocks:
        return []
    return [{"role": "user" if speech.speaker == "tool" else speech.speaker, "content": blocks}]


def _without_documents(speech: Speech, blocks: list[Any], desk: Desk) -> list[Any]:
    """Leave out documents that no text stands beside, for Converse refuses them."""
    for piece in speech.pieces:
        if piece.file is not None and piece.file.kind == "document":
            desk.lose(piece.place, "a document without words", piece.raw)
    return [block for block in blocks if "document" not in block]


def block_for(piece: Piece, desk: Desk) -> Any:
    """Return the block that says a piece, or None where none can."""
    return desk.written(piece, _WRITERS[piece.kind])


def _text(piece: Piece, desk: Desk) -> Any:
    if piece.kind == "refusal":
        desk.lose(piece.place, "that it is a refusal", piece.raw)
    return None if desk.blank(piece) else {"text": piece.text}


def _call(piece: Piece, desk: Desk) -> Any:
    return {
        "toolUse": {
            "toolUseId": desk.ident(piece),
            "name": desk.name(piece.name),
            "input": piece.arguments,
        }
    }


def _result(piece: Piece, desk: Desk) -> Any:
    inner = [block for row in piece.inner if (block := block_for(row, desk)) is not None]
    made = {"toolUseId": desk.ident(piece), "content": inner}
    if piece.failed and not inner:
        desk.lose(piece.place, "that it failed", piece.raw)
    elif piece.failed:
        made["status"] = "error"
    return {"toolResult": made}


def _file(piece: Piece, desk: Desk) -> Any:
    file = piece.file
    word = _word(file) if file is not None else ""
    if file is None or not word:
        desk.lose(piece.place, file.kind if file is not None else "a file", piece.raw)
        return None
    made: dict[str, Any] = {"format": word, "source": {"bytes": file.data}}
    if file.kind == "document":
        made["name"] = _title(file, desk)
    desk.lose_name(piece, made.get("name"))
    return {file.kind: made}


def _word(file: File) -> str:
    """Return the word for a file's format; an empty one where Converse takes no such file."""
    label = label_of(file)
    word = _WORDS.get(label, label.partition("/")[2]) if label else ""
    return word if file.data is not None and word in _FORMATS.get(file.kind, ()) else ""


def _title(file: File, desk: Desk) -> str:
    """Return a document's name as Converse takes it; no two may be the same."""
    wanted = re.sub(r"[^A-Za-z0-9\s\-()\[\]]", " ", file.title or "")
    wanted = re.sub(r"\s+", " ", wanted).strip()[:150] or UNTITLED
    made, number = wanted, desk.titles.get(wanted, 1)
    while made in desk.titles:
        number += 1
        made = f"{wanted} {number}"
    desk.titles[wanted] = number
    desk.titles.setdefault(made, 1)
    return made


def _reasoning(piece: Piece, desk: Desk) -> Any:
    if piece.maker != "anthropic" or not isinstance(piece.seal, str) or not piece.seal:
        desk.lose(piece.place, "reasoning", piece.raw)
        return None
    if piece.custom == "redacted":
        return {"reasoningContent": {"redactedContent": piece.seal}}
    words = {"text": piece.text, "signature": piece.seal}
    return {"reasoningContent": {"reasoningText": words}}


def _other(piece: Piece, desk: Desk) -> Any:
    desk.lose(piece.place, f"a part of type {piece.text}", piece.raw)


_WRITERS = {
    "text": _text, "refusal": _text, "call": _call, "result": _result, "file": _file,
    "reasoning": _reasoning, "other": _other,
}  # fmt: skip


def leaves(result: Piece, part: Piece, desk: Desk) -> bool:
    """Tell whether a file has to leave its result: some models take none there, some none in a failure."""
    if part.file is None or not _word(part.file):
        return False
    says = any(inner.kind == "text" and inner.text.strip() for inner in result.inner)
    if result.failed and says and desk.refuses("C005", "error-media"):
        return True
    return part.file.kind == "image" and desk.refuses("C005", "media")
