"""How far a long run has come: one line on stderr, on a terminal only, and only after a while."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from transcript_doctor.safetext import printable

_PATIENCE = 1.0
"""Seconds before the line appears."""
_PAUSE = 0.1
_BAR = 24
_LONGEST = 40


class Progress:
    """A bar over a known number of steps; `clear` before something else is printed."""

    def __init__(self, steps: int) -> None:
        self._steps = steps
        self._on = sys.stderr.isatty()
        self._next = time.monotonic() + _PATIENCE
        self._shown = False

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave nothing on the terminal."""
        self.clear()

    def show(self, done: int, what: str) -> None:
        """Show how many steps are done and what is being done now, if enough time has passed."""
        if self._on and (now := time.monotonic()) >= self._next:
            self._next, self._shown = now + _PAUSE, True
            filled = _BAR * done // max(self._steps, 1)
            bar = "#" * filled + "-" * (_BAR - filled)
            line = f"[{bar}] {done}/{self._steps}  {printable(what, _LONGEST)}"
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
