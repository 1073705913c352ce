"""AutoGen: an assistant agent, whose model context keeps the history from run to run."""

from __future__ import annotations

from typing import Any

from autogen_agentchat.agents import AssistantAgent
from autogen_core.models import ModelFamily
from autogen_core.tools import FunctionTool
from autogen_ext.models.openai import OpenAIChatCompletionClient

from benchmarks.agents import tools
from benchmarks.agents.asking import Agent

_CAN: Any = {
    "vision": False, "function_calling": True, "json_output": False, "structured_output": False,
    "family": ModelFamily.UNKNOWN,
}  # fmt: skip


class _Chat:
    """One assistant, run again and again."""

    def __init__(self, client: Any) -> None:
        made: list[Any] = [
            FunctionTool(tools.aread, name="read", description=tools.READ),
            FunctionTool(tools.asize, name="size", description=tools.SIZE),
        ]
        options: Any = {"model_client": client, "tools": made, "max_tool_iterations": 10}
        self._agent = AssistantAgent("reader", **options)
        self._streaming = AssistantAgent(
            "reader", **options, model_client_stream=True, model_context=self._agent.model_context
        )

    async def ask(self, prompt: str, *, stream: bool) -> str:
        """Run to the end; the stream is another agent's, on the same context."""
        made = await (self._streaming if stream else self._agent).run(task=prompt)
        return str(getattr(made.messages[-1], "content", ""))


def _chat(url: str) -> _Chat:
    client = OpenAIChatCompletionClient(
        model="gpt-5.4-mini", base_url=f"{url}/v1", api_key="any", model_info=_CAN
    )
    return _Chat(client)


AGENTS = [
    Agent(
        "AutoGen `AssistantAgent`", ("autogen-agentchat", "openai"), "openai-chat",
        "the agent's model context", _chat,
    )
]  # fmt: skip
