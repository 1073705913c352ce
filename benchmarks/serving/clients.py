"""The clients: conversations that ask three times, each time with a longer history, and read every stream.

They speak HTTP by hand, for a client library would cost more than what is measured.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterator
from typing import Any, NamedTuple, Self

AT_ONCE = 200
"""Conversations that are under way at the same time, each on a connection of its own."""
SCRIPT = [
    {
        "say": "I look into the first file of the two.",
        "call": "read",
        "arguments": {"path": "a.py"},
    },
    {"say": "And now I look into the second one.", "call": "read", "arguments": {"path": "b.py"}},
    {"say": "The first file sets A to 1, the second one sets B to 2, and that is all there is."},
]
_TURNS = len(SCRIPT)
_STRANGERS = 50
"""Connections over which requests with bad keys come."""
_FIRST = itertools.count(0, 1_000_000)
_TOOL = {
    "name": "read",
    "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}},
}


class Tally(NamedTuple):
    """How many requests were asked, and how many were not answered as they should."""

    requests: int
    errors: int


async def converse(port: int, conversations: int) -> Tally:
    """Hold so many conversations with a server, no more than `AT_ONCE` of them at a time."""
    first = next(_FIRST)
    waiting = iter(range(first, first + conversations))
    results = await asyncio.gather(*(_worker(port, waiting) for _ in range(AT_ONCE)))
    return Tally(*map(sum, zip(*results, strict=True)))


async def frames_at(port: int) -> int:
    """Return how many frames a stream of the provider has."""
    async with _Line(port) as line:
        raw = await line.ask([{"role": "user", "content": "How many?"}], -1)
    return raw.count(b"event: ")


async def knock(port: int, times: int) -> int:
    """Ask so often, each time with another bad key; return how often the answer was the provider's 401."""
    numbers = iter(range(times))

    async def stranger() -> int:
        refused = 0
        async with _Line(port) as line:
            for number in numbers:
                said = [{"role": "user", "content": "hi"}]
                raw = await line.ask(said, number, key=b"bad-%d" % number)
                refused += raw.startswith(b"HTTP/1.1 401") and b"authentication_error" in raw
        return refused

    return sum(await asyncio.gather(*(stranger() for _ in range(_STRANGERS))))


class _Line:
    """A connection that is kept for many requests."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def __aenter__(self) -> Self:
        made = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        self._reader, self._writer = made
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def ask(self, messages: list[Any], number: int, key: bytes = b"any") -> bytes:
        """Return a whole answer, head and body as they came."""
        body = {
            "model": "claude-sonnet-5",
            "max_tokens": 100,
            "stream": True,
            "tools": [_TOOL],
            "messages": messages,
        }
        raw = json.dumps(body).encode()
        head = (
            b"POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            b"anthropic-version: 2023-06-01\r\n"
            b"x-api-key: %s\r\nx-conversation: %d\r\ncontent-length: %d\r\n\r\n"
        ) % (key, number, len(raw))
        self._writer.write(head + raw)
        status = await self._reader.readuntil(b"\r\n\r\n")
        if b"content-length: " in status:
            length = int(_between(status, b"content-length: ", b"\r\n"))
            return status + await self._reader.readexactly(length)
        return status + await self._reader.readuntil(b"\r\n0\r\n\r\n")


async def _worker(port: int, waiting: Iterator[int]) -> Tally:
    requests = errors = 0
    async with _Line(port) as line:
        for number in waiting:
            said = f"Conversation {number}: read both files."
            messages: list[Any] = [{"role": "user", "content": said}]
            for turn in range(_TURNS):
                raw = await line.ask(messages, number)
                requests += 1
                errors += not _is_right(raw, turn)
                messages += _exchange(raw)
    return Tally(requests, errors)


def _exchange(raw: bytes) -> list[dict[str, Any]]:
    """Return the call in an answer, or a made-up one where the bare app answered, and its result."""
    ident = "toolu_" + (_between(raw, b'"id":"toolu_', b'"') or "none")
    call = {"type": "tool_use", "id": ident, "name": "read", "input": {"path": "a.py"}}
    result = {"type": "tool_result", "tool_use_id": ident, "content": "A = 1\n" * 20}
    return [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]


def _is_right(raw: bytes, turn: int) -> bool:
    """Tell whether an answer is a whole stream, as its turn wants it where it is the provider's."""
    if not raw.startswith(b"HTTP/1.1 200"):
        return False
    calls = b"tool_use" in raw
    ours = b"event: message_start" in raw
    return not ours or (b"message_stop" in raw and calls == (turn < _TURNS - 1))


def _between(raw: bytes, start: bytes, end: bytes) -> str:
    return raw.partition(start)[2].partition(end)[0].decode("latin-1")
