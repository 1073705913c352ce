"""A model that answers from a script, and refuses a request that a strict provider would refuse.

It stands where the call to a provider stands in an agent's loop, so that a test of the loop fails where
the loop would fail in production. A refusal is an answer like any other, as a provider's is: the loop
must cope with it, and the test sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Lock
from types import TracebackType
from typing import Any, Self

from transcript_doctor.acts.show.shaping import shape
from transcript_doctor.core.errors import BadOption
from transcript_doctor.safetext import printable
from transcript_doctor.testing.asking import Request, request_of
from transcript_doctor.testing.billing import price
from transcript_doctor.testing.faults import ScriptFault, TooManyCalls
from transcript_doctor.testing.judging import LAB, Judge, judge_for
from transcript_doctor.testing.saying import Message, fail
from transcript_doctor.testing.steps import Play, Step


class ScriptedModel:
    """A model that plays steps, one for each request that it takes.

    `max_calls` is how often it may be asked, refused requests included; `target` is whose laws refuse,
    the lab's own strict provider unless said otherwise. As a context manager, or as a fixture, it
    complains of steps that were not played, and of faults that the loop swallowed.
    """

    def __init__(
        self, steps: Iterable[Step], max_calls: int | None = None, *, target: str = LAB
    ) -> None:
        if max_calls is not None and (type(max_calls) is not int or max_calls < 0):
            raise BadOption(f"max_calls takes a number of calls, or None, not {max_calls!r:.40}")
        self.calls: list[Request] = []
        """Every request as it stood when it came, refused ones included."""
        self.bill = 0
        """About how many tokens the requests were that were not refused: system, messages and tools."""
        self.max_calls = max_calls
        self._play = Play(steps)
        self._looked = 0
        """How many of the requests that were refused somebody has looked at."""
        self._refusals: dict[int, str] = {}
        """The words in which requests were refused, by their place in `calls`."""
        self._lock = Lock()
        self._refusal_of: Judge = judge_for(target)
        self._fault: ScriptFault | None = None

    @property
    def refused(self) -> list[Request]:
        """The requests that were refused; who looks at them has seen them."""
        found = [self.calls[at] for at in sorted(self._refusals)]
        self._looked = len(found)
        return found

    @property
    def overlooked(self) -> int:
        """How many requests were refused that nobody looked at in `refused`."""
        return len(self._refusals) - self._looked

    def complete(self, system: Any, messages: Any, tools: Any = ()) -> Message:
        """Return the next step's message, or the refusal of a request that breaks the target's laws.

        Raises `TooManyCalls`, and `ScriptEnded` where no step is left. Nothing that is given is changed.
        """
        at, request = self._taken(system, messages, tools)
        if refusal := self._refused(at, request):
            return refusal
        try:
            return self._play.next(request)
        except ScriptFault as fault:
            raise self._noted(fault) from None

    async def acomplete(self, system: Any, messages: Any, tools: Any = ()) -> Message:
        """Return the same as `complete`, for loops that are async."""
        at, request = self._taken(system, messages, tools)
        if refusal := self._refused(at, request):
            return refusal
        try:
            return await self._play.anext(request)
        except ScriptFault as fault:
            raise self._noted(fault) from None

    def finish(self) -> None:
        """Raise a fault that the loop swallowed, or `StepsLeft` where steps were not played."""
        if self._fault is not None:
            raise self._fault
        self._play.finish()

    def told(self) -> Iterator[str]:
        """Yield a line for each request: its shape, and the words in which it was refused."""
        yield from map(self._line, range(len(self.calls)))

    def refusals(self) -> Iterator[str]:
        """Yield those of the lines that tell of a refusal."""
        yield from map(self._line, sorted(self._refusals))

    def _line(self, at: int) -> str:
        marks = shape(self.calls[at].messages, format="pi")
        return f"request {at + 1}: {marks}  {printable(self._refusals.get(at, ''))}".rstrip()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if kind is None:
            self.finish()

    def _taken(self, system: Any, messages: Any, tools: Any) -> tuple[int, Request]:
        """Return a snapshot of what is asked, and its place in `calls`."""
        request = request_of(system, messages, tools)
        with self._lock:  # agents that run at once may share a model
            at = len(self.calls)
            if self.max_calls is None or at < self.max_calls:
                self.calls.append(request)
                return at, request
        fault = TooManyCalls(
            f"more than max_calls={self.max_calls} model calls: the loop does not stop"
        )
        raise self._noted(fault)

    def _refused(self, at: int, request: Request) -> Message | None:
        """Return the answer to a request that is refused; bill one that is not."""
        refusal = self._refusal_of(request)
        if refusal is not None:
            self._refusals[at] = refusal
            return fail(refusal)
        cost = price(request)
        with self._lock:
            self.bill += cost
        return None

    def _noted(self, fault: ScriptFault) -> ScriptFault:
        self._fault = self._fault or fault
        return fault
