"""A real shell: a command in a folder, with an end to its time, its output and whatever it started."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

from transcript_doctor.agent.ending import MARK, end, end_marked
from transcript_doctor.agent.tail import Tail
from transcript_doctor.core.errors import BadOption

TIMEOUT = 120.0
"""Seconds that a command may take."""
KEPT = 1_000_000
"""So many bytes of a command's output are kept: the last ones."""
TIMED_OUT = 124
"""The exit code of a command that took too long, as `timeout` has it."""


class RealShell:
    """Runs commands in a folder, one process group each, which is gone when the command is over.

    What a command leaves in the background is ended with it (on Windows where it is stopped); on Linux also
    what made a session of its own, by a mark in its environment, elsewhere not. `env` is the environment;
    None is this process's own. Commands read nothing: their standard input is empty.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        timeout: float = TIMEOUT,
        kept: int = KEPT,
        env: Mapping[str, str] | None = None,
    ) -> None:
        if timeout <= 0 or kept < 1:
            raise BadOption("timeout and kept of a shell must be more than 0")
        self.folder, self.timeout, self.kept = Path(folder), timeout, kept
        self.env = None if env is None else dict(env)
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._lock = threading.Lock()

    def run(self, command: str) -> tuple[str, int]:
        """Return what a command printed and its exit code; a negative one is the signal that ended it.

        Bytes that are no UTF-8 become U+FFFD. Of long output the beginning is dropped, and a line says so.
        """
        mark = uuid4().hex
        try:
            process = self._started(command, mark)
            tail = Tail(process, self.kept)
            late = _outlasts(process, self.timeout)
        finally:  # also when this program is being ended, at whatever line of these it is
            self._end(mark)
        tail.finish()
        code = process.wait()
        output = tail.text()
        if late:
            gap = "" if not output or output.endswith("\n") else "\n"
            took = f"{self.timeout:g} second{'' if self.timeout == 1 else 's'}"
            return f"{output}{gap}[Stopped after {took}.]", TIMED_OUT
        return output, code

    def stop(self) -> None:
        """End the commands that are running, from any thread."""
        with self._lock:
            running = list(self._running.values())
        for process in running:
            end(process)

    def _started(self, command: str, mark: str) -> subprocess.Popen[bytes]:
        env = {**(os.environ if self.env is None else self.env), MARK: mark}
        try:
            with self._lock:  # `stop` finds a command as soon as it runs
                process = subprocess.Popen(
                    _line(command),
                    cwd=self.folder,
                    env=env,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
                self._running[mark] = process
                return process
        except ValueError as fault:  # a null character, or half of another one
            raise ValueError(f"this is no command line: {fault}") from None

    def _end(self, mark: str) -> None:
        """End the command of a mark, which may be one that this program was still starting."""
        with self._lock:
            process = self._running.pop(mark, None)
        if process is not None:
            end(process)
        end_marked(mark)
        if process is not None:
            with process:  # closes the pipe, and takes note of the end
                pass


def _outlasts(process: subprocess.Popen[bytes], seconds: float) -> bool:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return True
    return False


def _line(command: str) -> str | list[str]:
    if sys.platform == "win32":  # as one text: cmd knows no quotes that are escaped
        return f'{os.environ.get("COMSPEC", "cmd.exe")} /d /s /c "{command}"'
    bash = "/bin/bash"
    return [bash if Path(bash).exists() else "/bin/sh", "-c", command]
