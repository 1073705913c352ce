"""Transcripts as JSON on standard output: a message a line, in ASCII, harmless on a terminal."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_IMODE
from tempfile import NamedTemporaryFile
from typing import Any

import click

from transcript_doctor.acts.report.json import dumps
from transcript_doctor.cli.ends import Misuse
from transcript_doctor.core.errors import DoctorError
from transcript_doctor.core.wording import why_not


def as_json(transcript: Any) -> str:
    """Return a transcript as JSON; lists of messages have a message on each line."""
    try:
        if isinstance(transcript, dict):
            rows = [f"  {dumps(key)}: {_value(value)}" for key, value in transcript.items()]
            return "{\n" + ",\n".join(rows) + "\n}" if rows else "{}"
        return _listed(transcript, "") if isinstance(transcript, list) else dumps(transcript)
    except RecursionError:
        raise DoctorError("the transcript is nested too deeply to be written") from None


def _value(value: Any) -> str:
    return _listed(value, "  ") if isinstance(value, list) else dumps(value)


def _listed(values: list[Any], indent: str) -> str:
    if not values:
        return "[]"
    rows = ",\n".join(f"{indent}  {dumps(value)}" for value in values)
    return f"[\n{rows}\n{indent}]"


def not_into(path: str, output: str | None, instead: str) -> None:
    """Raise `Misuse` where what is to be written would take the place of what it was made of."""
    try:
        same = path != "-" and output is not None and Path(path).samefile(output)
    except OSError:  # one of the two is not there
        return
    if same:
        raise Misuse(f"--output would put {instead.format(path)}")


def write_out(text: str, output: str | None) -> None:
    """Write to the screen, or into a file that is there whole or not at all."""
    if output is None:
        click.echo(text)
        return
    path = Path(output)
    try:
        with NamedTemporaryFile(
            "w", encoding="ascii", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as made:
            made.write(text + "\n")
            made.flush()
            os.fsync(made.fileno())
        if path.is_file():
            Path(made.name).chmod(S_IMODE(path.stat().st_mode))
        Path(made.name).replace(path)
    except OSError as error:
        raise Misuse(f"{output}: {why_not(error, 'folder')}") from None
