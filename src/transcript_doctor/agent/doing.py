"""What an agent does, step by step: asks its model, runs calls, and writes down what came of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from transcript_doctor.acts.history import Failed, History, OpenCall
from transcript_doctor.acts.history.values import Parts
from transcript_doctor.agent.models.api import Reply, Request
from transcript_doctor.agent.outcome import Asked
from transcript_doctor.agent.together import at_once
from transcript_doctor.agent.tools.running import run_tool, run_tool_async
from transcript_doctor.agent.tools.tool import Tool
from transcript_doctor.agent.watching import Watch
from transcript_doctor.core.errors import BadOption

Step: TypeAlias = Request | tuple[OpenCall, ...]
"""A request to be answered, or calls to be run."""


class Doing:
    """Does the steps of one run; a watcher hears of each."""

    def __init__(self, model: Asked, tools: Sequence[Tool], history: History, watch: Watch) -> None:
        self._model, self._tools, self._history, self._watch = model, tools, history, watch
        self.heard: list[str] = []
        """The words of the reply that is arriving."""

    def do(self, step: Step) -> Reply | None:
        """Do a step, and return the reply where it is a request."""
        if isinstance(step, Request):
            return self._model.ask(step, self._hear)
        for call in step:
            self._watch.called(call)
            result = _of_fault(call) or run_tool(self._tools, _as_part(call))
            self._answer(call, result)
        return None

    async def do_async(self, step: Step, parallel: bool) -> Reply | None:
        """Do the same from within an event loop; with `parallel` all calls of a step at once."""
        if isinstance(step, Request):
            return await self._model.ask_async(step, self._hear)
        if parallel:
            await at_once(map(self._run_async, step))
        else:
            for call in step:
                await self._run_async(call)
        return None

    async def _run_async(self, call: OpenCall) -> None:
        self._watch.called(call)
        result = _of_fault(call) or await run_tool_async(self._tools, _as_part(call))
        self._answer(call, result)

    def _hear(self, words: str) -> None:
        self.heard.append(words)
        self._watch.said(words)

    def _answer(self, call: OpenCall, result: dict[str, Any]) -> None:
        content, is_error = result["content"], result["is_error"]
        if isinstance(content, list):
            try:
                self._history.results({call.id: Parts(content, failed=is_error)})
            except BadOption as fault:  # parts that this target does not take
                content, is_error = str(fault), True
        if isinstance(content, str):
            self._history.results({call.id: Failed(content) if is_error else content})
        self._watch.returned(call, content, is_error)


def _as_part(call: OpenCall) -> dict[str, Any]:
    return {"type": "toolCall", "id": call.id, "name": call.name, "arguments": call.arguments}


def _of_fault(call: OpenCall) -> dict[str, Any] | None:
    """Return what answers a call that cannot be run."""
    return call.fault and {"content": call.fault.text, "is_error": True}
