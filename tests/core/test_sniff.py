"""What the first bytes of media tell, and what they do not."""

from __future__ import annotations

import base64
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.core.sniff import HEAD, head_of, kind_of_head, pixels_of_head

PNG_HEAD = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


def b64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ("iVBORw0KGgo=", "image/png"),
        ("iVBORw0KGgo", "image/png"),
        ("iVBORw0\nKGgo=", "image/png"),
        ("/9j/4AAQ...", "image/jpeg"),
        ("_9j_4AAQSkZJRg==", "image/jpeg"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b64(b"GIF89a"), "image/gif"),
        (b64(b"RIFF\0\0\0\0WEBPVP8 "), "image/webp"),
        (b64(b"RIFF\0\0\0\0WAVEfmt "), "audio/wav"),
        (b64(b"RIFF\0\0\0\0????"), None),
        (b64(b"%PDF-1.7"), "application/pdf"),
        (b64(b"PK\x03\x04"), "application/zip"),
        (b64(b"\0\0\0\x18ftypheic"), "image/heic"),
        (b64(b"\0\0\0\x18ftypisom"), "video/mp4"),
        (b64(b"<svg/>"), "image/svg+xml"),
        (b64(b'<?xml version="1.0"?><svg xmlns="x"/>'), "image/svg+xml"),
        (b64(b'<?xml version="1.0"?><note/>'), "text/xml"),
        (b64(b"\xef\xbb\xbf  <!DOCTYPE HTML><html>"), "text/html"),
        (b64(b"file not found"), "text/plain"),
        (b64(b"abc"), None),
        (b64(bytes(40)), None),
        ("", None),
        ("data:image/png;base64,iVBORw0KGgo=", None),
        ("[image omitted]", None),
    ],
)
def test_the_first_bytes_tell_the_kind(data: object, kind: str | None) -> None:
    head = head_of(data)
    assert head is not None
    assert kind_of_head(head.bytes) == kind
    assert head.size == len(data)  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [None, 7, ["iVBORw0KGgo="], {"a": 1}])
def test_what_is_no_data_has_no_head(data: object) -> None:
    assert head_of(data) is None


def test_only_the_head_is_decoded() -> None:
    long = b64(b"\x89PNG" + bytes(range(256)) * 4000)
    head = head_of(long)
    assert head is not None
    assert len(head.bytes) == HEAD * 3 // 4
    assert head.size == len(long)


@pytest.mark.parametrize(
    ("raw", "pixels"),
    [
        (PNG_HEAD + struct.pack(">II", 1440, 8570), (1440, 8570)),
        (PNG_HEAD + struct.pack(">I", 1440), None),
        (b"\x89PNG\r\n\x1a\n", None),
        (b"GIF89a" + struct.pack("<HH", 320, 200), (320, 200)),
        (b"GIF89a", None),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", None),
        (b"", None),
    ],
)
def test_png_and_gif_tell_their_size(raw: bytes, pixels: tuple[int, int] | None) -> None:
    assert pixels_of_head(raw) == pixels


@given(st.text() | st.binary())
def test_any_text_and_any_bytes_have_a_head(data: str | bytes) -> None:
    head = head_of(data)
    assert head is not None
    kind_of_head(head.bytes)
    pixels_of_head(head.bytes)
