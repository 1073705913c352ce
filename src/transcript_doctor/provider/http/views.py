"""The server's own pages: what was asked, a new script, and a beginning anew."""

from __future__ import annotations

import ipaddress
import json
import re
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from transcript_doctor.core.errors import DoctorError
from transcript_doctor.provider.deciding.desk import Desk
from transcript_doctor.provider.http.reading import Unreadable, parsed, read_body
from transcript_doctor.provider.log import Log
from transcript_doctor.provider.record import FATES
from transcript_doctor.provider.script.conversations import Script
from transcript_doctor.provider.script.file import loaded
from transcript_doctor.provider.veil import Veil

if TYPE_CHECKING:
    from starlette.requests import Request

_PORT = re.compile(r":\d*\Z", re.ASCII)
_MOST = 4_000_000
"""Bytes of a script that comes by HTTP."""
_SECONDS = 30.0
_WHY = {
    408: f"the script did not come in {_SECONDS:g} seconds",
    413: f"a script has {_MOST // 1_000_000} MB at most",
    415: "send a script as JSON, with the header content-type: application/json",
}
_ALL = 1_000
"""Findings of one request that are shown on its page."""


class Views:
    """The pages below `/_`; a page of the web that finds the way to a local server is not answered."""

    def __init__(self, desk: Desk, log: Log, *, local: bool) -> None:
        self._desk, self._log, self._local = desk, log, local

    async def requests(self, request: Request) -> Response:
        """Return the requests that are kept, oldest first, and what became of the script.

        `?verdict=refused` shows those alone, and so with any other verdict.
        """
        if (stranger := self._stranger(request)) is not None:
            return stranger
        kept, wanted = self._log.records(), request.query_params.get("verdict")
        if wanted is not None and wanted not in FATES:
            return _json({"error": f"a verdict is one of {', '.join(FATES)}"}, 400)
        rows = [one.to_json() for one in kept if wanted in (None, one.fate)]
        told = {"total": self._log.total, "kept": len(kept), "script": self._script()}
        return _json({**told, "requests": rows})

    def _script(self) -> dict[str, Any]:
        """Return whether the script was played to its end, and what is wrong where it was not."""
        try:
            self._desk.finish()
        except DoctorError as fault:
            return {"finished": False, "why": Veil().text(str(fault))[:2_000]}
        return {"finished": True, "why": None}

    async def request(self, request: Request) -> Response:
        """Return one request with its body and what was answered."""
        if (stranger := self._stranger(request)) is not None:
            return stranger
        number = request.path_params["number"][:40]
        found = next((r for r in self._log.records() if str(r.number) == number), None)
        if found is None:
            return _json({"error": f"request {number} is not kept"}, 404)
        told = {**found.to_json(_ALL), "body": found.body, "answer": found.answer}
        try:
            return _json(told)
        except RecursionError:
            return _json(
                {**told, "body": None, "error": "the body is nested too deeply to be shown"}
            )

    async def reset(self, request: Request) -> Response:
        """Forget all requests, and begin the script anew."""
        if (stranger := self._stranger(request)) is not None:
            return stranger
        script = self._desk.script
        self._begin(Script(script.steps, script.per))
        return _json({"ok": True})

    async def script(self, request: Request) -> Response:
        """Take a script as JSON, in the form of a script file, forget all requests, and begin with it."""
        if (stranger := self._stranger(request)) is not None:
            return stranger
        headers = dict(request.scope["headers"])
        try:
            raw = await read_body(request.receive, headers, _MOST, _SECONDS)
            steps, per = loaded(parsed(raw, headers.get(b"content-type", b"")))
        except Unreadable as fault:
            why = fault.why or _WHY.get(fault.status, "a script is JSON")
            return _json({"error": why}, fault.status)
        except DoctorError as fault:
            return _json({"error": str(fault)}, 400)
        self._begin(Script(steps, per or "conversation"))
        return _json({"ok": True, "steps": len(steps)})

    def _begin(self, script: Script) -> None:
        self._desk.reset(script)
        self._log.clear()

    def _stranger(self, request: Request) -> Response | None:
        """Return the answer to a request that came under another machine's name, or from its page."""
        origin = request.headers.get("origin")
        if origin is not None and not is_local(_host(origin.partition("://")[2])):
            return _json({"error": "this page is for pages of this machine only"}, 403)
        if not self._local or is_local(_host(request.headers.get("host", ""))):
            return None
        return _json({"error": "this page is shown under a local address only"}, 403)


def is_local(host: str) -> bool:
    """Tell whether a name or an address, which may stand in brackets, means this machine."""
    if host.lower().removesuffix(".") == "localhost":
        return True
    name = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _host(address: str) -> str:
    """Return the host of `HOST:PORT`."""
    return _PORT.sub("", address)


def _json(value: Any, status: int = 200) -> Response:
    """Return JSON for people; what UTF-8 cannot say, half a surrogate pair for one, is escaped."""
    return Response(json.dumps(value, indent=2), status, media_type="application/json")
