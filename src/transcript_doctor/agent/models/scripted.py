"""A scripted model where a real one stands: for tests, for pages, and for trying the agent without a key."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import Any, Self

from transcript_doctor.agent.loop import Model
from transcript_doctor.agent.models.api import ModelFailed, Reply, Request
from transcript_doctor.agent.models.model import Hearing, unheard
from transcript_doctor.core.errors import BadOption, DoctorError
from transcript_doctor.testing.asking import words_in
from transcript_doctor.testing.saying import words_of_failure


class Scripted:
    """Lets whatever has `complete(system, messages, tools)` answer, in the lab's format.

    What it raises is a model that failed, as with a real one, unless it is about the script or the test.
    """

    target = "lab"

    def __init__(self, model: Model, name: str = "script") -> None:
        if not hasattr(model, "complete"):
            raise BadOption(
                "Scripted takes a model with complete(system, messages, tools), "
                f"such as ScriptedModel(steps), not {type(model).__name__}"
            )
        self.model, self.name = model, name

    def ask(self, request: Request, hear: Hearing = unheard) -> Reply:
        """Return the reply to a request; raises `ModelFailed`."""
        with _failing():
            made = self.model.complete(*request)
        return _told(made, hear)

    async def ask_async(self, request: Request, hear: Hearing = unheard) -> Reply:
        """Return the reply to a request, as `ask` does, from within an event loop."""
        with _failing():
            made = getattr(self.model, "acomplete", self.model.complete)(*request)
            made = await made if inspect.isawaitable(made) else made
        return _told(made, hear)

    def open(self) -> None:
        """Nothing has to be made ready."""

    def close(self) -> None:
        """Nothing is open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""


@contextmanager
def _failing() -> Iterator[None]:
    """Make what a model raises a `ModelFailed` that says where; a test's assertion stays what it is."""
    try:
        yield
    except (DoctorError, AssertionError):
        raise
    except Exception as error:
        last = extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}, line {last.lineno}"
        raise ModelFailed(f"{type(error).__name__}: {error} ({where})") from error


def _told(message: Any, hear: Hearing) -> Reply:
    """Return what a model gave as a reply, whatever it is: the record does not take what is no message."""
    if not isinstance(message, dict):
        return Reply(message, "")
    text = words_in(message.get("content"))
    if text:
        hear(text)
    failure = words_of_failure(message)
    stop = message.get("stop_reason", message.get("stopReason"))
    return Reply(
        message, text, stop=stop, failure=failure if failure is None else failure or "error"
    )
