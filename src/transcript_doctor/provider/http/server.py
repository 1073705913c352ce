"""Uvicorn's server, made to stop when it is told to: its own looks ten times a second whether it shall."""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import uvicorn

NAME = "fake provider"
"""How the threads of a server are called, those of its steps included."""
_AT_ONCE = 64
"""Steps that take their time, each in a thread: asyncio's own number would make them wait for each other."""
_GRACE = 1.0
"""Seconds in which answers that are under way may end when the server stops."""
_LOOK = 0.005
"""Seconds between two looks whether they have ended."""


class Server(uvicorn.Server):
    """Serves an application from the thread that runs it, until another one stops it."""

    def __init__(self, app: Any) -> None:
        config = uvicorn.Config(
            app,
            log_config=None,
            log_level="critical",  # a line of uvicorn's may show a path with its query, and a key in it
            access_log=False,
            lifespan="off",
            ws="none",
            server_header=False,
        )
        super().__init__(config)
        self.answers = threading.Event()
        """Set once it answers."""
        self._stopping: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None

    def stop(self) -> None:
        """Have it stop, from any thread."""
        self.should_exit = True
        if self._stopping is not None:
            loop, stopped = self._stopping
            with suppress(RuntimeError):  # it has stopped, and its loop is closed
                loop.call_soon_threadsafe(stopped.set)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(_AT_ONCE, thread_name_prefix=NAME))
        self._stopping = (loop, asyncio.Event())
        await super().startup(sockets)
        self.answers.set()

    async def main_loop(self) -> None:
        """Wait until it is stopped; the header `date` is set every second."""
        assert self._stopping is not None
        while not self.should_exit:
            await self.on_tick(0)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping[1].wait(), 1)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close what waits for requests, and cut off what has not ended in a second."""
        for one in (*self.servers, *(sockets or ())):
            one.close()
        state, loop = self.server_state, asyncio.get_running_loop()
        for connection in list(state.connections):
            connection.shutdown()
        end = loop.time() + _GRACE
        while (state.connections or state.tasks) and loop.time() < end:
            await asyncio.sleep(_LOOK)
        for task in list(state.tasks):
            task.cancel()
