"""pydantic-ai: the history is what a run returns, or what was captured of a run that did not end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic_ai import Agent as Framework
from pydantic_ai import capture_run_messages
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

from benchmarks.agents import tools
from benchmarks.agents.asking import Agent


def _model(format: str, url: str) -> Any:
    if format == "anthropic":
        provider = AnthropicProvider(base_url=url, api_key="any")
        return AnthropicModel("claude-sonnet-5", provider=provider)
    model = OpenAIChatModel if format == "openai-chat" else OpenAIResponsesModel
    return model("gpt-5.4-mini", provider=OpenAIProvider(base_url=f"{url}/v1", api_key="any"))


class _Chat:
    """A chat whose history is handed from run to run, as the documentation shows."""

    def __init__(self, model: Any, captures: bool) -> None:
        self._agent = Framework(model)
        self._agent.tool_plain(name="read", description=tools.READ)(tools.aread)
        self._agent.tool_plain(name="size", description=tools.SIZE)(tools.asize)
        self._captures = captures
        self._history: list[Any] = []

    async def ask(self, prompt: str, *, stream: bool) -> str:
        """Run once with the history so far."""
        with capture_run_messages() as captured:
            try:
                made = await self._run(prompt, stream)
            except BaseException:
                if self._captures:
                    self._history = list(captured)
                raise
        self._history = made.all_messages()
        return str(made.output)

    async def _run(self, prompt: str, stream: bool) -> Any:
        if not stream:
            return await self._agent.run(prompt, message_history=self._history)
        result = None
        async with self._agent.run_stream_events(prompt, message_history=self._history) as events:
            async for event in events:
                result = getattr(event, "result", None) or result
        return result


def _made(format: str, captures: bool = False) -> Callable[[str], _Chat]:
    return lambda url: _Chat(_model(format, url), captures)


_RESULT = "`message_history=result.all_messages()`"
_NAME = "pydantic-ai"
AGENTS = [
    Agent(_NAME, ("pydantic-ai-slim", "openai"), "openai-chat", _RESULT, _made("openai-chat")),
    Agent(
        _NAME, ("pydantic-ai-slim", "openai"), "openai-responses", _RESULT,
        _made("openai-responses"),
    ),
    Agent(_NAME, ("pydantic-ai-slim", "anthropic"), "anthropic", _RESULT, _made("anthropic")),
    Agent(
        _NAME, ("pydantic-ai-slim", "openai"), "openai-chat", _RESULT,
        _made("openai-chat", captures=True),
        option="`capture_run_messages()` is kept when a run does not end",
    ),
    Agent(
        _NAME, ("pydantic-ai-slim", "anthropic"), "anthropic", _RESULT,
        _made("anthropic", captures=True),
        option="`capture_run_messages()` is kept when a run does not end",
    ),
]  # fmt: skip
