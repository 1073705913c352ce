"""Vercel's `ai` (npm): each conversation is a process of node, which is told the prompts."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from typing import Any

from benchmarks.agents import npm
from benchmarks.agents.asking import Agent


class _Conversation:
    """One process of node; it ends with its standard input."""

    def __init__(self, url: str, *arguments: str) -> None:
        self._command = [npm.node(), str(npm.FOLDER / "vercel.mjs"), url, *arguments]
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


def _made(*arguments: str) -> Callable[[str], _Conversation]:
    return lambda url: _Conversation(url, *arguments)


npm.require("ai")
_LIST, _CHAT = "a list, `responseMessages` appended", "UI messages, as under `useChat`"
_HOW, _NAME = "an AbortSignal", "Vercel `ai`"
_GENERATE, _USE = f"{_NAME}, `generateText`", f"{_NAME}, chat"
_IGNORE = "`convertToModelMessages(messages, {ignoreIncompleteToolCalls: true})`"
_COMPATIBLE, _OPENAI, _CLAUDE = (
    ("ai", f"@ai-sdk/{name}") for name in ("openai-compatible", "openai", "anthropic")
)
AGENTS = [
    Agent(_GENERATE, _COMPATIBLE, "openai-chat", _LIST, _made("compatible", "list"), _HOW),
    Agent(_GENERATE, _OPENAI, "openai-responses", _LIST, _made("openai", "list"), _HOW),
    Agent(_GENERATE, _CLAUDE, "anthropic", _LIST, _made("anthropic", "list"), _HOW),
    Agent(_USE, _COMPATIBLE, "openai-chat", _CHAT, _made("compatible", "chat"), "`stop()`"),
    Agent(_USE, _OPENAI, "openai-responses", _CHAT, _made("openai", "chat"), "`stop()`"),
    Agent(_USE, _CLAUDE, "anthropic", _CHAT, _made("anthropic", "chat"), "`stop()`"),
    Agent(
        _USE, _COMPATIBLE, "openai-chat", _CHAT, _made("compatible", "chat", "ignore"),
        "`stop()`", _IGNORE,
    ),
]  # fmt: skip
