"""The loop of a real agent: on a `History`, which keeps what the provider sent and hands out the request.

The plain loop keeps its own list in one format. Here the record is in the format of whoever is asked, as
received, and cannot come to be illegal: whatever ends a run, no call is left open. One script of steps
serves programs that wait and programs that do not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

from transcript_doctor.acts.history import Failed, History, OpenCall
from transcript_doctor.acts.history.values import Parts
from transcript_doctor.agent.loop import is_over
from transcript_doctor.agent.messages import SYSTEM
from transcript_doctor.agent.misnamed import NO_NAME, STAND_IN, named
from transcript_doctor.agent.models.api import ModelFailed, Reply, Request
from transcript_doctor.agent.outcome import Asked, Outcome
from transcript_doctor.agent.tools.running import run_tool, run_tool_async
from transcript_doctor.agent.tools.tool import Tool, tool_specs
from transcript_doctor.agent.watching import Watch
from transcript_doctor.catalog import target_named
from transcript_doctor.core.errors import BadMessage, BadOption, IllegalRequest

_Steps: TypeAlias = Generator[Request | tuple[OpenCall, ...], Any, Outcome]


class Agent:
    """A model, its tools, and the record of their conversation; one run at a time."""

    def __init__(
        self,
        model: Asked,
        tools: Sequence[Tool],
        *,
        history: History | None = None,
        system: str = SYSTEM,
        watch: Watch | None = None,
    ) -> None:
        self.model, self.tools, self.system = model, list(tools), system
        self.history = history if history is not None else History(model.target, model=model.name)
        if self.history.target != model.target:
            raise BadOption(f"this history is for {self.history.target}, not for {model.target}")
        self.watch = watch or Watch()
        self._heard: list[str] = []
        """The words of the reply that is arriving."""

    def run(self, prompt: str | None = None, *, max_turns: int | None = None) -> Outcome:
        """Say a prompt and do what follows from it; without one, go on where the record ends.

        A model that fails ends the run (`Outcome.error`); so does Ctrl-C, which is raised again. In all
        cases no call is left without a result.
        """
        steps = self._steps(prompt, max_turns)
        try:
            step = next(steps)
            while True:
                try:
                    answer = self._do(step)
                except BaseException as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome
        finally:
            self.history.interrupt()

    async def run_async(
        self, prompt: str | None = None, *, max_turns: int | None = None, parallel: bool = False
    ) -> Outcome:
        """Do what `run` does; cancelled at any await, it leaves no call without a result.

        With `parallel` the calls of a reply run at once.
        """
        steps = self._steps(prompt, max_turns)
        try:
            step = next(steps)
            while True:
                try:
                    answer = await self._do_async(step, parallel)
                except BaseException as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome
        finally:
            self.history.interrupt()

    # -- what follows what -----------------------------------------------------------------------------

    def _steps(self, prompt: str | None, max_turns: int | None) -> _Steps:
        """Yield requests to be answered and calls to be run."""
        self.history.interrupt()  # calls of a run that was killed
        if prompt is not None:
            self.history.user(prompt)
        turn = taken = given = 0
        specs = tool_specs(self.tools)
        while True:
            turn += 1
            if is_over(turn, max_turns):
                why = f"Agent stopped after max_turns={max_turns}"
                return Outcome("", why, None, turn - 1, taken, given)
            try:
                messages = self.history.request(system=self.system, tools=specs)
            except IllegalRequest as error:
                return Outcome("", str(error), None, turn - 1, taken, given)
            self._heard.clear()
            try:
                reply = yield Request(self.system, messages, specs)
                calls = self._kept(reply.message)
            except (ModelFailed, BadMessage) as error:
                self._keep_what_was_heard()
                return Outcome("".join(self._heard), str(error), None, turn, taken, given)
            except BaseException:
                self._keep_what_was_heard()
                raise
            taken, given = taken + reply.input_tokens, given + reply.output_tokens
            self.watch.replied(reply.text)
            if reply.failure is not None or not calls:
                return Outcome(reply.text, reply.failure, reply.stop, turn, taken, given)
            yield calls

    def _kept(self, message: Any) -> tuple[OpenCall, ...]:
        """Put a reply on the record; a call by no name, which no provider takes back, gets a neutral one."""
        names = [tool["name"] for tool in self.tools]
        told = named(message, target_named(self.history.target).format, names)
        calls, words = self.history.assistant(told.message), iter(told.words)
        return tuple(
            call._replace(fault=Failed(next(words, NO_NAME))) if call.name == STAND_IN else call
            for call in calls
        )

    def _keep_what_was_heard(self) -> None:
        """Put the words of a reply that broke off on the record: the model did say them."""
        words = "".join(self._heard)
        if words and not words.isspace() and not self.history.open_calls:
            self.history.assistant(words)

    def _hear(self, words: str) -> None:
        self._heard.append(words)
        self.watch.said(words)

    # -- how it is done --------------------------------------------------------------------------------

    def _do(self, step: Request | tuple[OpenCall, ...]) -> Reply | None:
        if isinstance(step, Request):
            return self.model.ask(step, self._hear)
        for call in step:
            self.watch.called(call)
            if call.fault is None:
                self._answer(call, run_tool(self.tools, _as_part(call)))
            else:
                self._answer(call, _fault(call.fault))
        return None

    async def _do_async(self, step: Request | tuple[OpenCall, ...], parallel: bool) -> Reply | None:
        if isinstance(step, Request):
            return await self.model.ask_async(step, self._hear)
        if not parallel:
            for call in step:
                await self._run_async(call)
            return None
        async with asyncio.TaskGroup() as group:
            for call in step:
                group.create_task(self._run_async(call))
        return None

    async def _run_async(self, call: OpenCall) -> None:
        self.watch.called(call)
        if call.fault is None:
            self._answer(call, await run_tool_async(self.tools, _as_part(call)))
        else:
            self._answer(call, _fault(call.fault))

    def _answer(self, call: OpenCall, result: dict[str, Any]) -> None:
        content, is_error = result["content"], result["is_error"]
        if isinstance(content, list):
            value: Any = Parts(content, failed=is_error)
        else:
            value = Failed(content) if is_error else content
        self.history.results({call.id: value})
        self.watch.returned(call, content, is_error)


def _as_part(call: OpenCall) -> dict[str, Any]:
    return {"type": "toolCall", "id": call.id, "name": call.name, "arguments": call.arguments}


def _fault(fault: Failed) -> dict[str, Any]:
    return {"content": fault.text, "is_error": True}
