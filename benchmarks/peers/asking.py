"""What a peer is asked and what it may answer: the same for all, so that adapters stay small."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from json import JSONDecodeError
from typing import Any, Literal, NamedTuple

Truth = Literal["refused", "accepted", "differs"]
"""What becomes of the request; `differs`: one provider refuses it and another does not."""


class Question(NamedTuple):
    """One history to be judged as a request."""

    name: str
    format: str
    """The wire format, such as `openai-chat`."""
    provider: str
    """Where it was sent, as the report has it, or just the format."""
    context: dict[str, Any]
    """What is known of the endpoint; only this project's check takes it."""
    messages: list[Any]
    truth: Truth
    indices: tuple[int, ...] | None = None
    """Where the fault is; None: nowhere in particular."""
    needs_context: bool = False
    """Whether the fault is one only under what `context` states."""


class Complaint(NamedTuple):
    """One thing that a peer says against a history."""

    index: int | None
    """The message that it names, if it names one."""
    error: bool = True
    """False for what the peer itself calls harmless."""
    crash: bool = False
    """The peer fell over the history instead of judging it."""


@dataclass(frozen=True)
class Peer:
    """One tool, or one setting of it."""

    name: str
    package: str
    formats: tuple[str, ...]
    complain: Callable[[Question], list[Complaint]]
    note: str = ""
    """What a reader of the numbers must know."""

    def ask(self, question: Question) -> list[Complaint]:
        """Return the complaints.

        A ValueError is how tools refuse what they are given; any other exception, and text that is
        no JSON, is a fall. Both are complaints, without a place.
        """
        try:
            return self.complain(question)
        except Exception as error:
            refused = isinstance(error, ValueError) and not isinstance(error, JSONDecodeError)
            return [Complaint(None, crash=not refused)]
