"""Notes on stderr, beside what is asked for on standard output."""

from __future__ import annotations

import click

from transcript_doctor.safetext import printable


def say(text: str) -> None:
    """Print a note on stderr."""
    click.echo(printable(text), err=True)
