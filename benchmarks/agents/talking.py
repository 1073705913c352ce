"""A conversation with an agent of npm: a process of node, which is told the prompts (`node/talking.mjs`)."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import DEVNULL, PIPE, Process
from typing import Any

from benchmarks.agents import npm


class Conversation:
    """One process of node; it ends with its standard input."""

    def __init__(self, script: str, url: str, *arguments: str) -> None:
        self._command = [npm.node(), str(npm.FOLDER / script), url, *arguments]
        self._process: Process | None = None

    async def ask(self, prompt: str, *, stream: bool) -> str:
        """Hand a prompt over; an interruption by the user happens on the other side."""
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = json.dumps({"prompt": prompt, "stream": stream})
        self._process.stdin.write(f"{line}\n".encode())
        await self._process.stdin.drain()
        answer: dict[str, Any] = json.loads(await self._process.stdout.readline())
        if answer.get("interrupted"):
            raise asyncio.CancelledError
        if "error" in answer:
            raise type(answer["error"], (Exception,), {})(answer["words"])
        return str(answer["said"])

    async def close(self) -> None:
        """End the process."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            await self._process.wait()
