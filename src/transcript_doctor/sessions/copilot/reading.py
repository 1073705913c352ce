"""Reading a session of Copilot CLI: its events in a row, its subagents, how it rests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.core.reader import SAMPLE, Sample, Source
from transcript_doctor.core.transcript import Damage, Transcript
from transcript_doctor.sessions.copilot import first, is_event
from transcript_doctor.sessions.copilot.events import Session
from transcript_doctor.sessions.copilot.halves import halves
from transcript_doctor.sessions.shared.repeating import once
from transcript_doctor.sessions.shared.rows import rows


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a session, then those of its subagents."""
    with source.open() as stream:
        top = Sample(stream.read(SAMPLE), source.name).top
    if isinstance(top, dict) and "chatMessages" in top:
        yield from first.read(source, why)
        return
    damage: list[Damage] = []
    session = Session()
    found = rows(source, _is_record, damage)
    for row in once(found, lambda event: event.get("id"), damage, compared=True):
        if is_event(row.value):
            session.take(row)
    talks = (session.main, *session.subagents.values())
    damage += halves(source, (said for talk in talks for said in talk.said()))
    damage.sort(key=lambda one: one.origin.line)
    for talk in talks:
        said = list(talk.said())
        if said or damage:
            yield session.transcript(talk, said, why, tuple(damage))
            damage = []  # of the file as a whole: said once


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and is_event(value) and "id" in value
