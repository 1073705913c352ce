"""Reading a body that does not end, that ends too early, or that says how long it is and lies."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from transcript_doctor.provider.http.reading import Left, Receive, Unreadable, read_body

MOST = 1_000


def receiving(chunks: Iterable[bytes | None]) -> Receive:
    """Hand out chunks, each with more to come; None is the client's leaving."""
    waiting: Iterator[bytes | None] = iter(chunks)

    async def receive() -> dict[str, Any]:
        chunk = next(waiting)
        if chunk is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": chunk, "more_body": chunk != b""}

    return receive


def read(chunks: Iterable[bytes | None], length: bytes | None = None) -> bytes:
    headers = {} if length is None else {b"content-length": length}
    return asyncio.run(read_body(receiving(chunks), headers, MOST, 30.0))


def test_a_body_in_pieces_is_whole() -> None:
    assert read([b"ab", b"cd", b""]) == b"abcd"
    assert read([b""]) == b""
    assert read([b"x" * MOST, b""], b"%d" % MOST) == b"x" * MOST


@pytest.mark.parametrize("length", [None, b"5", b"-1", b"9" * 30, b"1001", b"x"])
def test_a_body_above_the_limit_is_read_on_and_thrown_away(length: bytes | None) -> None:
    with pytest.raises(Unreadable) as caught:
        read([b"x" * 600, b"x" * 600, b""], length)
    assert caught.value.status == 413


def test_a_body_without_an_end_is_read_eight_times_the_limit() -> None:
    chunks = iter([b"x" * 100] * 200)
    with pytest.raises(Unreadable) as caught:
        read(chunks)
    assert caught.value.status == 413
    assert len(list(chunks)) == 200 - 81


def test_a_body_that_is_said_to_be_far_too_long_is_not_read_at_all() -> None:
    chunks = iter([b"x"])
    with pytest.raises(Unreadable) as caught:
        read(chunks, b"%d" % (8 * MOST + 1))
    assert (caught.value.status, list(chunks)) == (413, [b"x"])


def test_a_client_that_leaves_is_no_body() -> None:
    with pytest.raises(Left):
        read([b"half", None])
