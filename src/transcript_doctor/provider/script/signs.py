"""By what a request is told from others of its kind: how it opens, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import ASSISTANT, CALLS, MIXED, RESULTS, SYSTEM, USER, Outline


def opening(outline: Outline | None) -> str:
    """Return the user's first message, as far as it tells conversations apart."""
    if outline is None:
        return ""
    for letter, message in zip(outline.letters, outline.messages, strict=False):
        if letter in (USER, MIXED):
            content = message.get("content", message) if isinstance(message, dict) else message
            return repr(content)[:2_000]
    return ""


def answers(outline: Outline | None) -> int:
    """Return how many turns of the model a request holds."""
    return 0 if outline is None else sum(1 for _ in _turns(outline))


def _turns(outline: Outline) -> Iterator[int]:
    """Yield the message at which each turn of the model begins; items that follow one another are one."""
    before = False
    for i, letter in enumerate(outline.letters):
        ours = letter in (ASSISTANT, CALLS)
        if ours and not before:
            yield i
        before = ours or (before and letter not in (USER, MIXED, RESULTS, SYSTEM))
