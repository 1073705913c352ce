"""What a person sees of an agent at work, and is asked by it: words on stdout, doings on stderr.

All of it comes from a model or a tool, so all of it is escaped; only line ends and tabs act.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from transcript_doctor.acts.history import OpenCall
from transcript_doctor.agent.watching import Watch
from transcript_doctor.safetext import printable

_WIDE = 160


class View(Watch):
    """Shows a run as it goes."""

    def __init__(self) -> None:
        self._begun = False

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
        _note(f"{printable(str(call.name), 60)} {printable(told, _WIDE)}")

    def returned(self, call: OpenCall, content: Any, is_error: bool) -> None:
        """Show what a call came to."""
        if is_error:
            _note(f"  failed: {printable(str(content), _WIDE)}")
        elif isinstance(content, str):
            count = len(content.splitlines())
            _note(f"  {printable(content.strip(), _WIDE)}" if count <= 1 else f"  {count} lines")

    def allows(self, command: str) -> bool:
        """Ask whether a command may run; without a terminal to ask at, it may not."""
        self.end_line()
        if not _is_terminal():
            _note("  nobody can be asked whether this may run; --yes allows commands")
            return False
        click.echo(f"Run this?\n{indented(command)}\n[y/N] ", nl=False, err=True)
        return sys.stdin.readline().strip().lower() in ("y", "yes")


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
