"""Who watches an agent at work: told what is said, called and returned, while it happens."""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.history import OpenCall


class Watch:
    """Hears what happens in a run, and does nothing with it; subclasses show it."""

    def said(self, words: str) -> None:
        """Hear words of a reply, as they arrive."""

    def called(self, call: OpenCall) -> None:
        """Hear that a call is about to be run."""

    def returned(self, call: OpenCall, content: Any, is_error: bool) -> None:
        """Hear what a call came to: a text, or a list of parts."""

    def replied(self, text: str) -> None:
        """Hear that a reply is whole."""
