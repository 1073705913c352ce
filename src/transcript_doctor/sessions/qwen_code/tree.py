"""The tree of a Qwen Code session: the way from its last line to the root."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from transcript_doctor.core.transcript import Damage, Origin
from transcript_doctor.sessions.qwen_code import is_note
from transcript_doctor.sessions.shared.climbing import ROOT, Parent, climb, places
from transcript_doctor.sessions.shared.picking import listed
from transcript_doctor.sessions.shared.repeating import alike
from transcript_doctor.sessions.shared.rows import Row

_BESIDE = (
    "session_artifact_event",
    "session_artifact_snapshot",
    "session_sources_snapshot",
    "managed_session_header_v1",
    "managed_session_event_v1",
    "managed_session_commit_v1",
)
"""Subtypes of lines that stand beside the tree: neither a tip nor a parent."""


class Entry(NamedTuple):
    """A record of the tree; several lines may have added to it."""

    value: dict[str, Any]
    origin: Origin
    more: list[Row]
    """Lines with the same uuid behind the first, as a message is written piece by piece."""

    @property
    def message(self) -> dict[str, Any] | None:
        """The content of the record, of all its lines."""
        found = [self.value.get("message"), *(row.value.get("message") for row in self.more)]
        messages = [one for one in found if isinstance(one, dict)]
        if len(messages) < 2:
            return messages[0] if messages else None
        parts = [part for one in messages for part in listed(one.get("parts"))]
        return {**messages[0], "parts": parts}


def entries_of(rows: Iterable[Row], damage: list[Damage]) -> list[Entry]:
    """Return the records of a file; a line that stands there twice is a damage, a further piece none."""
    entries: list[Entry] = []
    first: dict[str, Entry] = {}
    for row in rows:
        value, uuid = row.value, row.value.get("uuid")
        if is_note(value) and value["subtype"] in _BESIDE:
            continue
        if not isinstance(uuid, str):
            if "message" in value:
                entries.append(Entry(value, row.origin, []))
            continue
        known = first.get(uuid)
        if known is None:
            first[uuid] = Entry(value, row.origin, [])
            entries.append(first[uuid])
        elif alike(value, known.more[-1].value if known.more else known.value):
            values = {"id": uuid, "first": known.origin.line}
            damage.append(Damage("S103", "line", row.origin, values))
        elif "message" in value:
            known.more.append(row)
    return entries


def branch(entries: Sequence[Entry], damage: list[Damage]) -> list[Entry]:
    """Return the records from the root to the last one, in the order of the file."""
    at = places(entries, "uuid")
    way = climb(entries, at, len(entries) - 1, _parent, damage, session="sessionId")
    return [entries[i] for i in sorted(way)]


def _parent(value: Mapping[str, Any]) -> Parent:
    parent = value.get("parentUuid")
    if parent is None and "parentUuid" in value:
        return ROOT
    return parent if isinstance(parent, str) else None
