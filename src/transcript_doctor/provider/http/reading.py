"""Reading a request's body: bounded in size and time, and every fault of it told in the provider's form."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from transcript_doctor.jsontext.strict import strict_json

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_DRAINED = 8
"""So many times the limit is read and thrown away, so that the client hears the answer."""


class Left(Exception):
    """The client went away before the body was whole."""


class Unreadable(Exception):
    """A body that is not taken: the status and why."""

    def __init__(self, status: int, why: str = "") -> None:
        self.status, self.why = status, why
        super().__init__(why)


async def read_body(
    receive: Receive, headers: dict[bytes, bytes], most: int, seconds: float
) -> bytes:
    """Return the bytes of a body; raises `Left`, or `Unreadable` where it is too large or too slow."""
    length = headers.get(b"content-length", b"")
    stated = int(length) if length.isdigit() and len(length) < 20 else 0
    if stated > most and (stated > most * _DRAINED or b"expect" in headers):
        raise Unreadable(413)
    try:
        async with asyncio.timeout(seconds):
            return await _all(receive, most, stated)
    except TimeoutError:
        raise Unreadable(408) from None


async def _all(receive: Receive, most: int, stated: int) -> bytes:
    chunks: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise Left
        chunk = message.get("body", b"")
        size, more = size + len(chunk), message.get("more_body", False)
        if size > most or stated > most:
            chunks.clear()
            if size > most * _DRAINED:
                break
        else:
            chunks.append(chunk)
    if size > most or stated > most:
        raise Unreadable(413)
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def parsed(raw: bytes, content_type: bytes | None) -> dict[str, Any]:
    """Return the object in a body; raises `Unreadable` with what is wrong and where."""
    if content_type is not None and not _is_json(content_type):
        raise Unreadable(415)
    try:
        value = strict_json(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        raise Unreadable(400, f"byte {fault.start} is not UTF-8") from None
    except json.JSONDecodeError as fault:
        spot = f"line {fault.lineno} column {fault.colno}"
        raise Unreadable(400, f"{fault.msg[:1].lower()}{fault.msg[1:]}: {spot}") from None
    except RecursionError:
        raise Unreadable(400, "nested too deeply") from None
    except ValueError as fault:
        why = str(fault).partition(";")[0][:100]  # behind it Python says how to set its limit
        raise Unreadable(400, why) from None
    if not isinstance(value, dict):
        raise Unreadable(400, "the body must be an object")
    return value


def count_values(raw: bytes, value: Any, most: int) -> int:
    """Return about how many values a body has, never less; raises `Unreadable` where they are too many."""
    at_most = 1 + raw.count(b",") + raw.count(b"[") + raw.count(b"{")  # some stand in texts
    if at_most <= most:
        return at_most
    found, stack = 0, [value]
    while stack:
        node = stack.pop()
        if isinstance(node, dict | list):
            found += len(node)
            stack += node.values() if isinstance(node, dict) else node
        if found > most:
            raise Unreadable(413)
    return found


def _is_json(content_type: bytes) -> bool:
    kind = content_type.partition(b";")[0].strip().lower()
    return kind == b"application/json" or kind.endswith(b"+json")
