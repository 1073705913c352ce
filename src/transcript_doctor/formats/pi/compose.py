"""How what is said is written as pi messages, and as the request around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.around import NO_ARGUMENTS, texts_said, tools_from
from transcript_doctor.core.composer import Around, Composer, Desk, Tool
from transcript_doctor.core.speech import Piece, Speech, json_of, rest_of, texts_of
from transcript_doctor.formats.pi.keys import either
from transcript_doctor.formats.pi.telling import MAKERS, NAME, TIE, read

_TOLD = ("name", "description", "parameters")
_APIS = {maker: api for api, maker in reversed(MAKERS.items())}


def write(speech: Speech, desk: Desk) -> list[Any]:
    """Return the messages that say it: each result is one."""
    if speech.speaker == "tool":
        return [_write_result(piece, desk) for piece in speech.pieces]
    parts = [part for piece in speech.pieces if (part := _part(piece, desk)) is not None]
    if not parts:
        return []
    if speech.speaker != "assistant":
        return [{"role": "user", "content": parts}]
    made = {"role": "assistant", "content": parts}
    makers = {p.maker for p in speech.pieces if p.kind == "reasoning" and p.maker in _APIS}
    if len(makers) == 1:
        made["api"] = _APIS[makers.pop()]
    return [{**made, "stop_reason": "toolUse" if speech.calls else "stop"}]


def _part(piece: Piece, desk: Desk) -> Any:
    if (node := desk.echo(piece)) is not None:
        return node
    made = _WRITERS.get(piece.kind, _lost)(piece, desk)
    if made is not None:
        desk.shed(piece.rest)
    return desk.keep(made, piece)


def _text(piece: Piece, desk: Desk) -> Any:
    if piece.kind == "refusal":
        desk.lose(piece.place, "that it is a refusal", piece.raw)
    if desk.blank(piece):
        return None
    made = {"type": "text", "text": piece.text}
    return {**made, "text_signature": piece.item} if piece.item else made


def _call(piece: Piece, desk: Desk) -> Any:
    ident, name = desk.ident(piece), desk.name(piece.name)
    return {"type": "toolCall", "id": ident, "name": name, "arguments": piece.arguments}


def _image(piece: Piece, desk: Desk) -> Any:
    file = piece.file
    if file is None or file.kind != "image" or file.data is None or file.label is None:
        return _lost(piece, desk)
    desk.lose_name(piece, None)
    return {"type": "image", "mime_type": file.label, "data": file.data}


def _reasoning(piece: Piece, desk: Desk) -> Any:
    if not (piece.text or piece.seal or piece.maker):
        desk.lose(piece.place, "reasoning", piece.raw)
        return None
    made: dict[str, Any] = {"type": "thinking", "thinking": piece.text}
    if piece.maker == "openai-responses":
        return {**made, "thinking_signature": json_of(piece.raw)}
    if isinstance(piece.seal, str):
        made["thinking_signature"] = piece.seal
    return {**made, "redacted": True} if piece.custom == "redacted" else made


def _lost(piece: Piece, desk: Desk) -> Any:
    what = piece.file.kind if piece.file is not None else f"a part of type {piece.text}"
    desk.lose(piece.place, what, piece.raw)


_WRITERS = {
    "text": _text, "refusal": _text, "call": _call, "file": _image, "reasoning": _reasoning,
}  # fmt: skip


def _write_result(piece: Piece, desk: Desk) -> Any:
    if (node := desk.echo(piece)) is not None:
        return node
    desk.shed(piece.rest)
    inner = [part for row in piece.inner if (part := _part(row, desk)) is not None]
    made = {
        "role": "toolResult", "tool_call_id": desk.ident(piece),
        "tool_name": desk.name(piece.name), "content": inner, "is_error": piece.failed,
    }  # fmt: skip
    return desk.keep(made, piece)


def unpack(body: Mapping[str, Any]) -> Around:
    """Return what stands around the messages of a request."""
    system, key = either(body, "system", "systemPrompt")
    tools, odd = tools_from(body.get("tools"), _tool, _TOLD)
    rest = rest_of(body, (), ("messages", "model", "tools", key))
    return Around(tuple(texts_of(system, NAME, (key,))), tools, rest=(*odd, *rest))


def _tool(row: dict[str, Any]) -> Tool | None:
    if not isinstance(row.get("name"), str):
        return None
    return Tool(row["name"], row.get("description"), row.get("parameters"))


def pack(around: Around, desk: Desk) -> dict[str, Any]:
    """Return the keys that say what stands around the messages."""
    made: dict[str, Any] = {}
    texts = texts_said(around.system, desk)
    if texts:
        made["system"] = "\n".join(texts)
    if around.tools:
        made["tools"] = [
            {"name": t.name, "description": t.description or "", "parameters": t.schema or NO_ARGUMENTS}
            for t in around.tools
        ]  # fmt: skip
    for word in around.settings:
        around.lose_setting(word, desk)
    if around.choice is not None:
        desk.lose(around.spot("choice"), "how the model may use tools", None)
    return made


COMPOSER = Composer(
    read, write, unpack, pack, "outside", lambda messages: {"messages": messages},
    tie=lambda ident, item: f"{ident}{TIE}{item}", untie=lambda ident: ident.partition(TIE)[0],
)  # fmt: skip
