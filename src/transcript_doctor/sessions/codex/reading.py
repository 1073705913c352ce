"""Reading a Codex rollout of any generation: its records, the list, how the session rests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from transcript_doctor.core.reader import SAMPLE, Sample, Source
from transcript_doctor.core.transcript import Damage, State, Stray, Transcript
from transcript_doctor.sessions.codex import is_envelope, is_header, is_printed
from transcript_doctor.sessions.codex.items import answered, called, is_item
from transcript_doctor.sessions.codex.printed import printed
from transcript_doctor.sessions.codex.replay import Entry, Record, replayed
from transcript_doctor.sessions.codex.spread import spread_rows
from transcript_doctor.sessions.shared.handing import in_lines
from transcript_doctor.sessions.shared.repeating import alike
from transcript_doctor.sessions.shared.rows import Row, rows
from transcript_doctor.sessions.shared.straying import unsent
from transcript_doctor.sessions.shared.whole import Whole

_EVENTS = (
    "task_started",
    "turn_started",
    "task_complete",
    "turn_complete",
    "turn_aborted",
    "thread_rolled_back",
    "user_message",
    "exec_approval_request",
    "apply_patch_approval_request",
    "request_permissions",
    "request_user_input",
    "elicitation_request",
)
"""The events that say something of the list or of how the session rests; all others are display."""


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a rollout; of a printed stream, those that can be made of it."""
    with source.open() as stream:
        sample = Sample(stream.read(SAMPLE), source.name)
    if isinstance(sample.top, dict) and "items" in sample.top:
        yield from _old(source, why)
    elif any(is_printed(value) for value in sample.records):
        yield from printed(source, why)
    else:
        spread = sample.text.startswith(("{\n", "{\r\n"))
        bare = not spread and not any(is_envelope(value) for value in sample.records)
        of_lines = spread_rows if spread else rows
        is_record = is_bare if bare else is_envelope_record
        damage: list[Damage] = []
        yield from _rollout(why, of_lines(source, is_record, damage), bare, damage)


def _old(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of the oldest generation, one JSON value."""
    damage: list[Damage] = []
    whole = Whole(source, damage)
    records = [Record("response_item", row.value, row.origin) for row in whole.rows("items")]
    session = whole.at("session")
    meta = session if isinstance(session, dict) else {}
    yield from _transcript(why, meta, records, damage, {})


def _rollout(
    why: str, found: Iterable[Row], bare: bool, damage: list[Damage]
) -> Iterator[Transcript]:
    """Yield the conversation of a file of lines."""
    records: list[Record] = []
    meta: dict[str, Any] = {}
    facts: dict[str, Any] = {} if bare else {"store": False}
    written: dict[tuple[object, ...], Row] = {}
    for row in found:
        record = _record(row)
        if record is None:
            continue
        if record.kind == "session_meta":
            # Those of forks repeat their parent's behind their own.
            meta = meta or dict(record.payload)
        elif record.kind == "turn_context":
            if isinstance(record.payload.get("model"), str):
                facts["model"] = record.payload["model"]
        elif (before := _written_before(row, record, written)) is not None:
            values = {"id": record.payload.get("id") or record.when, "first": before.origin.line}
            damage.append(Damage("S103", "line", row.origin, values))
        elif record.kind != "event_msg" or record.event in _EVENTS:
            records.append(record)
    yield from _transcript(why, meta, records, damage, facts)


def _written_before(row: Row, record: Record, written: dict[tuple[object, ...], Row]) -> Row | None:
    """Return the row that says the very same of the same moment: a writer has written it twice."""
    if record.kind != "response_item" or not record.when:
        return None
    marks = (record.payload.get(key) for key in ("type", "call_id", "id"))
    key = (record.when, *(mark if isinstance(mark, str) else None for mark in marks))
    before = written.setdefault(key, row)
    return before if before is not row and alike(before.value, row.value) else None


def is_bare(value: Any) -> bool:
    """Tell a line of the generation of bare items from an object inside of one."""
    if not isinstance(value, dict):
        return False
    return "record_type" in value or is_header(value) or is_item(value)


def is_envelope_record(value: Any) -> bool:
    """Tell a line of the newest generation from an object inside of one."""
    return isinstance(value, dict) and is_envelope(value)


def _record(row: Row) -> Record | None:
    value, origin = row
    when = value.get("timestamp")
    when = str(when) if isinstance(when, str | int | float) else None
    if is_envelope(value):
        beside = value.get("metadata")
        marks = beside if isinstance(beside, dict) else {}
        return Record(value["type"], value["payload"], origin, when, marks)
    if is_header(value):
        return Record("session_meta", value, origin, when)
    if "payload" in value or "record_type" in value:
        return None
    return Record("response_item", value, origin)


def _transcript(
    why: str,
    meta: dict[str, Any],
    records: Sequence[Record],
    damage: list[Damage],
    facts: dict[str, Any],
) -> Iterator[Transcript]:
    provider = meta.get("model_provider")
    entries = replayed(records, not isinstance(provider, str) or provider == "openai")
    items = [entry.item for entry in entries]
    strays = _strays(records, entries)
    damage += unsent(strays, _waiting(entries))
    if not items and not damage:
        return
    version, session = meta.get("cli_version"), meta.get("id")
    yield Transcript(
        items,
        "openai-responses",
        "Codex",
        why,
        tuple(entry.origin for entry in entries),
        damage=in_lines(damage),
        strays=strays,
        state=_state(records, items),
        version=version if isinstance(version, str) else None,
        session=session if isinstance(session, str) else None,
        when=next((record.when for record in reversed(records) if record.when), None),
        facts=facts,
    )


def _strays(records: Iterable[Record], entries: Iterable[Entry]) -> tuple[Stray, ...]:
    """Return the results that the file holds and the list does not."""
    listed = {id(entry.raw) for entry in entries}
    return tuple(
        Stray(ident, record.payload, record.origin)
        for record in records
        if record.kind == "response_item" and id(record.payload) not in listed
        if (ident := answered(record.payload)) is not None
    )


def _waiting(entries: Iterable[Entry]) -> set[str]:
    """Return the calls of the list that have no result on it."""
    waiting: set[str] = set()
    for entry in entries:
        waiting |= {ident for ident in [called(entry.item)] if ident is not None}
        waiting -= {ident for ident in [answered(entry.item)] if ident is not None}
    return waiting


def _state(records: Iterable[Record], items: Sequence[dict[str, Any]]) -> State:
    """Return how the session rests: by its last event, or by the last item where there is none."""
    for record in reversed(list(records)):
        event = record.event
        if event == "turn_aborted":
            return "interrupted"
        if event in ("task_complete", "turn_complete"):
            return "interrupted" if isinstance(record.payload.get("error"), dict) else "whole"
        if event in ("task_started", "turn_started"):
            return "running"
        if event is not None and event.endswith(("_request", "_permissions", "_input")):
            return "paused"
    last = items[-1] if items else {}
    return "whole" if last.get("role") == "assistant" or not items else "running"
