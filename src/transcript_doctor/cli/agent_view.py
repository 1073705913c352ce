"""What a person sees of an agent at work, and is asked by it: words on stdout, doings on stderr.

All of it comes from a model or a tool, so all of it is escaped; only line ends and tabs act.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import click

from transcript_doctor.acts.history import OpenCall
from transcript_doctor.agent.watching import Watch
from transcript_doctor.core.wording import counted
from transcript_doctor.safetext import printable

_WIDE = 160
_COMMAND = "bash"
_NOTICE = re.compile(r"\[(?:Showing|Line|Stopped) .*\]|Command exited with code -?\d+")
"""What tools say of a result behind it, a line each."""
_MOST = 3
"""So many notices are shown: a command can print what looks like one, too."""


class View(Watch):
    """Shows a run as it goes; `asks` is whether commands are asked about."""

    def __init__(self, *, asks: bool = True) -> None:
        self._asks = asks
        self._begun = False
        self._asking: str | None = None
        """The line of a command that nobody was asked about yet: the question will show it."""

    def said(self, words: str) -> None:
        """Show words as they arrive."""
        click.echo(safe_lines(words), nl=False)
        sys.stdout.flush()
        self._begun = not words.endswith("\n")

    def replied(self, text: str) -> None:
        """End the line that is begun."""
        self.end_line()

    def end_line(self) -> None:
        """End the line that is begun."""
        if self._begun:
            click.echo()
            self._begun = False

    def called(self, call: OpenCall) -> None:
        """Show a call."""
        told = json.dumps(call.arguments, ensure_ascii=False, default=str)
        if call.arguments is None:
            told = "with arguments that cannot be read"
        line = f"{printable(str(call.name), 60)} {printable(told, _WIDE)}"
        if self._asks and call.name == _COMMAND:
            self._asking = line
        else:
            _note(line)

    def returned(self, call: OpenCall, content: Any, is_error: bool) -> None:
        """Show what a call came to."""
        self._show_command()
        if is_error:
            _note(f"  failed: {printable(str(content), _WIDE)}")
        elif isinstance(content, str):
            for line in summary(content):
                _note(f"  {printable(line, _WIDE)}")

    def allows(self, command: str) -> bool:
        """Ask whether a command may run; without a terminal to ask at, it may not."""
        self.end_line()
        if not _is_terminal():
            self._show_command()
            _note("  nobody can be asked whether this may run; --yes allows commands")
            return False
        self._asking = None
        click.echo(f"Run this?\n{indented(command)}\n[y/N] ", nl=False, err=True)
        return sys.stdin.readline().strip().lower() in ("y", "yes")

    def _show_command(self) -> None:
        if self._asking is not None:
            _note(self._asking)
            self._asking = None


def summary(content: str) -> list[str]:
    """Return a result in a few lines: itself where it is one line, else how many; and its notices."""
    lines = [line.strip() for line in content.splitlines()]
    notices: list[str] = []
    while lines and len(notices) < _MOST and (not lines[-1] or _NOTICE.fullmatch(lines[-1])):
        if last := lines.pop():
            notices.insert(0, last)
    if not any(lines):
        return notices or ["(nothing)"]
    return [lines[0] if len(lines) == 1 else counted(len(lines), "line"), *notices]


def safe_lines(text: str) -> str:
    """Return text whose line ends and tabs act as such, and nothing else in it."""
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


def indented(text: str) -> str:
    """Return text with each line set in, so that none can be taken for the question's own."""
    return "\n".join(f"    {line}" for line in safe_lines(text).split("\n"))


def _is_terminal() -> bool:
    return sys.stdin.isatty()


def _note(line: str) -> None:
    click.secho(line, dim=True, err=True)
