"""Colours for a terminal, or none."""

from __future__ import annotations


class Paint:
    """Wraps words in ANSI colours where that is wanted; they mean nothing that words do not."""

    def __init__(self, on: bool) -> None:
        self._on = on

    def bold(self, text: str) -> str:
        """For what is looked for first: file and line."""
        return self._in("1", text)

    def dim(self, text: str) -> str:
        """For labels and what is rarely read."""
        return self._in("2", text)

    def good(self, text: str) -> str:
        """For healthy transcripts."""
        return self._in("32", text)

    def severity(self, severity: str, text: str) -> str:
        """For what is at fault: red for an error, yellow for a warning."""
        return self._in("1;31" if severity == "error" else "1;33", text)

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._on and text else text
