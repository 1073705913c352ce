"""How what is said is written as Responses items."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.composer import Composer, Desk
from transcript_doctor.core.speech import File, Piece, Speech, address_of, json_of
from transcript_doctor.formats.openai_responses.request import pack, unpack
from transcript_doctor.formats.openai_responses.telling import NAME, read

_SOUNDS = {"audio/wav": "wav", "audio/x-wav": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3"}


def write(speech: Speech, desk: Desk) -> list[Any]:
    """Return the items that say it, in its order."""
    if speech.speaker == "tool":
        return [_result(piece, desk) for piece in speech.pieces]
    if speech.speaker == "assistant":
        return [item for piece in speech.pieces for item in _made(piece, desk)]
    parts = [part for piece in speech.pieces if (part := _part(piece, desk)) is not None]
    if not parts:
        return []
    role = speech.word if speech.word in ("system", "developer") else speech.speaker
    bare = len(parts) == 1 and speech.pieces[0].raw is None and len(speech.pieces) == 1
    return [{"type": "message", "role": role, "content": parts[0]["text"] if bare else parts}]


def _made(piece: Piece, desk: Desk) -> list[Any]:
    """Return the items of the assistant's turn that one part becomes."""
    if piece.kind in ("text", "refusal"):
        if desk.blank(piece):
            return []
        desk.shed(piece.rest)
        head = {"type": "message", "role": "assistant"}
        if piece.kind == "refusal":
            return [{**head, "content": [{"type": "refusal", "refusal": piece.text}]}]
        return [desk.keep({**head, "content": piece.text}, piece)]
    if piece.kind == "call":
        return [_call(piece, desk)]
    if piece.kind in ("reasoning", "other") and (node := desk.echo(piece)) is not None:
        return [node]
    if piece.kind == "reasoning" and piece.maker == NAME and _is_item(piece.raw):
        return [piece.raw]
    words = {"reasoning": "reasoning", "other": f"a part of type {piece.text}"}
    what = piece.file.kind if piece.file is not None else words.get(piece.kind, piece.kind)
    desk.lose(piece.place, what, piece.raw)
    return []


def _is_item(raw: object) -> bool:
    """Tell whether another format carried a reasoning item as it was."""
    return isinstance(raw, dict) and raw.get("type") == "reasoning" and "summary" in raw


def _call(piece: Piece, desk: Desk) -> Any:
    if (node := desk.echo(piece)) is not None:
        return node
    desk.shed(piece.rest)
    head = {"call_id": desk.ident(piece), "name": desk.name(piece.name)}
    if piece.custom == "custom" and isinstance(piece.arguments, str):
        return desk.keep({"type": "custom_tool_call", **head, "input": piece.arguments}, piece)
    said = piece.text or json_of(piece.arguments if piece.arguments is not None else {})
    return desk.keep({"type": "function_call", **head, "arguments": said}, piece)


def _result(piece: Piece, desk: Desk) -> Any:
    if (node := desk.echo(piece)) is not None:
        return node
    desk.shed(piece.rest)
    if piece.failed:
        desk.lose(piece.place, "that it failed", piece.raw)
    parts = [part for inner in piece.inner if (part := _part(inner, desk)) is not None]
    output: Any = parts
    if len(parts) <= 1 and all(part.get("type") == "input_text" for part in parts):
        output = parts[0]["text"] if parts else ""
    made = "custom_tool_call_output" if piece.custom == "custom" else "function_call_output"
    return desk.keep({"type": made, "call_id": desk.ident(piece), "output": output}, piece)


def _part(piece: Piece, desk: Desk) -> Any:
    if (node := desk.echo(piece)) is not None:
        return node
    made: Any = None
    if piece.kind in ("text", "refusal"):
        if desk.blank(piece):
            return None
        made = {"type": "input_text", "text": piece.text}
    elif piece.file is not None:
        made = _file(piece.file)
    if made is None:
        what = piece.file.kind if piece.file is not None else f"a part of type {piece.text}"
        desk.lose(piece.place, what, piece.raw)
    else:
        desk.shed(piece.rest)
    return desk.keep(made, piece)


def _file(file: File) -> Any:
    url = address_of(file)
    if url is None:
        return None
    if file.kind == "image":
        return {"type": "input_image", "image_url": url, "detail": "auto"}
    if file.kind == "audio" and file.data is not None and file.label in _SOUNDS:
        sound = {"data": file.data, "format": _SOUNDS[file.label]}
        return {"type": "input_audio", "input_audio": sound}
    if file.kind != "document":
        return None
    if file.url is not None:
        return {"type": "input_file", "file_url": file.url}
    return {"type": "input_file", "filename": file.title or "document", "file_data": url}


COMPOSER = Composer(read, write, unpack, pack, "both", lambda items: {"input": items})
