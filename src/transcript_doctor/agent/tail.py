"""The end of what a command prints, in bounded memory."""

from __future__ import annotations

import os
import subprocess
import threading

_CHUNK = 65_536
_GRACE = 1.0
"""Seconds that the rest of the output of an ended command may take to arrive."""


class Tail:
    """Takes in what a process prints, as it prints it, and keeps the end: so many bytes at most."""

    def __init__(self, process: subprocess.Popen[bytes], most: int) -> None:
        assert process.stdout is not None
        # One of its own: the other is closed when the command ends, and its number goes to the next one,
        # whose output a thread that still reads would take.
        self._fd, self._most = os.dup(process.stdout.fileno()), most
        self._kept = bytearray()
        self._dropped = 0
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            while chunk := os.read(self._fd, _CHUNK):
                with self._lock:
                    self._kept += chunk
                    if len(self._kept) > 2 * self._most:
                        self._drop(len(self._kept) - self._most)
        finally:
            os.close(self._fd)

    def _drop(self, count: int) -> None:
        del self._kept[:count]
        self._dropped += count

    def finish(self) -> None:
        """Wait for the rest, though not for what goes on and still holds the output open."""
        self._thread.join(_GRACE)

    def text(self) -> str:
        """Return what was kept, from a line's beginning where something was dropped."""
        with self._lock:
            if len(self._kept) > self._most:
                self._drop(len(self._kept) - self._most)
            if not self._dropped:
                return self._kept.decode("utf-8", "replace")
            cut = self._kept.find(b"\n") + 1
            self._drop(cut)
            rest = self._kept.decode("utf-8", "replace")
            return f"[The first {self._dropped} bytes of the output were dropped.]\n{rest}"
