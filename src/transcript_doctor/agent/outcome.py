"""What the loop of a real agent asks, and what a run of it comes to."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from transcript_doctor.agent.models.api import Reply, Request
from transcript_doctor.agent.models.model import Saying


class Asked(Protocol):
    """A model as `Agent` asks it: real ones by `connect`, scripted ones by `Scripted`."""

    target: str
    name: str

    def ask(self, request: Request, saying: Saying = ...) -> Reply:
        """Return the reply to a request; raises `ModelFailed`."""

    async def ask_async(self, request: Request, saying: Saying = ...) -> Reply:
        """Return the reply to a request; raises `ModelFailed`."""


class Outcome(NamedTuple):
    """What a run came to."""

    text: str
    """What the assistant said last."""
    error: str | None
    """Why the run ended before the assistant was done; None where it was."""
    stop: str | None
    """Why the last reply ended, in the provider's word, such as `max_tokens`."""
    turns: int
    input_tokens: int
    output_tokens: int

    @property
    def ok(self) -> bool:
        """True where the assistant asked for nothing more."""
        return self.error is None
