"""How what is said is written as Responses items."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.composer import Composer, Desk
from transcript_doctor.core.speech import UNTITLED, File, Piece, Speech, address_of, json_of
from transcript_doctor.formats.openai_responses.request import pack, unpack
from transcript_doctor.formats.openai_responses.telling import NAME, read


def write(speech: Speech, desk: Desk) -> list[Any]:
    """Return the items that say it, in its order."""
    if speech.speaker == "tool":
        return [_result(piece, desk) for piece in speech.pieces]
    if speech.speaker == "assistant":
        return _joined([item for piece in speech.pieces for item in _made(piece, desk)])
    parts = [part for piece in speech.pieces if (part := _part(piece, desk)) is not None]
    if not parts:
        return []
    role = speech.word if speech.word in ("system", "developer") else speech.speaker
    bare = len(parts) == 1 and speech.pieces[0].raw is None and len(speech.pieces) == 1
    return [{"type": "message", "role": role, "content": parts[0]["text"] if bare else parts}]


def _joined(items: list[Any]) -> list[Any]:
    """Return items with the parts of one message in one, where its id tells that they are."""
    made: list[Any] = []
    for item in items:
        before = made[-1] if made else {}
        ident = item.get("id") if item.get("type") == "message" else None
        if ident is not None and before.get("id") == ident and item is not before:
            made[-1] = {**before, "content": [*before["content"], *item["content"]]}
        else:
            made.append(item)
    return made


def _made(piece: Piece, desk: Desk) -> list[Any]:
    """Return the items of the assistant's turn that one part becomes."""
    if piece.kind in ("text", "refusal"):
        if desk.blank(piece):
            return []
        return [desk.keep(_said(piece, desk), piece)]
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


def _said(piece: Piece, desk: Desk) -> Any:
    """Return the message that says a text: as the item that it was where its id is known, else in short.

    A refusal is one only in such an item, for the SDK's types take no other.
    """
    desk.shed(piece.rest)
    head = {"type": "message", "role": "assistant"}
    if _is_of("msg", piece, desk):
        part = {"type": "output_text", "text": piece.text, "annotations": []}
        if piece.kind == "refusal":
            part = {"type": "refusal", "refusal": piece.text}
        return {**head, "id": piece.item, "status": "completed", "content": [part]}
    if piece.kind == "refusal":
        desk.lose(piece.place, "that it is a refusal", piece.raw)
    return {**head, "content": piece.text}


def _is_of(sort: str, piece: Piece, desk: Desk) -> bool:
    """Tell whether an item may bear the id that it had: one of its sort, and none that was refused."""
    known = isinstance(piece.item, str) and piece.item.startswith(f"{sort}_")
    return known and (piece.place[0], "id") not in desk.refused


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
    if _is_of("fc", piece, desk):
        head = {"id": piece.item, **head}
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
        if piece.kind == "refusal":
            desk.lose(piece.place, "that it is a refusal", piece.raw)
        made = {"type": "input_text", "text": piece.text}
    elif piece.file is not None:
        made = _file(piece.file)
        if made is not None:
            desk.lose_name(piece, made.get("filename"), by_address="filename" not in made)
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
    if file.kind != "document":
        return None  # the SDK's types know no sound as input
    if file.url is not None:
        return {"type": "input_file", "file_url": file.url}
    return {"type": "input_file", "filename": file.title or UNTITLED, "file_data": url}


COMPOSER = Composer(read, write, unpack, pack, "both", lambda items: {"input": items})
