"""Microsoft's Agent Framework: an agent and one session, whose history is in memory or OpenAI's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agent_framework import Agent as Framework
from agent_framework import FunctionTool
from agent_framework.openai import OpenAIChatClient, OpenAIChatCompletionClient

from benchmarks.agents import tools
from benchmarks.agents.asking import Agent


class _Chat:
    """One session of an agent."""

    def __init__(self, client: Any) -> None:
        made = [
            FunctionTool(name="read", description=tools.READ, func=tools.aread),
            FunctionTool(name="size", description=tools.SIZE, func=tools.asize),
        ]
        self._agent = Framework(client=client, name="reader", tools=made)
        self._session = self._agent.create_session()

    async def ask(self, prompt: str, *, stream: bool) -> str:
        """Run in the session."""
        if not stream:
            return str((await self._agent.run(prompt, session=self._session)).text)
        run = self._agent.run(prompt, session=self._session, stream=True)
        async for _ in run:
            pass
        return str((await run.get_final_response()).text)


def _made(client: Any) -> Callable[[str], _Chat]:
    return lambda url: _Chat(client(model="gpt-5.4-mini", base_url=f"{url}/v1", api_key="any"))


_NAME, _OWN = "Microsoft Agent Framework", "a session, in memory"
_THEIRS = "a session, as `previous_response_id`"
_PACKAGES = ("agent-framework-core", "agent-framework-openai", "openai")
AGENTS = [
    Agent(_NAME, _PACKAGES, "openai-chat", _OWN, _made(OpenAIChatCompletionClient)),
    Agent(_NAME, _PACKAGES, "openai-responses", _THEIRS, _made(OpenAIChatClient)),
]
