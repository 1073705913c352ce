"""A server in a thread of its own: it starts, answers, and stops with its owner."""

from __future__ import annotations

import contextlib
import errno
import logging
import socket
import threading
from typing import Any

from transcript_doctor.core.errors import BadOption, DoctorError
from transcript_doctor.core.wording import lacks

_LOGGER = logging.getLogger("uvicorn.error")
_BACKLOG = 2048


def must_be_installed() -> None:
    """Raise with how to install them where uvicorn or starlette is not there."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as fault:
        raise DoctorError(
            f"serving needs {fault.name}, of the extra http: {lacks('starlette uvicorn', 'http')}"
        ) from None


class Host:
    """An ASGI application on a port, served from a thread; `port` 0 takes a free one."""

    def __init__(self, app: Any, host: str, port: int) -> None:
        from transcript_doctor.provider.http.server import NAME, Server  # needs the extra

        self._socket = bound(host, port)
        self.port: int = self._socket.getsockname()[1]
        self._level = _LOGGER.level
        self._server = Server(app)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name=NAME, daemon=True)

    def start(self) -> None:
        """Start, and return when it answers."""
        self._thread.start()
        while not self._server.answers.wait(0.05):
            if not self._thread.is_alive():
                self.close()
                raise DoctorError("the server did not start")

    def close(self) -> None:
        """Stop; answers that are under way are cut off after a second."""
        self._server.stop()
        if self._thread.ident is not None:
            self._thread.join(10)
        _LOGGER.setLevel(self._level)
        self._socket.close()

    @property
    def is_here(self) -> bool:
        """Whether the thread that asks is one of the server's own, where its steps run."""
        return threading.current_thread().name.startswith(self._thread.name)

    def wait(self) -> None:
        """Wait until it stops."""
        # Not by joining: a Ctrl-C in a join makes Python 3.11 take the thread for one that has ended.
        while not self._ended.wait(0.5):
            pass

    def _run(self) -> None:
        try:
            self._server.run([self._socket])
        finally:
            self._ended.set()


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises `BadOption` where there is no such address or it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named, for asyncio sends what is small at once (TCP_NODELAY) only where it reads this protocol.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
        sock.listen(_BACKLOG)
    except (OSError, OverflowError, TypeError, ValueError) as fault:
        sock.close()
        taken = isinstance(fault, OSError) and fault.errno == errno.EADDRINUSE
        hint = (
            "; another program has that port: port=0, or --port 0, takes any that is free"
            if taken
            else ""
        )
        raise BadOption(f"cannot listen on {host:.100}:{port}: {fault!s:.200}{hint}") from None
    return sock
