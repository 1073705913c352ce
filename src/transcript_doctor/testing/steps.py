"""A script and the player that takes its steps one after the other, whoever the model is that speaks them.

A step is an assistant message (`reply`, `say`, `fail`), a function of the `Request` that returns one,
also an async one, or a repeating step (`forever` and what is made of it), which is last.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from transcript_doctor.core.wording import counted
from transcript_doctor.testing.asking import Request
from transcript_doctor.testing.driving import settle
from transcript_doctor.testing.faults import BadStep, ScriptEnded, StepsLeft
from transcript_doctor.testing.saying import Message
from transcript_doctor.testing.speaking import free_ids, spoken

Step: TypeAlias = Any
"""A message, a function of the request, a `Forever`, or what the player was told to let through."""


class Forever(NamedTuple):
    """A step that is played again and again."""

    step: Step


class Play:
    """A script in the course of being played; `passing` are further types of steps, for who uses `take`."""

    def __init__(self, steps: Iterable[Step], *, passing: tuple[type, ...] = ()) -> None:
        if (
            isinstance(steps, (dict, str, Forever))
            or callable(steps)
            or not isinstance(steps, Iterable)
        ):
            kind = "one step" if isinstance(steps, (dict, Forever)) else type(steps).__name__
            raise BadStep(f"a script is a list of steps, not {kind}: put it into a list")
        self.steps: list[Step] = list(steps)
        self.played = 0
        """How many steps were taken, each turn of a repeating one counted."""
        self._passing, self._lock = passing, Lock()
        for at, step in enumerate(self.steps):
            self._look_at(at, step)

    @property
    def left(self) -> list[Step]:
        """The steps that were not played; a repeating one is never left over."""
        return [step for step in self.steps[self.played :] if not isinstance(step, Forever)]

    def take(self) -> tuple[int, Step]:
        """Return the next step as it was written, and its number from 1; raises `ScriptEnded`."""
        with self._lock:
            at = min(self.played, len(self.steps) - 1)
            step = self.steps[at] if self.steps else None
            if self.played >= len(self.steps) and not isinstance(step, Forever):
                raise ScriptEnded(
                    f"the script has {counted(len(self.steps), 'step')}, and one more answer was asked for: "
                    "add a step, or find out why the loop went round again"
                )
            self.played += 1
        return at + 1, step.step if isinstance(step, Forever) else step

    def next(self, request: Request) -> Message:
        """Return what the next step says to a request, its calls with ids; an async step is waited for."""
        number, step = self.take()
        made = step(request) if callable(step) else step
        if inspect.isawaitable(made):
            made = settle(made)
        return _spoken(number, made, request)

    async def anext(self, request: Request) -> Message:
        """Return the same as `next` does, from within an event loop."""
        number, step = self.take()
        made = step(request) if callable(step) else step
        if inspect.isawaitable(made):
            made = await made
        return _spoken(number, made, request)

    def finish(self) -> None:
        """Raise `StepsLeft` where steps were not played."""
        if left := self.left:
            raise StepsLeft(
                f"{len(left)} of {counted(len(self.steps), 'step')} of the script "
                f"{'was' if len(left) == 1 else 'were'} not played; "
                f"the next would have been {_told(left[0])}"
            )

    def _look_at(self, at: int, step: Step) -> None:
        """Raise `BadStep` where a step is none, or can never be reached."""
        inner = step.step if isinstance(step, Forever) else step
        if not (isinstance(inner, (dict, *self._passing)) or callable(inner)):
            raise BadStep(f"step {at + 1} is no step: {_not_a_step(inner)}")
        if isinstance(inner, dict) and inner.get("role") != "assistant":
            raise BadStep(f"step {at + 1} is no step: {_not_a_reply(inner)}")
        if isinstance(step, Forever) and at + 1 < len(self.steps):
            raise BadStep(f"step {at + 2} is never reached: step {at + 1} repeats without end")


def _spoken(number: int, made: Any, request: Request) -> Message:
    """Return what a step said as it goes out; raises `BadStep` where that is no assistant message."""
    if not isinstance(made, dict):
        raise BadStep(f"step {number} answered with no message: {_not_a_step(made)}")
    if made.get("role") != "assistant":
        raise BadStep(f"step {number} answered with a message of role {made.get('role')!r:.40}")
    return spoken(made, free_ids(request))


def _not_a_step(value: Any) -> str:
    if isinstance(value, str):
        return f"a text; write say({value!r:.60})"
    return (
        f"{type(value).__name__}; a step is a message such as say(...), reply(...) or fail(...), or a "
        "function; what goes wrong on the way, such as a cut stream, is for the provider over HTTP alone"
    )


def _not_a_reply(value: dict[str, Any]) -> str:
    if value.get("type") == "toolCall":
        return f"a call by itself; write reply(call({value.get('name')!r:.40}, ...))"
    if "role" in value:
        return f"a message of role {value['role']!r:.40}; a step is what the assistant says"
    if "type" in value:
        return f"a part of type {value['type']!r:.40}; put it into reply(...)"
    if not isinstance(name := value.get("call"), str):
        name = "read"
    words = ", ".join(str(key) for key in value)
    return (
        f"an object with {words or 'nothing'}; objects are for script files (script='steps.yaml'), "
        f"in Python a step is say('Done.') or reply(call({name!r:.40}))"
    )


def _told(step: Step) -> str:
    """Return a step in words, on one line."""
    from transcript_doctor.acts.show.showing import show  # only complaints need it

    if isinstance(step, dict):
        return show([step], format="pi", contents=200)
    return f"the function {getattr(step, '__name__', type(step).__name__)}"
