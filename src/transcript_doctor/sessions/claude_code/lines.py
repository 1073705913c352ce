"""The records of a Claude Code session, whether they stand on lines or in one JSON value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from transcript_doctor.core.reader import SAMPLE, Sample, Source
from transcript_doctor.core.transcript import Damage
from transcript_doctor.sessions.claude_code import is_outside
from transcript_doctor.sessions.shared.rows import Row, rows
from transcript_doctor.sessions.shared.whole import Whole

_LIST = "loglines"
_NAMES = ("parentUuid", "sessionId", "session_id")


def records(source: Source, damage: list[Damage]) -> Iterable[Row]:
    """Return the records of a session: the lines of a file, or what stands in its one JSON value."""
    if not is_one_value(source):
        return rows(source, is_line, damage)
    whole = Whole(source, damage)
    if isinstance(whole.value, list):
        return whole.rows()
    if isinstance(whole.at(_LIST), list):
        return whole.rows(_LIST)
    return [Row(whole.value, whole.origin())] if isinstance(whole.value, dict) else []


def is_one_value(source: Source) -> bool:
    """Tell whether a file is one JSON value, and not one of lines."""
    with source.open() as stream:
        sample = Sample(stream.read(SAMPLE))
    if sample.is_lines:
        return False
    first = sample.text.partition("\n")[0].strip()
    return first == "{" or first.startswith("[") or f'"{_LIST}"' in sample.text


def is_line(value: Any) -> bool:
    """Tell a line from an object inside of one."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    return any(name in value for name in _NAMES) or is_outside(value)
