"""Keys that come with requests: compared where that was asked for, and never written down."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

_AWS = re.compile(rb"Credential=([^/,\s]+)/|Signature=(\w+)")
_HEADERS = (b"authorization", b"x-api-key", b"api-key", b"x-goog-api-key")
"""Where providers look for keys."""
_SECRET = re.compile(r"auth|key|token|secret|cookie|credential|password|signature", re.IGNORECASE)
"""Names of headers and of parameters whose values are nobody's business."""
_SHORTEST = 8
"""Bytes of what is looked for in bodies: a shorter word is no key, and may stand there by chance."""
_WORD = re.compile(rb"[a-z_./:-]{0,15}")
"""A word such as `anthropic` or `not-needed` is no key either, and a body needs its words."""
HELD_BACK = "[a key, held back]"
_IN_TOOLS = ("authorization", "authorization_token")
"""Keys of tools and servers of tools that hold a secret, by their own documentation (MCP, 2026)."""


def is_right(key: str, headers: dict[bytes, bytes], query: bytes) -> bool:
    """Tell whether a request carries the key; of a signature by AWS, the id of the key is compared."""
    wanted = key.encode()
    return any(hmac.compare_digest(given, wanted) for given in _given(headers, query))


def secrets_of(headers: dict[bytes, bytes], query: bytes) -> list[bytes]:
    """Return what came beside a body and must not be written down, the longest first."""
    found = set(_given(headers, query))
    found |= {value for name, value in headers.items() if _SECRET.search(name.decode("latin-1"))}
    found |= {v for name, v in _pairs(query) if _SECRET.search(name)}
    found |= {crumb.partition(b"=")[2] for crumb in headers.get(b"cookie", b"").split(b"; ")}
    kept = [one for one in found if len(one) >= _SHORTEST and not _WORD.fullmatch(one)]
    return sorted(kept, key=len, reverse=True)


def without(secrets: list[bytes], raw: bytes) -> bytes:
    """Return bytes without those secrets, also where JSON's escapes write them another way."""
    for secret in secrets:
        if secret in raw:
            raw = raw.replace(secret, HELD_BACK.encode())
        if b"\\u00" in raw or b"\\/" in raw:
            raw = re.sub(_escaped(secret), HELD_BACK.encode(), raw)
    return raw


def hold_back(body: dict[str, Any]) -> None:
    """Take the keys out of a body that it brings along for the servers of its tools."""
    for name in ("tools", "mcp_servers"):
        rows = body.get(name)
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict):
                _blank(row, _IN_TOOLS)
                if isinstance(row.get("headers"), dict):
                    _blank(row["headers"], tuple(row["headers"]))


def _blank(row: dict[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        if isinstance(row.get(name), str):
            row[name] = HELD_BACK


def _escaped(secret: bytes) -> bytes:
    """Return a pattern for a secret each of whose characters may be escaped."""
    return b"".join(
        rb"(?:\\?%b|\\u00(?i:%02x))" % (re.escape(secret[k : k + 1]), secret[k])
        for k in range(len(secret))
    )


def _given(headers: dict[bytes, bytes], query: bytes) -> list[bytes]:
    found = []
    for name in _HEADERS:
        if value := headers.get(name, b"").strip():
            found += [value, value.split(None, 1)[-1]]  # behind `Bearer`, in whatever case
            found += [word for pair in _AWS.findall(value) for word in pair if word]
    return found + [value for name, value in _pairs(query) if name == "key"]


def _pairs(query: bytes) -> Iterator[tuple[str, bytes]]:
    if b"=" not in query:
        return
    try:
        pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    except ValueError:  # too many of them
        return
    yield from ((name, value.encode("utf-8", "replace")) for name, value in pairs)
