"""What Gemini contents say, as rows that other formats can be written from."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.speech import (
    File,
    Piece,
    Speaker,
    Speech,
    base64_of,
    json_of,
    rest_of,
    speaker_of,
)
from transcript_doctor.core.walk import MISSING
from transcript_doctor.formats.gemini.keys import DATA, either
from transcript_doctor.formats.gemini.signatures import seal_of
from transcript_doctor.place import Steps

NAME = "gemini"
SAID, FAILED = ("output",), ("error",)
"""The key of a response that is one text, and of one that failed."""
_SPEAKERS: dict[str, Speaker] = {"model": "assistant", "assistant": "assistant", "system": "system"}
_SEALS = ("thoughtSignature", "thought_signature")


def read(content: Any, index: int) -> list[Speech]:
    """Return what one content says; responses are the tools', and stand in front of the user's words."""
    if isinstance(content, str):
        return [Speech("user", [Piece("text", NAME, (index,), content, content)], index, content)]
    found = content.get("parts")
    if isinstance(found, list):
        pieces = [piece_of(part, (index, "parts", j)) for j, part in enumerate(found)]
    elif found:
        pieces = [piece_of(found, (index, "parts"))]
    else:
        bare = "role" not in content and not content.keys().isdisjoint(DATA)
        pieces = [piece_of(content, (index,))] if bare else []
    results = [piece for piece in pieces if piece.kind == "result"]
    others = [piece for piece in pieces if piece.kind != "result"]
    made = [Speech("tool", results, index, content)] if results else []
    if others or not results:
        made.append(Speech(speaker_of(content.get("role"), _SPEAKERS), others, index, content))
    return made


def piece_of(part: Any, place: Steps) -> Piece:
    """Return what one part says."""
    if isinstance(part, str):
        return Piece("text", NAME, place, part, part)
    node = part if isinstance(part, dict) else {}
    keys = [key for key, value in node.items() if value is not None and key in DATA]
    key = keys[0] if keys else ""
    kind, value = DATA.get(key, ""), node.get(key)
    piece: Piece | None = None
    if node.get("thought") is True and kind in ("text", ""):
        piece = Piece("reasoning", NAME, place, part, value if isinstance(value, str) else "")
        piece.seal, piece.maker = seal_of(node), NAME
        piece.rest = rest_of(node, place, (key, "thought", *_SEALS))
        return piece
    if kind == "text" and isinstance(value, str):
        piece = Piece("text", NAME, place, part, value)
    elif kind in _READERS and isinstance(value, dict):
        piece = _READERS[kind](value, (*place, key), part, place)
    if piece is None:
        return Piece("other", NAME, place, part, kind or "no kind that is known")
    piece.rest = (*piece.rest, *rest_of(node, place, (key, "thought")))
    return piece


def _call(call: dict[str, Any], at: Steps, part: Any, place: Steps) -> Piece:
    piece = Piece("call", NAME, place, part)
    ident, name, given = call.get("id"), call.get("name"), call.get("args")
    piece.id = ident if isinstance(ident, str) and ident else None
    piece.name, piece.arguments = name, {} if given is None else given
    piece.rest = rest_of(call, at, ("id", "name", "args"))
    return piece


def _response(response: dict[str, Any], at: Steps, part: Any, place: Steps) -> Piece:
    piece = Piece("result", NAME, place, part)
    ident, value = response.get("id"), response.get("response")
    piece.id = ident if isinstance(ident, str) and ident else None
    piece.name = response.get("name")
    piece.failed = isinstance(value, dict) and "error" in value
    piece.inner = [Piece("text", NAME, (*at, "response"), None, said_in(value))]
    if piece.inner[0].text == "":
        piece.inner = []
    parts = response.get("parts")
    for k, node in enumerate(parts if isinstance(parts, list) else ()):
        piece.inner.append(piece_of(node, (*at, "parts", k)))
    piece.rest = rest_of(response, at, ("id", "name", "response", "parts"))
    return piece


def said_in(value: Any) -> str:
    """Return what a response says: its one text, or all of it as JSON."""
    if isinstance(value, dict) and tuple(value) in (SAID, FAILED):
        (only,) = value.values()
        if isinstance(only, str):
            return only
    return "" if value is None else json_of(value)


def _file(node: dict[str, Any], at: Steps, part: Any, place: Steps) -> Piece | None:
    label, url = either(node, "mimeType", "mime_type"), either(node, "fileUri", "file_uri")
    label = label if isinstance(label, str) else None
    sort = (label or "").partition("/")[0]
    kind = sort if sort in ("image", "audio", "video") else "document"
    title = either(node, "displayName", "display_name")
    data = base64_of(node.get("data"))
    if data is None and not isinstance(url, str):
        return None
    piece = Piece("file", NAME, place, part)
    address = url if data is None and url is not MISSING else None
    piece.file = File(kind, label, data, address, title if isinstance(title, str) else None)
    told = ("mimeType", "mime_type", "data", "fileUri", "file_uri", "displayName", "display_name")
    piece.rest = rest_of(node, at, told)
    return piece


_READERS = {
    "functionCall": _call, "functionResponse": _response, "inlineData": _file, "fileData": _file,
}  # fmt: skip
