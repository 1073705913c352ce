"""What the first bytes of a medium tell: its kind, and for some kinds its size in pixels.

Only the head of the data is ever decoded, so that a check costs the same for a stub and for ten
megabytes.
"""

from __future__ import annotations

import binascii
import re
from typing import NamedTuple

HEAD = 96
"""Characters of base64 text that are decoded: 72 bytes, enough for every mark below."""

_MARKS: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"%PDF", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"BM", "image/bmp"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"fLaC", "audio/flac"),
    (b"\x1aE\xdf\xa3", "video/webm"),
    (b"\x1f\x8b", "application/gzip"),
)
_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav", b"AVI ": "video/x-msvideo"}
_BRANDS = {
    b"heic": "image/heic",
    b"heix": "image/heic",
    b"mif1": "image/heif",
    b"avif": "image/avif",
}
_TAGS: tuple[tuple[bytes, str], ...] = (
    (b"<svg", "image/svg+xml"),
    (b"<!doctype html", "text/html"),
    (b"<html", "text/html"),
    (b"<?xml", "text/xml"),
)
SAME = {
    "image/jpg": "image/jpeg",
    "image/pjpeg": "image/jpeg",
    "application/x-pdf": "application/pdf",
}
"""Labels that mean the same kind as another."""
KNOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf"})
"""Kinds whose mark always stands first, so that its absence is proof."""


class Head(NamedTuple):
    """The first bytes of a medium, and the length of the whole (base64 characters, or bytes)."""

    bytes: bytes
    size: int


def head_of(data: object) -> Head | None:
    """Return the head of base64 text or of bytes, or None where there is no data to look at.

    Decoding stops at the first character that is not base64; both of its alphabets are read.
    """
    if isinstance(data, bytes | bytearray):
        return Head(bytes(data[:HEAD]), len(data))
    if not isinstance(data, str):
        return None
    match = _BASE64.match("".join(data[:HEAD].split()))
    text = match[0] if match else ""
    text = text[: len(text) - (len(text) % 4 == 1)].translate(_URL_SAFE)
    return Head(binascii.a2b_base64(text + "=" * (-len(text) % 4)), len(data))


_BASE64 = re.compile(r"[A-Za-z0-9+/_-]*")
_URL_SAFE = str.maketrans("-_", "+/")


def kind_of_head(head: bytes) -> str | None:
    """Return the media type that the first bytes show, or None where nothing is recognised."""
    for mark, kind in _MARKS:
        if head.startswith(mark):
            return kind
    if head[:4] == b"RIFF":
        return _RIFF.get(head[8:12])
    if head[4:8] == b"ftyp":
        return _BRANDS.get(head[8:12], "video/mp4")
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    for tag, kind in _TAGS:
        if text.startswith(tag):
            return "image/svg+xml" if kind == "text/xml" and b"<svg" in text else kind
    if len(text) > 3 and all(32 <= byte < 127 or byte in b"\t\n\r" for byte in text):
        return "text/plain"
    return None


def pixels_of_head(head: bytes) -> tuple[int, int] | None:
    """Return width and height where the first bytes hold them (PNG and GIF), else None."""
    if head[:4] == b"\x89PNG" and head[12:16] == b"IHDR" and len(head) >= 24:
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    if head[:4] == b"GIF8" and len(head) >= 10:
        return int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")
    return None
