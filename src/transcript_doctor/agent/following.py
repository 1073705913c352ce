"""Following a script of steps: a generator yields what is to be done, and is sent what came of it.

So one text says what follows what, for programs that wait and for those that do not. What fails is raised
at the very step that asked for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import Any, TypeVar

Step = TypeVar("Step")
End = TypeVar("End")


def follow(steps: Generator[Step, Any, End], do: Callable[[Step], Any]) -> End:
    """Do each step as it comes, and return what the generator returns; raises what it does not catch."""
    try:
        step = next(steps)
        while True:
            try:
                came = do(step)
            except BaseException as error:
                step = steps.throw(error)
            else:
                step = steps.send(came)
    except StopIteration as end:
        made: End = end.value
        return made


async def follow_async(
    steps: Generator[Step, Any, End], do: Callable[[Step], Awaitable[Any]]
) -> End:
    """Do what `follow` does with steps that are waited for; a cancellation is raised at the step too."""
    try:
        step = next(steps)
        while True:
            try:
                came = await do(step)
            except BaseException as error:
                step = steps.throw(error)
            else:
                step = steps.send(came)
    except StopIteration as end:
        made: End = end.value
        return made
