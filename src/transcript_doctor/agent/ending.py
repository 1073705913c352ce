"""Ending a command and what it started: its group, and on Linux also what left the group.

A process that makes a session of its own (`setsid`, a server that goes into the background) is in no group
of ours, and once its parent is gone nothing leads from the command to it. What stays with it is the
environment that it began with; so each command has a mark in it, and whoever bears the mark is ended.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

MARK = "TRANSCRIPT_DOCTOR_COMMAND"
"""The variable of the environment that says which command a process belongs to."""
_ROUNDS = 10
"""So often is looked: what is ended may have started another one meanwhile."""


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and the group that it leads; on Windows what it started, as long as it runs itself."""
    if sys.platform == "win32":
        if process.poll() is None:
            words = ["taskkill", "/t", "/f", "/pid", str(process.pid)]
            with suppress(OSError):
                subprocess.run(words, capture_output=True, check=False)
            process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def end_marked(mark: str) -> None:
    """End all processes that bear a mark, on Linux; elsewhere there is no way to find them."""
    for _ in range(_ROUNDS):
        if not _end_once(f"{MARK}={mark}".encode()):
            return


def _end_once(sought: bytes) -> bool:
    """End the processes that bear a mark now, and tell whether there were any."""
    found = False
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it is another user's, or over
            if sought in environment.read_bytes().split(b"\0"):
                os.kill(int(environment.parent.name), signal.SIGKILL)
                found = True
    return found
