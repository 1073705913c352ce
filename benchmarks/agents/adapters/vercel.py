"""Vercel's `ai` (npm): a list of messages, or the chat that is under `useChat`."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.agents import npm
from benchmarks.agents.asking import Agent
from benchmarks.agents.talking import Conversation


def _made(*arguments: str) -> Callable[[str], Conversation]:
    return lambda url: Conversation("vercel.mjs", url, *arguments)


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
