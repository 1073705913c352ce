"""How what is said is written as Anthropic messages: each part a block."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from transcript_doctor.core.composer import Desk
from transcript_doctor.core.speech import File, Piece, Speech, label_of
from transcript_doctor.formats.anthropic.telling import NAME

_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})


def write(speech: Speech, desk: Desk) -> list[Any]:
    """Return the message that says it; results are parts of a user's message."""
    said = [piece for piece in speech.pieces if not desk.misplaced(piece, speech.speaker)]
    blocks = [block for piece in said if (block := block_for(piece, desk)) is not None]
    if not blocks:
        return []
    bare = len(speech.pieces) == 1 and speech.pieces[0].raw is None and blocks[0]["type"] == "text"
    role = "user" if speech.speaker == "tool" else speech.speaker
    return [{"role": role, "content": blocks[0]["text"] if bare and len(blocks) == 1 else blocks}]


def block_for(piece: Piece, desk: Desk) -> Any:
    """Return the block that says a piece, or None where none can."""
    carried = piece.maker == NAME and piece.kind == "reasoning" and _is_block(piece.raw)
    if carried and desk.echo(piece) is None:
        return piece.raw
    return desk.written(piece, _WRITERS[piece.kind])


def _is_block(raw: object) -> bool:
    """Tell whether another format carried a block of this one as it was."""
    kinds = ("thinking", "redacted_thinking")
    return (
        isinstance(raw, dict) and raw.get("type") in kinds and ("signature" in raw or "data" in raw)
    )


def _text(piece: Piece, desk: Desk) -> Any:
    if piece.kind == "refusal":
        desk.lose(piece.place, "that it is a refusal", piece.raw)
    return None if desk.blank(piece) else {"type": "text", "text": piece.text}


def _call(piece: Piece, desk: Desk) -> Any:
    return {
        "type": "tool_use",
        "id": desk.ident(piece),
        "name": desk.name(piece.name),
        "input": piece.arguments,
    }


def _result(piece: Piece, desk: Desk) -> Any:
    inner = [block for part in piece.inner if (block := block_for(part, desk)) is not None]
    made: dict[str, Any] = {"type": "tool_result", "tool_use_id": desk.ident(piece)}
    if len(inner) == 1 and inner[0]["type"] == "text" and piece.inner[0].raw is None:
        made["content"] = inner[0]["text"]
    elif inner:
        made["content"] = inner
    else:
        made["content"] = ""
    if piece.failed:
        odd = any(block["type"] != "text" for block in inner)
        if not inner or odd:
            desk.lose(piece.place, "that it failed", piece.raw)
        else:
            made["is_error"] = True
    return made


def _file(piece: Piece, desk: Desk) -> Any:
    file = piece.file
    source = _source(file) if file is not None else None
    if file is None or source is None:
        desk.lose(piece.place, f"{'a file' if file is None else file.kind}", piece.raw)
        return None
    titled = file.title if file.kind == "document" else None
    desk.lose_name(piece, titled, by_address=source["type"] == "url")
    made: dict[str, Any] = {"type": file.kind, "source": source}
    return {**made, "title": titled} if titled else made


def _source(file: File) -> Any:
    """Return where a picture or a document comes from; None where this format cannot say it."""
    if file.kind not in ("image", "document"):
        return None
    label = label_of(file)
    if file.url is not None and file.url.startswith(("http://", "https://")):
        return {"type": "url", "url": file.url}
    if file.data is None:
        return None
    if label == "text/plain" and file.kind == "document":
        return _plain(file.data)
    if label in _IMAGES if file.kind == "image" else label == "application/pdf":
        return {"type": "base64", "media_type": label, "data": file.data}
    return None


def _plain(data: str) -> Any:
    try:
        text = base64.b64decode(data, validate=True).decode("utf-8", "surrogatepass")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return None
    return {"type": "text", "media_type": "text/plain", "data": text}


def _reasoning(piece: Piece, desk: Desk) -> Any:
    if piece.maker != NAME or not piece.seal or not isinstance(piece.seal, str):
        desk.lose(piece.place, "reasoning", piece.raw)
        return None
    if piece.custom == "redacted":
        return {"type": "redacted_thinking", "data": piece.seal}
    return {"type": "thinking", "thinking": piece.text, "signature": piece.seal}


def _other(piece: Piece, desk: Desk) -> Any:
    desk.lose(piece.place, f"a part of type {piece.text}", piece.raw)


_WRITERS = {
    "text": _text, "refusal": _text, "call": _call, "result": _result, "file": _file,
    "reasoning": _reasoning, "other": _other,
}  # fmt: skip


def leaves(result: Piece, part: Piece, desk: Desk) -> bool:
    """Tell whether a file has to leave its result: one that failed may hold texts only."""
    says = any(inner.kind == "text" and inner.text.strip() for inner in result.inner)
    sayable = part.file is not None and _source(part.file) is not None
    return result.failed and says and sayable and desk.refuses("C005", "error-media")
