"""A real model: one provider's API, a model's name, and how it is reached."""

from __future__ import annotations

import inspect
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, suppress
from typing import Any, Self, TypeAlias

from transcript_doctor.agent.models.api import (
    Api,
    Fold,
    Options,
    Reply,
    Request,
    no_key,
)
from transcript_doctor.agent.models.failing import failing
from transcript_doctor.core.errors import DoctorError

Hearing = Callable[[str], object]
"""Is told the words of a reply as they arrive."""
_Guard: TypeAlias = Callable[[], AbstractContextManager[None]]


def unheard(words: str) -> None:
    """Listen to nothing."""


class RealModel:
    """Asks a provider's model through its official SDK; close it, or use it as a context manager."""

    def __init__(self, api: Api, name: str, target: str, options: Options) -> None:
        self.api, self.name, self.target, self.options = api, name, target, options
        self._client: Any = None
        self._waiting: Any = None

    def open(self) -> None:
        """Make the client of `ask` ready, which sends nothing; raises `ModelFailed` where there is no key."""
        if self._client is not None:
            return
        try:
            self._client = self.api.connect(self.options, False)
        except DoctorError:
            raise
        except Exception:
            if self.options.key or any(map(os.environ.get, self.api.keys)):
                raise
            raise no_key(self.api.name, self.api.keys) from None

    def ask(self, request: Request, hear: Hearing = unheard) -> Reply:
        """Return the reply to a request; `hear` is told its words as they arrive. Raises `ModelFailed`."""
        with self._failing():
            self.open()
            stream = self.api.begin(self._client, self.name, request, self.options)
        fold = self.api.fold()
        try:
            for event in _each(stream, self._failing):
                self._tell(fold, event, hear)
        finally:
            _close(stream)
        with self._failing():
            return fold.done()

    async def ask_async(self, request: Request, hear: Hearing = unheard) -> Reply:
        """Return the reply to a request, as `ask` does, from within an event loop."""
        with self._failing():
            if self._waiting is None:
                self._waiting = self.api.connect(self.options, True)
            stream = await self.api.begin(self._waiting, self.name, request, self.options)
        fold = self.api.fold()
        try:
            async for event in _each_async(stream, self._failing):
                self._tell(fold, event, hear)
        finally:
            await _close_async(stream)
        with self._failing():
            return fold.done()

    def _tell(self, fold: Fold, event: Any, hear: Hearing) -> None:
        with self._failing():  # events that are not as this API has them
            words = fold.feed(event)
        if words:
            hear(words)

    def _failing(self) -> AbstractContextManager[None]:
        return failing(self.api, self.options)

    def close(self) -> None:
        """Close the connections of `ask`."""
        if self._client is not None:
            self.api.end(self._client)
            self._client = None

    async def aclose(self) -> None:
        """Close the connections of `ask_async`, and those of `ask`."""
        self.close()
        if self._waiting is not None:
            await self.api.end(self._waiting)
            self._waiting = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def _each(stream: Any, failing: _Guard) -> Iterator[Any]:
    """Yield the events of a stream; only what the SDK itself raises becomes a `ModelFailed`."""
    events = iter(stream)
    while True:
        with failing():
            try:
                event = next(events)
            except StopIteration:
                return
        yield event


async def _each_async(stream: Any, failing: _Guard) -> AsyncIterator[Any]:
    events = aiter(stream)
    while True:
        with failing():
            try:
                event = await anext(events)
            except StopAsyncIteration:
                return
        yield event


def _close(stream: Any) -> None:
    """Let go of a connection, also where the stream was left in its middle."""
    with suppress(Exception):
        stream.close()


async def _close_async(stream: Any) -> None:
    close = getattr(stream, "aclose", None) or getattr(stream, "close", None)
    with suppress(Exception):
        closing = close() if close is not None else None
        if inspect.isawaitable(closing):
            await closing
