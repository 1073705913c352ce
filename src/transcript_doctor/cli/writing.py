"""Transcripts as JSON on standard output: a message a line, in ASCII, harmless on a terminal."""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.report.json import dumps
from transcript_doctor.core.errors import DoctorError


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
