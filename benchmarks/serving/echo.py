"""A bare Starlette app: it sends back what it got, in as many pieces as it is told. `echo.py PORT PIECES`."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.responses import StreamingResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from starlette.requests import Request

PORT, PIECES = map(int, sys.argv[1:])


async def echo(request: Request) -> StreamingResponse:
    """Answer with the body of the request."""
    return StreamingResponse(pieces(await request.body()), media_type="text/event-stream")


async def pieces(raw: bytes) -> AsyncIterator[bytes]:
    """Yield a body in pieces of one size."""
    size = -(-len(raw) // PIECES)
    for start in range(0, len(raw), size):
        yield raw[start : start + size]


app = Starlette(routes=[Route("/v1/messages", echo, methods=["POST"])])
config = uvicorn.Config(
    app, port=PORT, log_level="critical", access_log=False, lifespan="off", ws="none"
)
print(f"serving at http://127.0.0.1:{PORT}", flush=True)
uvicorn.Server(config).run()
