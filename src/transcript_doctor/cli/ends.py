"""How the command ends: its exit codes, and the one line that is said of a misuse.

0 healthy or warnings, 1 errors (or what `--fail-on` names), 2 misuse (and whatever could not be read),
130 stopped by the keyboard, 141 when whoever read the output has left.
"""

from __future__ import annotations

from typing import Any

import click

from transcript_doctor.safetext import printable

FINDINGS, MISUSE, STOPPED, NOBODY_READS = 1, 2, 130, 141


class Misuse(click.ClickException):
    """One clear line on stderr, and exit code 2."""

    exit_code = MISUSE

    def show(self, file: Any = None) -> None:
        """Print the line."""
        click.echo(f"transcript-doctor: {printable(self.message)}", err=True)


class ReaderLeft(Exception):
    """Whoever read the output has left; click itself would call that exit code 1."""
