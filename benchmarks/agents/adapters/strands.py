"""Strands Agents: the agent itself keeps the messages."""

from __future__ import annotations

from typing import Any

from strands import Agent as Framework
from strands import tool
from strands.models.anthropic import AnthropicModel
from strands.models.openai import OpenAIModel

from benchmarks.agents import tools
from benchmarks.agents.asking import Agent


class _Chat:
    """One agent object, asked again and again."""

    def __init__(self, model: Any) -> None:
        made = [
            tool(name="read", description=tools.READ)(tools.aread),
            tool(name="size", description=tools.SIZE)(tools.asize),
        ]
        self._agent = Framework(model=model, tools=made, callback_handler=None)

    async def ask(self, prompt: str, *, stream: bool) -> str:
        """Invoke the agent; it always streams."""
        return str(await self._agent.invoke_async(prompt)).strip()


def _chat(url: str) -> _Chat:
    arguments = {"base_url": f"{url}/v1", "api_key": "any"}
    return _Chat(OpenAIModel(client_args=arguments, model_id="gpt-5.4-mini"))


def _claude(url: str) -> _Chat:
    arguments = {"base_url": url, "api_key": "any"}
    return _Chat(AnthropicModel(client_args=arguments, model_id="claude-sonnet-5", max_tokens=1000))


_NAME, _KEEPS = "Strands Agents", "the agent's own `messages`"
AGENTS = [
    Agent(_NAME, ("strands-agents", "openai"), "openai-chat", _KEEPS, _chat),
    Agent(_NAME, ("strands-agents", "anthropic"), "anthropic", _KEEPS, _claude),
]
