"""AWS's binary event stream, in which Bedrock sends its events.

A frame is: its length, the length of its headers, a CRC32 of these two, the headers, the payload, and a CRC32
of all before it; numbers are big-endian (smithy.io, "Amazon Event Stream" specification, 2026).
"""

from __future__ import annotations

import struct
from binascii import crc32
from typing import Any

from transcript_doctor.provider.wires.writing import packed

MEDIA_TYPE = "application/vnd.amazon.eventstream"
_STRING = 7
"""The type of a header's value: text, with its length in two bytes before it."""


def event_frame(kind: str, payload: dict[str, Any]) -> bytes:
    """Return the frame of an event."""
    named = {":event-type": kind, ":content-type": "application/json", ":message-type": "event"}
    return framed(named, packed(payload))


def exception_frame(kind: str, payload: dict[str, Any]) -> bytes:
    """Return the frame by which a stream says that it failed."""
    named = {
        ":exception-type": kind,
        ":content-type": "application/json",
        ":message-type": "exception",
    }
    return framed(named, packed(payload))


def framed(headers: dict[str, str], payload: bytes) -> bytes:
    """Return one frame."""
    head = b"".join(_header(name, value) for name, value in headers.items())
    lengths = struct.pack("!II", len(head) + len(payload) + 16, len(head))
    made = lengths + struct.pack("!I", crc32(lengths)) + head + payload
    return made + struct.pack("!I", crc32(made))


def _header(name: str, value: str) -> bytes:
    key, text = name.encode(), value.encode()
    return struct.pack("!B", len(key)) + key + struct.pack("!BH", _STRING, len(text)) + text
