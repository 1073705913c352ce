"""A fake provider that runs: what tests and the command `serve` start, look into, and stop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from transcript_doctor.core.errors import BadOption, DoctorError
from transcript_doctor.provider.deciding.desk import Desk
from transcript_doctor.provider.http.hosting import Host, must_be_installed
from transcript_doctor.provider.limits import Limits
from transcript_doctor.provider.log import Log
from transcript_doctor.provider.record import Record
from transcript_doctor.provider.script.conversations import Per, Script
from transcript_doctor.provider.script.file import load_whole

_MOST = 100
"""Refused requests that are kept for who has not looked at them."""
_PATIENCE = 1.0
"""Seconds that whoever looks waits for what is under way."""


class Running:
    """A fake provider; inside a `with`, or an `async with`, it runs."""

    def __init__(
        self,
        script: Script,
        target: str | None,
        address: tuple[str, int],
        key: str | None,
        limits: Limits,
        on_record: Callable[[Record], None] | None,
    ) -> None:
        self._desk = Desk(script, target)
        self._log = Log(limits.kept, limits.room, self._noted)
        self._on_record = on_record
        self._overlooked: deque[Record] = deque(maxlen=_MOST)
        self._address, self._key, self._limits = address, key, limits
        self._host: Host | None = None

    @property
    def url(self) -> str:
        """Its address, such as `http://127.0.0.1:54321`; providers are there, and behind `/TARGET` too."""
        host = self._address[0]
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def port(self) -> int:
        """The port that it has while it runs."""
        if self._host is None:
            raise DoctorError("the server does not run: use it in a with statement, or start it")
        return self._host.port

    @property
    def requests(self) -> list[Record]:
        """The requests that are kept, oldest first, each with what came of it.

        A request that is under way is waited for, a second at most: a client may have its answer, or
        have left, a moment before that is written down.
        """
        self._settle()
        return self._log.records()

    @property
    def refused(self) -> list[Record]:
        """Those of them that the judge refused; who looks at them has seen them."""
        found = [record for record in self.requests if record.refused]
        self._overlooked.clear()
        return found

    @property
    def overlooked(self) -> list[Record]:
        """The newest requests that the judge refused and nobody has looked at since; a reset keeps them."""
        self._settle()
        return list(self._overlooked)

    def _settle(self) -> None:
        """Wait for what is under way; not from within a step, which is under way itself."""
        if self._host is not None and not self._host.is_here:
            self._log.settle(_PATIENCE)

    def _noted(self, record: Record) -> None:
        if record.refused:
            self._overlooked.append(record)
        if self._on_record is not None:
            self._on_record(record)

    def reset(self, steps: Iterable[Any] | None = None) -> None:
        """Forget all requests and begin anew, with other steps where some are given."""
        self.play(self._desk.script.steps if steps is None else steps)

    def play(self, steps: Iterable[Any] | None) -> None:
        """Forget all requests and begin with other steps; None: each declared tool is called once."""
        self._desk.reset(Script(steps, self._desk.script.per))
        self._log.clear()

    def finish(self) -> None:
        """Raise where the script was no good: it ran out, or nobody played it to its end."""
        self._desk.finish()

    def start(self) -> Self:
        """Start it, and return when it answers."""
        from transcript_doctor.provider.http.app import application  # needs the extra

        if self._host is not None:
            raise DoctorError("the server runs already")
        app = application(self._desk, self._log, self._key, self._limits, self._address[0])
        self._host = Host(app, *self._address)
        self._host.start()
        return self

    def close(self) -> None:
        """Stop it; answers that are under way are cut off after a second."""
        if self._host is not None:
            self._host.close()
            self._host = None

    def wait(self) -> None:
        """Wait until it stops."""
        if self._host is not None:
            self._host.wait()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self.start()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await asyncio.to_thread(self.close)


def running(
    steps: Iterable[Any] | None = None,
    *,
    script: str | Path | None = None,
    target: str | None = None,
    per: Per | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
    key: str | None = None,
    limits: Limits | None = None,
    on_record: Callable[[Record], None] | None = None,
) -> Running:
    """Return a fake provider that runs inside a `with`: it refuses what the target refuses, or plays a step.

    Steps are those of `transcript_doctor.testing` and of `trouble` here; without any, each declared tool
    is called once and then there is an answer. `script` is a file of them instead. `target` judges where
    neither the path nor the model's name says who is meant, `key` is the only one taken, `per` says who has
    a position in the script: each `conversation`, unless the file says otherwise, or the `server`.
    Raises on unknown names, and where the extra `http` is not installed.
    """
    must_be_installed()
    if script is not None:
        if steps is not None:
            raise BadOption("steps and script are two scripts: give one")
        steps, said = load_whole(script)
        per = per or said
    if not host:
        raise BadOption(f"host takes an address to listen on, such as 127.0.0.1, not {host!r}")
    if key is not None and not key.strip():
        raise BadOption("key takes the only key that is taken, or None for any; it is empty")
    made = Script(steps, "conversation" if per is None else per)
    return Running(made, target, (host, port), key, limits or Limits(), on_record)
