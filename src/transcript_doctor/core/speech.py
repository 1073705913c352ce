"""What a message says, whatever its format: rows that a conversion reads and writes.

A row keeps the raw node that it was read from and the name of that node's format, so that what
came from the target's format goes back as the very node, and so that every key which no other
format has can be confessed as a loss instead of vanishing.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from transcript_doctor.place import Steps

Speaker = Literal["system", "user", "assistant", "tool"]
Kind = Literal["text", "refusal", "call", "result", "file", "reasoning", "other"]


class File(NamedTuple):
    """An image, document, audio or video: its media type, base64 text or address, and its title."""

    kind: str
    label: str | None
    data: str | None
    url: str | None = None
    title: str | None = None


UNTITLED = "document"
"""What a document is called where a format wants a name for it and nobody gave one."""


class Piece:
    """One part of what is said.

    `place` is below the list; `raw` is the very node, or None where the part is no node of its own;
    `rest` are the keys of the node that only its own format has, with their places.
    """

    __slots__ = (
        "arguments", "custom", "failed", "file", "format", "id", "inner", "item", "kind", "maker",
        "name", "place", "raw", "rest", "seal", "text",
    )  # fmt: skip

    def __init__(self, kind: Kind, format: str, place: Steps, raw: object, text: str = "") -> None:
        self.kind, self.format, self.place, self.raw, self.text = kind, format, place, raw, text
        self.id: str | None = None
        self.item: str | None = None
        """The server's own id of the item that a text or a call is, or stands in."""
        self.name: str | None = None
        self.arguments: Any = None
        """Of a call: an object, or the text that stands in the place of one."""
        self.custom = ""
        """The word for a call that is no function's, such as `custom` or `local_shell`."""
        self.failed = False
        self.inner: list[Piece] = []
        """Of a result: what it holds."""
        self.file: File | None = None
        self.seal: Any = None
        """A signature or payload that only its maker can read."""
        self.maker = ""
        """Whose reasoning or seal it is; empty where that is not known."""
        self.rest: tuple[tuple[Steps, Any], ...] = ()


class Speech:
    """What one speaker says at a time; `first` and `last` are the messages that it was read from."""

    __slots__ = ("first", "last", "pieces", "raw", "rest", "speaker", "word")

    def __init__(
        self, speaker: Speaker, pieces: list[Piece], index: int, raw: object, word: str = ""
    ) -> None:
        self.speaker, self.pieces, self.raw, self.word = speaker, pieces, raw, word or speaker
        self.first = self.last = index
        self.rest: tuple[tuple[Steps, Any], ...] = ()

    @property
    def calls(self) -> bool:
        """Whether something in it is a call."""
        return any(piece.kind == "call" for piece in self.pieces)


def speaker_of(role: object, speakers: Mapping[str, Speaker]) -> Speaker:
    """Return who speaks under a role; whoever is not known is a user."""
    return speakers.get(role, "user") if isinstance(role, str) else "user"


def rest_of(
    node: Mapping[Any, Any], place: Steps, told: Iterable[str]
) -> tuple[tuple[Steps, Any], ...]:
    """Return the keys of a node beside those that are told, unless nothing stands under them."""
    known = frozenset(told)
    return tuple(
        ((*place, str(key)), value)
        for key, value in node.items()
        if key not in known
        and value is not None
        and value is not False
        and value not in ("", [], {})
    )


def title_of(value: Any) -> str | None:
    """Return what a document is called; None where the name only stands for one that is lacking."""
    return value if isinstance(value, str) and value not in ("", UNTITLED) else None


def joined_texts(rows: Any, *keys: str) -> str:
    """Return the texts under the first of some keys in each object of a list, line by line."""
    nodes = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    texts = (next((n[key] for key in keys if isinstance(n.get(key), str)), "") for n in nodes)
    return "\n".join(text for text in texts if text)


def texts_of(value: Any, format: str, place: Steps) -> list[Piece]:
    """Return a bare text as a list of one piece, which has no node of its own."""
    return [Piece("text", format, place, None, value)] if isinstance(value, str) else []


_DATA_URL = re.compile(r"data:([^;,]*)(?:;[^;,]*)*?(;base64)?,", re.IGNORECASE)
_ENDINGS = {
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "pdf": "application/pdf", "txt": "text/plain", "wav": "audio/wav",
    "mp3": "audio/mpeg", "mp4": "video/mp4",
}  # fmt: skip


def addressed(kind: str, url: str, title: str | None = None) -> File:
    """Return a file by its address; a data address holds the label and the data itself."""
    found = _DATA_URL.match(url)
    if found is None or not found[2]:
        return File(kind, None, None, url, title)
    return File(kind, found[1] or None, url[found.end() :], None, title)


def address_of(file: File) -> str | None:
    """Return where a file is: its address, or one that holds its data; None where neither is known."""
    if file.url is not None:
        return file.url
    label = label_of(file)
    return f"data:{label};base64,{file.data}" if label and file.data is not None else None


def label_of(file: File) -> str | None:
    """Return a file's media type: the one that is given, or the one that its address ends in."""
    if file.label or file.url is None:
        return file.label
    return _ENDINGS.get(re.split(r"[?#]", file.url)[0].rpartition(".")[2].lower())


def base64_of(value: Any) -> str | None:
    """Return data as base64 text, whether it was text or bytes; None for anything else."""
    if isinstance(value, bytes | bytearray):
        return base64.b64encode(value).decode()
    return value if isinstance(value, str) else None


class _Odd(ValueError):
    """JSON that would not come back as it is."""


def _float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise _Odd(text)
    return number


def _constant(text: str) -> Any:
    raise _Odd(text)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _Odd("a key stands twice")
    return made


def object_of(text: str) -> dict[str, Any] | None:
    """Return the object that a JSON text holds; None where it holds none, or would not come back."""
    try:
        found = json.loads(
            text, parse_float=_float, parse_constant=_constant, object_pairs_hook=_pairs
        )
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def json_of(value: Any) -> str:
    """Return a value as JSON text; what is no JSON becomes the text that Python has for it."""
    try:
        return json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        return str(value)
