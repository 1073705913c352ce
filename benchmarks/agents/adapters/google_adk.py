"""Google's ADK: an agent under a runner, its history the events of one session in memory."""

from __future__ import annotations

import os
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.agents.run_config import RunConfig, StreamingMode
from google.adk.models import Gemini
from google.adk.runners import InMemoryRunner
from google.genai import types

from benchmarks.agents import tools
from benchmarks.agents.asking import Agent

_WHO: dict[str, Any] = {"user_id": "u", "session_id": "s"}


async def read(path: str) -> str:
    """Read a file."""
    return await tools.aread(path)


async def size(path: str) -> str:
    """Tell the size of a file."""
    return await tools.asize(path)


class _Chat:
    """One session of a runner."""

    def __init__(self, model: Any) -> None:
        agent = LlmAgent(name="reader", model=model, tools=[read, size])
        self._runner = InMemoryRunner(agent=agent, app_name="app")
        self._is_open = False

    async def ask(self, prompt: str, *, stream: bool) -> str:
        """Run in the session; some failures are told in an event alone, so that is raised at the end."""
        if not self._is_open:
            await self._runner.session_service.create_session(app_name="app", **_WHO)
            self._is_open = True
        mode = StreamingMode.SSE if stream else StreamingMode.NONE
        said = types.Content(role="user", parts=[types.Part(text=prompt)])
        words, fault = "", ""
        async for event in self._runner.run_async(
            new_message=said, run_config=RunConfig(streaming_mode=mode), **_WHO
        ):
            if event.error_code:
                fault = f"{event.error_code}: {event.error_message}"
            if event.is_final_response() and event.content and event.content.parts:
                words = "".join(part.text or "" for part in event.content.parts)
        if fault:
            raise RuntimeError(fault)
        return words


def _gemini(url: str) -> _Chat:
    os.environ["GOOGLE_API_KEY"] = "any"  # ADK takes the key from nowhere else
    return _Chat(Gemini(model="gemini-3.5-flash", base_url=url))


AGENTS = [
    Agent(
        "Google ADK", ("google-adk", "google-genai"), "gemini",
        "`InMemoryRunner`, one session", _gemini,
    )
]  # fmt: skip
