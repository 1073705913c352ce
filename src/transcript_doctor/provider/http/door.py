"""The door to the APIs: what comes in by HTTP is read, handed to the desk, answered, and written down."""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.errors import DoctorError
from transcript_doctor.provider.deciding import refusing
from transcript_doctor.provider.deciding.desk import Desk
from transcript_doctor.provider.deciding.listing import listed
from transcript_doctor.provider.deciding.outcomes import Outcome, Refusal, Told
from transcript_doctor.provider.deciding.paths import Action, Asked
from transcript_doctor.provider.deciding.question import Question
from transcript_doctor.provider.http.reading import (
    Left,
    Receive,
    Unreadable,
    count_values,
    parsed,
    read_body,
)
from transcript_doctor.provider.http.sending import Gone, Send, send_json, send_reply
from transcript_doctor.provider.http.visit import CONVERSATION, VERSION, Scope, Visit
from transcript_doctor.provider.limits import LONG, Limits
from transcript_doctor.provider.log import Log
from transcript_doctor.provider.record import Record

_TAKES: Mapping[Action, tuple[str, ...]] = {
    "models": ("GET",),
    "model": ("GET",),
    "stored": ("GET", "DELETE"),
}
"""The methods of whatever is not asked by `POST`."""
_LOGGER = logging.getLogger("transcript_doctor.provider")


class Door:
    """Where requests for the APIs come in; whatever goes wrong, each is answered and the server lives."""

    def __init__(self, desk: Desk, log: Log, key: str | None, limits: Limits) -> None:
        self._desk, self._log, self._key, self._limits = desk, log, key, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        started = time.perf_counter()
        visit = Visit(scope, self._desk.target)
        record = self._log.begin(scope["method"], scope["path"], visit.veil(self._key))
        try:
            await self._serve(visit, receive, send, record)
        except (Left, Gone, OSError):
            record.fate = "left"
            self._desk.left(record)
        except asyncio.CancelledError:
            record.fate = "stopped"
            raise
        finally:
            record.seconds = time.perf_counter() - started
            self._log.end(record)

    async def _serve(self, visit: Visit, receive: Receive, send: Send, record: Record) -> None:
        """Read a request, have it decided, and send what comes of it."""
        asked, ids = visit.asked, _ids(record.number)
        ids += [(b"connection", b"close")] if visit.closes else []
        envelope = refusing.NO_API if asked is None else self._desk.envelope(asked)
        outcome = await self._outcome(visit, receive, envelope, record)
        if isinstance(outcome, Refusal):
            self._log.keep(record)
            body = _numbered(outcome.body, ids)
            await send_json(send, outcome.status, body, [*ids, *_written(outcome.headers)])
            return
        record.status = 200
        self._log.keep(record)
        if isinstance(outcome, Told):
            await send_json(send, 200, outcome.body, ids)
        else:
            await send_reply(send, receive, outcome, ids)

    async def _outcome(
        self, visit: Visit, receive: Receive, envelope: str, record: Record
    ) -> Outcome:
        """Return what comes of a request; only clients that leave raise."""
        limits = self._limits
        try:
            raw = await read_body(receive, visit.headers, limits.max_body, limits.body_seconds)
            record.size = len(raw)
            if visit.asked is None:
                return refusing.no_such_path(envelope, record)
            return await self._decided(visit, visit.asked, raw, envelope, record)
        except Unreadable as fault:
            return refusing.unreadable(fault.status, fault.why, envelope, record)
        except (Left, OSError):
            raise
        except Exception as fault:
            if not isinstance(fault, (DoctorError, RecursionError)):
                how = record.veil.text("".join(traceback.format_exception(fault)))
                _LOGGER.error("the fake provider failed at request %d\n%s", record.number, how)
            return refusing.our_fault(fault, envelope, record)

    async def _decided(
        self, visit: Visit, asked: Asked, raw: bytes, envelope: str, record: Record
    ) -> Outcome:
        """Return what comes of a request for an API, which is read in full."""
        headers = visit.headers
        if self._key is not None and not visit.has(self._key):
            return refusing.bad_key(envelope, record)
        if asked.action == "nowhere":
            return refusing.misplaced(asked.family, envelope, record)
        takes = _TAKES.get(asked.action, ("POST",))
        if record.method not in takes:
            return refusing.no_such_method(envelope, ", ".join(takes), record)
        if asked.action in ("models", "model"):
            record.fate = "listed"
            return Told(listed(asked, headers))
        if asked.action == "stored":
            ident, delete = str(asked.model)[:200], record.method == "DELETE"
            return self._desk.stored(ident, delete=delete, record=record)
        body = parsed(raw, headers.get(b"content-type"))
        record.values = count_values(raw, body, self._limits.values)
        long, veil = record.values > LONG, record.veil
        record.body = await asyncio.to_thread(veil.body, body) if long else veil.body(body)
        if asked.family == "gemini" and asked.action == "stream" and b"alt=sse" not in visit.query:
            asked = asked._replace(family="gemini-array")
        name, version = visit.says(CONVERSATION), visit.says(VERSION)
        return await self._desk.answer(Question(asked, body, len(raw), name, version, record))


def _ids(number: int) -> list[tuple[bytes, bytes]]:
    """Return the headers in which providers name a request."""
    ident = b"req_%024d" % number
    return [(b"request-id", ident), (b"x-request-id", ident), (b"x-amzn-requestid", ident)]


def _numbered(body: dict[str, Any], ids: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    return {**body, "request_id": ids[0][1].decode()} if "request_id" in body else body


def _written(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
