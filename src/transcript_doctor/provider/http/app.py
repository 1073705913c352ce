"""The application: the pages of the server itself, and behind all other paths the door to the APIs."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.routing import Route

from transcript_doctor.provider.deciding.desk import Desk
from transcript_doctor.provider.http.door import Door
from transcript_doctor.provider.http.views import Views, is_local
from transcript_doctor.provider.limits import Limits
from transcript_doctor.provider.log import Log


def application(
    desk: Desk, log: Log, key: str | None, limits: Limits, host: str = "127.0.0.1"
) -> Starlette:
    """Return the ASGI application for a host: on a local one, its own pages know local names only."""
    views = Views(desk, log, local=is_local(host))
    routes = [
        Route("/_requests", views.requests, methods=["GET"]),
        Route("/_requests/{number}", views.request, methods=["GET"]),
        Route("/_reset", views.reset, methods=["POST"]),
        Route("/_script", views.script, methods=["POST"]),
    ]
    made = Starlette(routes=routes)
    made.router.default = Door(desk, log, key, limits)  # by no pattern: a path may be anything
    return made
