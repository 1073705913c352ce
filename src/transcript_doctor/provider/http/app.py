"""The application: the pages of the server itself, and behind all other paths the door to the APIs."""

from __future__ import annotations

import base64
from collections.abc import Awaitable, Callable
from urllib.parse import unquote, unquote_to_bytes

from starlette.applications import Starlette
from starlette.routing import Route

from transcript_doctor.provider.deciding.desk import Desk
from transcript_doctor.provider.http.door import Door
from transcript_doctor.provider.http.reading import Receive
from transcript_doctor.provider.http.sending import Send
from transcript_doctor.provider.http.views import Views, is_local
from transcript_doctor.provider.http.visit import Scope
from transcript_doctor.provider.limits import Limits
from transcript_doctor.provider.log import Log

App = Callable[[Scope, Receive, Send], Awaitable[None]]


def application(
    desk: Desk, log: Log, key: str | None, limits: Limits, host: str = "127.0.0.1"
) -> App:
    """Return the ASGI application for a host: on a local one, its own pages know local names only."""
    door, views = Door(desk, log, key, limits), Views(desk, log, local=is_local(host))
    routes = [
        Route("/_requests", views.requests, methods=["GET"]),
        Route("/_requests/{number}", views.request, methods=["GET"]),
        Route("/_reset", views.reset, methods=["POST"]),
        Route("/_script", views.script, methods=["POST"]),
    ]
    pages = Starlette(routes=routes)
    pages.router.default = door

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        # Not by a route: a path may be anything, and Starlette's layers would cost each answer a tenth.
        if scope["type"] == "http" and not scope["path"].startswith("/"):
            scope = without_host(scope)
        own = scope["type"] == "http" and scope["path"].startswith("/_")
        await (pages if own else door)(scope, receive, send)

    return app


def without_host(scope: Scope) -> Scope:
    """Return a request whose target is a whole address as one that names the path (RFC 9112, 3.2.2).

    Who logs in there becomes a header, as it does at clients (RFC 7617).
    """
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    scheme, found, rest = raw.partition(b"://")
    if not found or not scheme.isalnum():
        return scope
    authority, _, path = rest.partition(b"/")
    login, at, _ = authority.rpartition(b"@")
    headers = list(scope["headers"])
    if at:
        coded = base64.b64encode(unquote_to_bytes(login))
        headers.append((b"authorization", b"Basic " + coded))
    whole = b"/" + path
    return {
        **scope,
        "path": unquote(whole.decode("latin-1")),
        "raw_path": whole,
        "headers": headers,
    }
