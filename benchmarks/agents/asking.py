"""What an agent is for these trials, and what is written down about each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol


class Session(Protocol):
    """One conversation with an agent, its history kept as the framework keeps it."""

    def ask(self, prompt: str, *, stream: bool) -> Any:
        """Return the agent's answer in words, or an awaitable of it; what the framework raises comes out."""


@dataclass(frozen=True)
class Agent:
    """One framework with one API, or with one of its options."""

    name: str
    packages: tuple[str, ...]
    """The packages whose versions matter, the framework first."""
    format: str
    """The wire format: `openai-chat`, `openai-responses`, `anthropic` or `gemini`."""
    keeps: str
    """How the history is kept, in words."""
    open: Callable[[str], Session]
    """Open a conversation with the server at a URL."""
    interrupts: str = "the task is cancelled"
    """How the user interrupts."""
    option: str = ""
    """The documented option that this row sets; empty for the defaults."""
    notes: dict[str, str] = field(default_factory=dict)
    """What a reader must know about a scenario, by its key."""


@dataclass
class Sent:
    """One request that arrived at the server."""

    shape: str
    fate: str
    status: int
    where: str
    """The rule and the place of the fault that the sentence is about."""
    sentence: str
    warnings: list[str]
    """The rules that only warn of something in it."""
    body: Any
    asked: int
    """Which of the user's prompts it followed, from 1."""


@dataclass
class Trial:
    """What came of one scenario."""

    scenario: str
    sent: list[Sent] = field(default_factory=list)
    outcomes: list[str] = field(default_factory=list)
    """What each of the user's prompts led to: `said: ...`, `interrupted`, or `ValueError: ...`."""

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON."""
        return asdict(self)
