"""Sending an answer: whole or frame by frame, and cut, slow or broken where the script says so."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from itertools import islice
from typing import Any

from transcript_doctor.provider.deciding.outcomes import Reply
from transcript_doctor.provider.http.reading import Receive
from transcript_doctor.provider.wires.wire import Break
from transcript_doctor.provider.wires.writing import packed

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
_LONGEST_WAIT = 600.0
"""Seconds after which a stream that hangs is closed all the same."""
_AT_ONCE = 8
"""Frames that go out in one piece; then others get their turn, and asyncio hears whether the client left."""
_AT_HAND = 65_536
"""Bytes that are taken off our hands at once: whether a client waited for fewer, nobody can know."""
_ROUNDS = 3
"""Rounds of the event loop until a connection that broke while it was written to is known to be lost."""


class Gone(Exception):
    """The client left before the answer was out."""


async def send_json(send: Send, status: int, body: Any, headers: Headers) -> None:
    """Send a body in one piece."""
    raw = packed(body)
    head = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(raw)), *headers]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": raw})


async def send_reply(send: Send, receive: Receive, reply: Reply, headers: Headers) -> None:
    """Send an answer as its request wanted it; raises `Gone` where the client leaves."""
    if reply.streamed:
        lost = reply.trouble is not None and reply.trouble.is_lost
        frames: Iterable[bytes] = reply.wire.frames(reply.answer.endless if lost else reply.answer)
        head = [(b"content-type", reply.wire.media_type.encode()), (b"cache-control", b"no-cache")]
    else:
        raw = packed(reply.wire.whole(reply.answer))
        frames = [raw]
        head = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(raw))]
    start = {"type": "http.response.start", "status": 200, "headers": [*head, *headers]}
    if reply.trouble is None:
        await send(start)
        await _plainly(send, receive, frames)
    else:
        await _badly(send, receive, start, list(frames), reply)


async def _plainly(send: Send, receive: Receive, frames: Iterable[bytes]) -> None:
    """Send frames in pieces; the end goes out with the last, or later where much was sent and it waits."""
    sent, leaving = 0, None
    pieces = _pieces(frames)
    last = next(pieces, b"")
    try:
        for piece in pieces:
            await _send_on(send, last)
            sent, last = sent + len(last), piece
            if leaving is None and sent > _AT_HAND:
                leaving = asyncio.ensure_future(receive())  # all that can still come is the end
            await asyncio.sleep(0)
            _must_be_there(leaving)
        if sent + len(last) > _AT_HAND:
            leaving = leaving or asyncio.ensure_future(receive())
            await _send_on(send, last)
            last = b""
            await _send_on(send, last)  # nothing, but it waits until most of what was sent is out
            for _ in range(_ROUNDS):
                await asyncio.sleep(0)
            _must_be_there(leaving)
    finally:
        if leaving is not None:
            leaving.cancel()
    await send({"type": "http.response.body", "body": last})


def _pieces(frames: Iterable[bytes]) -> Iterator[bytes]:
    waiting = iter(frames)
    while piece := b"".join(islice(waiting, _AT_ONCE)):
        yield piece


async def _send_on(send: Send, raw: bytes) -> None:
    await send({"type": "http.response.body", "body": raw, "more_body": True})


def _must_be_there(leaving: asyncio.Future[Any] | None) -> None:
    if leaving is not None and leaving.done():
        raise Gone


async def _badly(
    send: Send,
    receive: Receive,
    start: MutableMapping[str, Any],
    frames: list[bytes],
    reply: Reply,
) -> None:
    trouble = reply.trouble
    assert trouble is not None
    if trouble.after is not None:
        frames = frames[: trouble.after] if reply.streamed else _half(frames[0])
    await send(start)
    for frame in frames:
        if trouble.pause:
            await _wait(receive, trouble.pause)
        await _send_on(send, frame)
    if trouble.hangs:
        await _wait(receive, _LONGEST_WAIT)
    elif reply.failing is not None:
        status, sentence, *_ = reply.failing
        last = reply.wire.broken(Break(reply.answer, len(frames), status, sentence))
        await send({"type": "http.response.body", "body": last})
    elif trouble.after is None:
        await send({"type": "http.response.body", "body": b""})
    # Else nothing ends the answer: the server closes the connection.


def _half(raw: bytes) -> list[bytes]:
    return [raw[: len(raw) // 2]]


async def _wait(receive: Receive, seconds: float) -> None:
    """Wait, and notice where the client leaves meanwhile."""
    try:
        async with asyncio.timeout(seconds):
            while (await receive())["type"] != "http.disconnect":
                pass
    except TimeoutError:
        return
    raise Gone
