"""Values and awaitables alike: what takes a loop that may be async, and a step that may be."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable
from typing import Any

from transcript_doctor.testing.faults import BadStep


async def drive(value: Any) -> Any:
    """Return a value, or what an awaitable comes to: one line for loops of both kinds."""
    return await value if inspect.isawaitable(value) else value


def settle(waiting: Awaitable[Any]) -> Any:
    """Return what an awaitable comes to, outside of event loops; raises `BadStep` within one."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(_awaited(waiting))
    if inspect.iscoroutine(waiting):
        waiting.close()
    raise BadStep("a step is async, and so is the caller: await model.acomplete(...) there")


async def _awaited(waiting: Awaitable[Any]) -> Any:
    return await waiting
