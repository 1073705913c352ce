"""Awaitables at once: what one of them raises is raised as it is, and the others are cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any


async def at_once(running: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Wait until all are done; raises the first of what they raise, and not a group of it."""
    try:
        async with asyncio.TaskGroup() as group:
            for one in running:
                group.create_task(one)
    except BaseExceptionGroup as raised:
        raise raised.exceptions[0] from None
