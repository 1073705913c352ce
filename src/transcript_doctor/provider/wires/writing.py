"""How wires write: JSON on one line of ASCII, events of a stream, text in pieces, ids and seals.

Ids are made from numbers, so that a run that is repeated gives the same ones.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from typing import Any

from transcript_doctor.acts.strict.envelopes import Saying, sealed

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""Letters and digits, without those that look alike."""
_LETTER = bytes(ord(_ALPHABET[byte % len(_ALPHABET)]) for byte in range(256))
"""For each byte the letter that stands for it."""
_LEAST, _MOST = 12, 48
"""A piece has this many characters at least, and a part is cut into this many pieces at most."""
_ENCODER = json.JSONEncoder(separators=(",", ":"))
DONE = b"data: [DONE]\n\n"
"""The end of a stream of chat chunks."""
SSE = "text/event-stream; charset=utf-8"


def packed(value: Any) -> bytes:
    """Return compact JSON in ASCII: no line break, half a surrogate pair or U+2028 can harm a frame."""
    return _ENCODER.encode(value).encode("ascii")


def event(data: dict[str, Any], *, named: bool = False) -> bytes:
    """Return a server-sent event; a named one tells the type of its data in a line of its own."""
    head = f"event: {data['type']}\n".encode("ascii") if named else b""
    return head + b"data: " + packed(data) + b"\n\n"


def pieces(text: str) -> Iterator[str]:
    """Cut a text into the pieces in which it is streamed: few for a long one, none for an empty one."""
    size = max(_LEAST, -(-len(text) // _MOST))
    for start in range(0, len(text), size):
        yield text[start : start + size]


def letters(seed: str, count: int) -> str:
    """Return letters and digits that stand for a seed, at most 64 of them."""
    return hashlib.sha512(seed.encode()).digest().translate(_LETTER)[:count].decode("ascii")


def hexes(seed: str, count: int) -> str:
    """Return hexadecimal digits that stand for a seed, at most 64 of them."""
    return hashlib.sha256(seed.encode()).hexdigest()[:count]


def seal_for(seed: str) -> str:
    """Return a made-up signature: base64, as real ones are, and the same for the same seed."""
    return base64.b64encode(hashlib.sha512(seed.encode("utf-8", "replace")).digest() * 2).decode(
        "ascii"
    )


def padding(seed: int) -> str:
    """Return the filler by which providers hide how long a piece is: other lengths, no meaning."""
    return _ALPHABET[: 1 + seed * 7 % 16]


def error_body(envelope: str, status: int, sentence: str) -> dict[str, Any]:
    """Return the error as an envelope of the strict judge writes it."""
    return sealed(envelope, Saying(status, sentence))[0]
