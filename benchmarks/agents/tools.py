"""The two tools that every agent gets. What they do follows from the path, so no scenario needs state.

`hang.txt` waits until the user interrupts (where there is a loop of events), or is interrupted on the
spot as by Ctrl-C (where there is none); `bad.txt` raises; any other file is read.
"""

from __future__ import annotations

import asyncio

STARTED = asyncio.Event()
"""Set when a tool has begun to wait: the moment at which the user interrupts."""
HANG, BAD = "hang.txt", "bad.txt"
READ, SIZE = "Read a file.", "Tell the size of a file."


async def aread(path: str) -> str:
    """Read a file."""
    if path == HANG:
        STARTED.set()
        await asyncio.sleep(60)
    return _content(path)


async def asize(path: str) -> str:
    """Tell the size of a file."""
    return f"{path} has {len(_content(path))} bytes"


def read(path: str) -> str:
    """Read a file."""
    if path == HANG:
        raise KeyboardInterrupt
    return _content(path)


def size(path: str) -> str:
    """Tell the size of a file."""
    return f"{path} has {len(_content(path))} bytes"


def schema() -> dict[str, object]:
    """Return the JSON schema of the arguments of either tool."""
    path = {"type": "string"}
    return {"type": "object", "properties": {"path": path}, "required": ["path"]}


def _content(path: str) -> str:
    if path == BAD:
        raise OSError(f"cannot read {path}")
    return f"alpha of {path}"
