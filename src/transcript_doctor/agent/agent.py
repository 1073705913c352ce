"""The loop of a real agent: on a `History`, which keeps what the provider sent and hands out the request.

The plain loop keeps its own list in one format. Here the record is in the format of whoever is asked, as
received, and cannot come to be illegal: whatever ends a run, no call is left open.
"""

from __future__ import annotations

from collections.abc import Awaitable, Generator, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

from transcript_doctor.acts.history import Failed, History, OpenCall
from transcript_doctor.acts.history.values import sendable
from transcript_doctor.agent.doing import Doing, Step
from transcript_doctor.agent.following import follow, follow_async
from transcript_doctor.agent.loop import is_over
from transcript_doctor.agent.messages import SYSTEM
from transcript_doctor.agent.models.api import ModelFailed, Reply, Request
from transcript_doctor.agent.outcome import Asked, Outcome, undone
from transcript_doctor.agent.receiving import received
from transcript_doctor.agent.tools.tool import Tool, tool_specs
from transcript_doctor.agent.waiting import must_wait_for_an_answer
from transcript_doctor.agent.watching import Watch
from transcript_doctor.core.errors import BadMessage, BadOption, IllegalRequest


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
        if not hasattr(model, "ask"):
            raise BadOption(
                "an agent asks what connect(...) or Scripted(...) returns, "
                f"not {type(model).__name__}"
            )
        tool_specs(tools)  # raises for what is no tool, before anything is asked
        self.model, self.tools, self.system = model, list(tools), system
        self.history = history if history is not None else History(model.target, model=model.name)
        if self.history.target != model.target:
            raise BadOption(f"this history is for {self.history.target}, not for {model.target}")
        self.watch = watch or Watch()
        self._at_work = Lock()

    def run(self, prompt: str | None = None, *, max_turns: int | None = None) -> Outcome:
        """Say a prompt and do what follows from it; without one, go on where the record ends.

        A model that fails ends the run (`Outcome.error`); so does Ctrl-C, which is raised again. In all
        cases no call is left without a result. Raises `BadOption` where another run is under way, and
        without a prompt where the record waits for no answer.
        """
        with self._one_run() as doing:
            return follow(self._steps(doing, prompt, max_turns), doing.do)

    async def run_async(
        self, prompt: str | None = None, *, max_turns: int | None = None, parallel: bool = False
    ) -> Outcome:
        """Do what `run` does; cancelled at any await, it leaves no call without a result.

        With `parallel` the calls of a reply run at once.
        """
        with self._one_run() as doing:

            def do(step: Step) -> Awaitable[Reply | None]:
                return doing.do_async(step, parallel)

            return await follow_async(self._steps(doing, prompt, max_turns), do)

    @contextmanager
    def _one_run(self) -> Iterator[Doing]:
        """Give what does the steps of a run; afterwards no call is open."""
        if not self._at_work.acquire(blocking=False):
            raise BadOption("this agent is at work: one run at a time, and an agent for each other")
        try:
            yield Doing(self.model, self.tools, self.history, self.watch)
        finally:
            try:
                self.history.interrupt()
            finally:
                self._at_work.release()

    def _steps(
        self, doing: Doing, prompt: str | None, max_turns: int | None
    ) -> Generator[Step, Any, Outcome]:
        """Yield what is to be done, one after the other; return what the run came to."""
        self.history.interrupt()  # calls of a run that was killed
        if prompt is None:
            must_wait_for_an_answer(self.history)
        else:
            self.history.user(sendable(prompt))
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
            doing.heard.clear()
            try:
                reply = yield Request(self.system, messages, specs)
                calls = self._kept(reply.message)
            except (ModelFailed, BadMessage) as error:
                words = self._kept_of(doing.heard)
                return Outcome(words, str(error), None, turn, taken, given)
            except BaseException:
                self._kept_of(doing.heard)
                raise
            taken, given = taken + reply.input_tokens, given + reply.output_tokens
            words = sendable(reply.text)
            self.watch.replied(words)
            if reply.failure is not None or not calls:
                return Outcome(words, undone(reply), reply.stop, turn, taken, given)
            yield calls

    def _kept(self, message: Any) -> tuple[OpenCall, ...]:
        """Put a reply on the record, as far as it can go back to the model, and return its calls."""
        told = received(message, self.history.target, [tool["name"] for tool in self.tools])
        return tuple(
            call._replace(arguments=None, fault=Failed(told.faults[at]))
            if at in told.faults
            else call
            for at, call in enumerate(self.history.assistant(told.message))
        )

    def _kept_of(self, heard: Sequence[str]) -> str:
        """Put the words of a reply that broke off on the record, for the model did say them; return them."""
        words = sendable("".join(heard))
        if words and not words.isspace() and not self.history.open_calls:
            self.history.assistant(words)
        return words
