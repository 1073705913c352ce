"""Which events the model sees: all that is not hidden or condensed; and how the conversation rests."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from transcript_doctor.core.transcript import State
from transcript_doctor.sessions.openhands.older.events import SILENT, UNSEEN, args_of
from transcript_doctor.sessions.shared.rows import Row

_STATES: dict[str, State] = {
    "awaiting_user_confirmation": "paused",
    "paused": "paused",
    "stopped": "interrupted",
    "error": "interrupted",
    "rejected": "interrupted",
    "running": "running",
}


def sent(events: Sequence[Row]) -> list[Row]:
    """Return the events that the model sees: what was condensed is gone, its summary stands there."""
    gone: set[int] = set()
    ranges: list[tuple[int, int]] = []
    last: Row | None = None
    for row in events:
        if row.value.get("action") == "condensation":
            args = args_of(row.value)
            listed = args.get("forgotten_event_ids")
            gone |= {i for i in listed if isinstance(i, int)} if isinstance(listed, list) else set()
            start, end = args.get("forgotten_events_start_id"), args.get("forgotten_events_end_id")
            if isinstance(start, int) and isinstance(end, int):
                ranges.append((start, end))
            last = row if isinstance(args.get("summary"), str) else last
    spans = _joined(ranges)
    kept = [row for row in events if _is_seen(row.value, gone, spans)]
    if last is not None:
        offset = args_of(last.value).get("summary_offset")
        summary = args_of(last.value)["summary"]
        value = {"observation": "condense", "source": "environment", "content": summary}
        kept.insert(max(offset, 0) if isinstance(offset, int) else 0, Row(value, last.origin))
    return kept


def _joined(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return ranges that lie apart, in order."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _is_seen(event: Mapping[str, Any], gone: set[int], spans: Sequence[tuple[int, int]]) -> bool:
    ident, action = event.get("id"), event.get("action")
    if action in SILENT or event.get("observation") in UNSEEN or _is_hidden(event):
        return False
    if not isinstance(ident, int):
        return True
    at = bisect_right(spans, (ident, sys.maxsize)) - 1
    return ident not in gone and not (at >= 0 and spans[at][0] <= ident <= spans[at][1])


def _is_hidden(event: Mapping[str, Any]) -> bool:
    """Tell whether an event is kept from the model."""
    extras = event.get("extras")
    return args_of(event).get("hidden") is True or (
        isinstance(extras, dict) and extras.get("hidden") is True
    )


def state_of(events: Sequence[Row]) -> State | None:
    """Return how the conversation rests, by the last state that its events tell."""
    for row in reversed(events):
        for key in ("extras", "args"):
            found = row.value.get(key)
            state = found.get("agent_state") if isinstance(found, dict) else None
            if isinstance(state, str) and state:
                return _STATES.get(state)
    return None
