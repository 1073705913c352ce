"""The servers that are measured: each a process of its own, started, watched and stopped from here."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_ECHO = Path(__file__).with_name("echo.py")
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 1
_TRIES, _PAUSE = 200, 0.05
"""So often is asked whether a server answers, and so many seconds lie between."""


class Server(NamedTuple):
    """A server in a process of its own."""

    pid: int
    port: int

    @property
    def megabytes(self) -> float:
        """Its resident memory, in MB; 0 where the system does not tell."""
        return self._told("statm", 1) * _PAGE / 1e6

    @property
    def cpu(self) -> float:
        """Seconds of processor time that it has used; 0 where the system does not tell."""
        return (self._told("stat", 13) + self._told("stat", 14)) / _TICK

    def _told(self, file: str, field: int) -> int:
        try:
            return int(Path(f"/proc/{self.pid}/{file}").read_text(encoding="ascii").split()[field])
        except OSError:
            return 0


@contextmanager
def serving(script: Path, key: str | None = None) -> Iterator[Server]:
    """Run the fake provider on a script, with the only key that it takes where there is one."""
    command = ["-m", "transcript_doctor", "serve", "--port", "0", "--quiet"]
    options = ["--script", str(script), *(["--key-env", "BENCH_KEY"] if key else [])]
    with _process([*command, *options], {"BENCH_KEY": key or ""}) as found:
        yield found


@contextmanager
def echoing(pieces: int) -> Iterator[Server]:
    """Run the bare app, which answers in so many pieces."""
    with _process([str(_ECHO), str(_free_port()), str(pieces)], {}) as found:
        yield found


@contextmanager
def _process(arguments: list[str], environment: Mapping[str, str]) -> Iterator[Server]:
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
    )
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().strip().rpartition(":")[2])
        _wait_for(port)
        yield Server(process.pid, port)
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int) -> None:
    for _ in range(_TRIES):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(_PAUSE)
        else:
            return
    raise TimeoutError(f"no server answers on port {port}")


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])
