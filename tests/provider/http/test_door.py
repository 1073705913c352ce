"""The door without a server: what is sent, and what is known at that moment."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.provider.asking import CLAUDE_CALL, USER, claude
from transcript_doctor.provider.deciding.desk import Desk
from transcript_doctor.provider.http.app import application
from transcript_doctor.provider.limits import Limits
from transcript_doctor.provider.log import Log
from transcript_doctor.provider.script.conversations import Script
from transcript_doctor.testing import say


def asked(log: Log, method: str, path: str, body: Any) -> list[tuple[str, int]]:
    """Ask once; return what was sent, each with how many requests were kept by then."""
    app = application(Desk(Script([say("Here.")]), None), log, None, Limits())
    raw, sent = json.dumps(body).encode(), list[tuple[str, int]]()
    headers = [(b"content-type", b"application/json"), (b"host", b"localhost")]
    scope = {
        "type": "http", "method": method, "path": path, "query_string": b"", "headers": headers,
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": raw, "more_body": False}

    async def send(message: Any) -> None:
        sent.append((message["type"], len(log.records())))

    asyncio.run(app(scope, receive, send))
    return sent


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/v1/messages", claude(USER)),
        ("POST", "/v1/messages", claude(USER, stream=True)),
        ("POST", "/v1/messages", claude(USER, CLAUDE_CALL, USER)),
        ("POST", "/v1/messages/count_tokens", claude(USER)),
        ("GET", "/v1/models", None),
        ("POST", "/nowhere", None),
        ("POST", "/_nowhere", None),
    ],
)
def test_a_request_is_kept_before_its_answer_goes_out(method: str, path: str, body: Any) -> None:
    log = Log(10, 1_000_000)
    sent = asked(log, method, path, body)
    assert sent[0] == ("http.response.start", 1)
    assert sent[-1] == ("http.response.body", 1)
    assert log.records()[0].seconds > 0


def test_what_is_no_http_gets_no_answer() -> None:
    sent: list[Any] = []

    async def run() -> None:
        app = application(Desk(Script(None), None), Log(1, 1), None, Limits())
        await app({"type": "lifespan"}, None, sent.append)  # type: ignore[arg-type]

    asyncio.run(run())
    assert sent == []
