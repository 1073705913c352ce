"""Agno: an agent with a database in memory, one session, its history added to the context."""

from __future__ import annotations

from typing import Any

from agno.agent import Agent as Framework
from agno.db.in_memory import InMemoryDb
from agno.models.anthropic import Claude
from agno.models.openai import OpenAIChat
from agno.tools import tool

from benchmarks.agents import tools
from benchmarks.agents.asking import Agent


class _Chat:
    """One session of an agent."""

    def __init__(self, model: Any) -> None:
        made = [
            tool(name="read", description=tools.READ)(tools.aread),
            tool(name="size", description=tools.SIZE)(tools.asize),
        ]
        self._agent = Framework(
            model=model, tools=made, db=InMemoryDb(), session_id="s", telemetry=False,
            add_history_to_context=True,
        )  # fmt: skip

    async def ask(self, prompt: str, *, stream: bool) -> str:
        """Run in the session; a run that failed says so in its status, so that is raised."""
        if stream:
            made = None
            async for event in self._agent.arun(prompt, stream=True, yield_run_output=True):
                made = event
                if getattr(event, "event", "") == "RunError":
                    raise RuntimeError(event.content)
        else:
            made = await self._agent.arun(prompt)
        status = getattr(getattr(made, "status", None), "value", "")
        if status.lower() in ("error", "cancelled"):
            raise RuntimeError(f"{status}: {made.content}")
        return str(getattr(made, "content", made))


def _chat(url: str) -> _Chat:
    return _Chat(OpenAIChat(id="gpt-5.4-mini", base_url=f"{url}/v1", api_key="any"))


def _claude(url: str) -> _Chat:
    return _Chat(Claude(id="claude-sonnet-5", api_key="any", client_params={"base_url": url}))


_NAME, _KEEPS = "Agno", "`InMemoryDb`, `add_history_to_context=True`"
AGENTS = [
    Agent(_NAME, ("agno", "openai"), "openai-chat", _KEEPS, _chat),
    Agent(_NAME, ("agno", "anthropic"), "anthropic", _KEEPS, _claude),
]
