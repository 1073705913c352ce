"""A mistake in code that breaks histories: what it is, how a list shows it, and what prevents it.

One mistake is one record. Whether a list shows it is asked of its function, which reads the outline,
the finding and the clues beside them: who speaks where, who is answered, what reads like a summary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.core.finding import Finding

SURE = 80
"""Signs of this weight decide: the mistake is stated. Below, it is one that the list may come from."""


class Sign(NamedTuple):
    """What in a list speaks for a mistake: how much (0 to 100), and where, in words."""

    weight: int
    seen: str


Shows = Callable[[Finding, Clues], Sign | None]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in code, its signs, and the change that prevents it."""

    name: str
    trigger: str
    """Which part of a program makes it, a word of a closed list: trim, interrupt, conversion, ..."""
    words: str
    """What a list that it made looks like, in a few words."""
    sentence: str
    """What the code does."""
    signs: str
    """What in a list shows it."""
    before: str
    """The code, as it is written by mistake: a line or two of Python."""
    after: str
    """The same lines, so that it cannot happen."""
    codes: tuple[str, ...]
    """The rules whose findings it causes."""
    shows: Shows = field(compare=False, repr=False)
    """Whether a finding comes from it."""
    decides: str = ""
    """What would decide, where the list alone cannot."""

    def to_json(self) -> dict[str, object]:
        """Return the mistake as plain JSON."""
        keys = ("name", "trigger", "words", "sentence", "signs", "before", "after", "decides")
        return {key: getattr(self, key) for key in keys}


TRIGGERS = {
    "api-contract": "what the target wants is not what one expects",
    "approval-flow": "a person's approval, a paused run",
    "bad-arguments": "arguments that could not be read",
    "client-bug": "the calling code itself",
    "compaction": "a summary in the place of older messages",
    "conversion": "an adapter or gateway between formats",
    "crash": "the process ended between call and result",
    "encoding": "text cut inside a character",
    "error-turn": "an answer that failed, was empty or cut off",
    "handoff": "one agent gave over to another",
    "injected-message": "a notice or reminder inside an exchange",
    "interrupt": "somebody stopped the run, or wrote while it ran",
    "media": "pictures and files",
    "model-output": "the model itself wrote it so",
    "provider-switch": "another model or provider in mid-session",
    "race": "two writers, or a result that came late",
    "rebuild": "a history made anew from a store or an interface",
    "repair-bug": "code that should have mended the history",
    "session-writer": "what writes the session's file",
    "stream-assembly": "a stream put together wrongly, or cut off",
    "tool-error-path": "a tool that failed",
    "trim": "a window by count or tokens",
    "unknown-tool": "a tool that does not exist",
}
"""The parts of programs that break histories."""
