"""What the loop of a real agent asks, and what a run of it comes to."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from transcript_doctor.agent.models.api import Reply, Request
from transcript_doctor.agent.models.model import Hearing


class Asked(Protocol):
    """A model as `Agent` asks it: real ones by `connect`, scripted ones by `Scripted`."""

    target: str
    name: str

    def ask(self, request: Request, hear: Hearing = ...) -> Reply:
        """Return the reply to a request; raises `ModelFailed`."""

    async def ask_async(self, request: Request, hear: Hearing = ...) -> Reply:
        """Return the reply to a request; raises `ModelFailed`."""


_CUT = frozenset(
    {"length", "max_tokens", "max_output_tokens", "MAX_TOKENS", "model_context_window_exceeded"}
)
"""Why a reply ended that was still going on, in the words of all APIs."""


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
        """True where the assistant was done: it said something, to its end, and asked for nothing more."""
        return self.error is None


def undone(reply: Reply) -> str | None:
    """Return why a reply that calls nothing is not the end of the work, None where it is."""
    if reply.failure is not None:
        return reply.failure
    if reply.stop in _CUT:
        return f"the last reply was cut off: it is as long as a reply may be ({reply.stop})"
    if not reply.text or reply.text.isspace():
        return f"the last reply says nothing ({reply.stop})"
    return None
