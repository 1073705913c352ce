"""Mastra (npm): an agent with a memory, which keeps one thread in a store in memory."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.agents import npm
from benchmarks.agents.asking import Agent
from benchmarks.agents.talking import Conversation


def _made(provider: str) -> Callable[[str], Conversation]:
    return lambda url: Conversation("mastra.mjs", url, provider)


npm.require("@mastra/core")
_NAME, _PACKAGES = "Mastra", ("@mastra/core", "@mastra/memory")
_KEEPS, _HOW = "a `Memory`, one thread", "an AbortSignal"
AGENTS = [
    Agent(
        _NAME, (*_PACKAGES, "@ai-sdk/openai-compatible"), "openai-chat", _KEEPS,
        _made("compatible"), _HOW,
    ),
    Agent(_NAME, (*_PACKAGES, "@ai-sdk/anthropic"), "anthropic", _KEEPS, _made("anthropic"), _HOW),
]  # fmt: skip
