"""How what is said is written as OpenAI chat messages."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.composer import Composer, Desk
from transcript_doctor.core.speech import Piece, Speech, json_of
from transcript_doctor.formats.openai_chat.own import odd
from transcript_doctor.formats.openai_chat.request import pack, unpack
from transcript_doctor.formats.openai_chat.telling import NAME, read
from transcript_doctor.formats.openai_chat.writing import (
    content_of,
    fields_of,
    file_for,
    part_for,
    parts_for,
    takes,
)


def write(speech: Speech, desk: Desk) -> list[Any]:
    """Return the messages that say it: each result is one."""
    if speech.speaker == "tool":
        return [_result(piece, desk) for piece in speech.pieces]
    word = speech.word if speech.word in ("system", "developer") else speech.speaker
    if word == "developer" and desk.bites("R002", "developer"):
        word = "system"
    made: dict[str, Any] = {"role": word}
    calls = [_call(piece, desk) for piece in speech.pieces if piece.kind == "call"]
    fields = fields_of(speech, desk)
    parts = parts_for([p for p in speech.pieces if p.kind != "call"], desk, speech.speaker)
    _confess_order(speech, desk)
    if not (parts or calls or fields):
        return []
    made["content"] = content_of(parts, desk) if parts else None
    made.update(fields)
    if calls:
        made["tool_calls"] = calls
    return [made]


def _confess_order(speech: Speech, desk: Desk) -> None:
    """Say what stood behind a call, for here all calls are behind all words."""
    called = False
    for piece in speech.pieces:
        called = called or piece.kind == "call"
        if called and piece.kind in ("text", "refusal", "file"):
            desk.lose(piece.place, "its place behind a call", piece.raw)


def _call(piece: Piece, desk: Desk) -> Any:
    if (node := desk.echo(piece)) is not None:
        return node
    desk.shed(piece.rest)
    head = {"id": desk.ident(piece)}
    if piece.custom == "custom" and isinstance(piece.arguments, str):
        inner = {"name": desk.name(piece.name), "input": piece.arguments}
        return desk.keep({**head, "type": "custom", "custom": inner}, piece)
    said = piece.text or json_of(piece.arguments if piece.arguments is not None else {})
    function = {"name": desk.name(piece.name), "arguments": said}
    return desk.keep({**head, "type": "function", "function": function}, piece)


def _result(piece: Piece, desk: Desk) -> Any:
    if (node := desk.echo(piece)) is not None:
        return node
    if piece.format != NAME:
        desk.shed(piece.rest)
    if piece.failed:
        desk.lose(piece.place, "that it failed", piece.raw)
    parts = [part for inner in piece.inner if (part := _inner(inner, desk)) is not None]
    content: Any = parts
    texts = all(part["type"] == "text" for part in parts)
    if not parts or (len(parts) == 1 and texts and parts[0].keys() == {"type", "text"}):
        content = parts[0]["text"] if parts else ""
    elif texts and desk.bites("C005", "not-text"):
        content = "\n".join(part["text"] for part in parts)
    made = {"role": "tool", "tool_call_id": desk.ident(piece), "content": content}
    return desk.keep({**_own_keys(piece, desk), **made}, piece)


def _own_keys(piece: Piece, desk: Desk) -> dict[str, Any]:
    """Return the keys of this very format that a result keeps where it is written anew."""
    if piece.format != NAME or not isinstance(piece.raw, dict):
        return {}
    desk.shed(tuple(row for row in piece.rest if row[0] in desk.refused))
    kept = {str(row[0][-1]): row[1] for row in piece.rest if row[0] not in desk.refused}
    name = piece.raw.get("name")
    return {**kept, "name": desk.name(name)} if name is not None else kept


def _inner(piece: Piece, desk: Desk) -> Any:
    """Return a part of a result; pictures in one are what few targets take."""
    if _refused(piece, desk):
        desk.lose(piece.place, piece.file.kind if piece.file else "a file", piece.raw)
        return None
    if (node := desk.echo(piece)) is not None:
        return node
    made = part_for(piece, desk, "tool")
    if made is not None:
        desk.shed(piece.rest)
    return desk.keep(made, piece)


def _refused(piece: Piece, desk: Desk) -> bool:
    """Tell whether the target takes no such file in a result."""
    case = "media" if piece.file is not None and piece.file.kind == "image" else "other-media"
    return piece.kind == "file" and desk.bites("C005", case)


def leaves(result: Piece, part: Piece, desk: Desk) -> bool:
    """Tell whether a file has to leave its result, and may stand in a user's message."""
    made = file_for(part)
    if made is None or not takes(made["type"], "user", desk):
        return False
    return _refused(part, desk) or not takes(made["type"], "tool", desk)


COMPOSER = Composer(
    read, write, unpack, pack, "inside", lambda messages: {"messages": messages}, leaves, odd
)
