"""The OpenAI Agents SDK, its history in a session (SQLite, in memory)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from agents import (
    Agent as Framework,
)
from agents import (
    OpenAIChatCompletionsModel,
    OpenAIResponsesModel,
    RunConfig,
    Runner,
    SQLiteSession,
    function_tool,
)
from openai import AsyncOpenAI

from benchmarks.agents import tools
from benchmarks.agents.asking import Agent

_NUMBERS = count(1)


class _Chat:
    """A conversation in one session."""

    def __init__(self, format: str, url: str, options: dict[str, Any]) -> None:
        client = AsyncOpenAI(base_url=f"{url}/v1", api_key="any")
        model = OpenAIResponsesModel if format == "openai-responses" else OpenAIChatCompletionsModel
        made = [
            function_tool(tools.aread, name_override="read"),
            function_tool(tools.asize, name_override="size"),
        ]
        self._agent = Framework(
            name="reader", model=model("gpt-5.4-mini", openai_client=client), tools=made
        )
        self._session = SQLiteSession(f"s{next(_NUMBERS)}")
        self._config = RunConfig(tracing_disabled=True, **options)

    async def ask(self, prompt: str, *, stream: bool) -> str:
        """Run on the session."""
        options: Any = {"session": self._session, "run_config": self._config}
        if not stream:
            return str((await Runner.run(self._agent, prompt, **options)).final_output)
        run = Runner.run_streamed(self._agent, prompt, **options)
        async for _ in run.stream_events():
            pass
        return str(run.final_output)


class _Streamed(_Chat):
    """The same, always streamed, and the user interrupts through the run."""

    _run: Any = None

    async def ask(self, prompt: str, *, stream: bool) -> str:
        """Run on the session, as a stream."""
        config = self._config
        self._run = Runner.run_streamed(
            self._agent, prompt, session=self._session, run_config=config
        )
        async for _ in self._run.stream_events():
            pass
        return str(self._run.final_output)

    def interrupt(self) -> None:
        """Stop the run at once."""
        self._run.cancel()


def _made(format: str, **options: Any) -> Callable[[str], _Chat]:
    return lambda url: _Chat(format, url, options)


_NAME, _PACKAGES, _KEEPS = "OpenAI Agents SDK", ("openai-agents", "openai"), "`SQLiteSession`"
_CHAT, _RESPONSES = "openai-chat", "openai-responses"
_OPTION = {"tool_not_found_behavior": "return_error_to_model"}
_TOLD = '`RunConfig(tool_not_found_behavior="return_error_to_model")`'
AGENTS = [
    Agent(_NAME, _PACKAGES, _RESPONSES, _KEEPS, _made(_RESPONSES)),
    Agent(_NAME, _PACKAGES, _CHAT, _KEEPS, _made(_CHAT)),
    Agent(_NAME, _PACKAGES, _CHAT, _KEEPS, _made(_CHAT, **_OPTION), option=_TOLD),
    Agent(
        f"{_NAME}, streamed", _PACKAGES, _RESPONSES, _KEEPS,
        lambda url: _Streamed(_RESPONSES, url, {}), "`run.cancel()`",
    ),
]  # fmt: skip
