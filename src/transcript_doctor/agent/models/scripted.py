"""A scripted model where a real one stands: for tests, for pages, and for trying the agent without a key."""

from __future__ import annotations

import inspect
from typing import Any, Self

from transcript_doctor.agent.loop import Model
from transcript_doctor.agent.messages import text_of
from transcript_doctor.agent.models.api import Reply, Request
from transcript_doctor.agent.models.model import Saying, unheard


class Scripted:
    """Lets whatever has `complete(system, messages, tools)` answer, in the lab's format."""

    target = "lab"

    def __init__(self, model: Model, name: str = "script") -> None:
        self.model, self.name = model, name

    def ask(self, request: Request, saying: Saying = unheard) -> Reply:
        """Return the reply to a request."""
        return _told(self.model.complete(*request), saying)

    async def ask_async(self, request: Request, saying: Saying = unheard) -> Reply:
        """Return the reply to a request, from within an event loop."""
        answer = getattr(self.model, "acomplete", self.model.complete)(*request)
        return _told(await answer if inspect.isawaitable(answer) else answer, saying)

    def open(self) -> None:
        """Nothing has to be made ready."""

    def close(self) -> None:
        """Nothing is open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""


def _told(message: dict[str, Any], saying: Saying) -> Reply:
    text = text_of(message)
    if text:
        saying(text)
    failed = message.get("stop_reason") == "error"
    failure = message.get("error_message", "error") if failed else None
    return Reply(message, text, stop=message.get("stop_reason"), failure=failure)
