"""Which events the model sees: those of the active branch, without what was condensed; and how it rests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from transcript_doctor.core.transcript import Damage, State
from transcript_doctor.sessions.openhands.newer.messages import ACTIONS
from transcript_doctor.sessions.shared.climbing import ROOT, Parent, climb, places
from transcript_doctor.sessions.shared.rows import Row

_ROOT = "__root__"
_BESIDE = ("ConversationStateUpdateEvent", "ConversationErrorEvent")
"""Kinds that are never the tip of the conversation."""
_RESULTS = ("ObservationEvent", "UserRejectObservation", "AgentErrorEvent")
_SEEN = (
    "SystemPromptEvent",
    "MessageEvent",
    "CondensationSummaryEvent",
    *ACTIONS,
    *_RESULTS,
)
"""Kinds that the model sees."""
_STATES: dict[str, State] = {
    "waiting_for_confirmation": "paused",
    "paused": "paused",
    "error": "interrupted",
    "stuck": "interrupted",
    "running": "running",
}


def branch(events: Sequence[Row], leaf: str | None, damage: list[Damage]) -> list[Row]:
    """Return the events from the root to the tip; older files have no tree, and stand in a row."""
    if not any(isinstance(row.value.get("parent_id"), str) for row in events):
        return list(events)
    at = places(events, "id")
    tip = at.get(leaf, -1) if leaf is not None else -1
    if tip < 0:
        tip = max((n for n, row in enumerate(events) if _is_node(row)), default=len(events) - 1)
    return [events[n] for n in sorted(climb(events, at, tip, _parent, damage))]


def _parent(event: Mapping[str, Any]) -> Parent:
    parent = event.get("parent_id")
    if parent == _ROOT:
        return ROOT
    return parent if isinstance(parent, str) else None


def _is_node(row: Row) -> bool:
    return row.value.get("kind") not in _BESIDE


def sent(events: Sequence[Row]) -> list[Row]:
    """Return the events that the model sees: what was condensed is gone, its summary stands there."""
    forgotten: set[str] = set()
    summaries: list[tuple[int, Row]] = []
    for row in events:
        if row.value.get("kind") == "Condensation":
            gone = row.value.get("forgotten_event_ids")
            forgotten |= (
                {i for i in gone if isinstance(i, str)} if isinstance(gone, list) else set()
            )
            summary, offset = row.value.get("summary"), row.value.get("summary_offset")
            if isinstance(summary, str) and isinstance(offset, int):
                ident = f"{row.value.get('id')}-summary"
                value = {"kind": "CondensationSummaryEvent", "id": ident, "summary": summary}
                summaries.append((max(offset, 0), Row(value, row.origin)))
    seen = [row for row in events if row.value.get("kind") in _SEEN and not _in(row, forgotten)]
    for offset, row in summaries:
        if not _in(row, forgotten):
            seen.insert(offset, row)
    return seen


def _in(row: Row, idents: set[str]) -> bool:
    ident = row.value.get("id")
    return isinstance(ident, str) and ident in idents


def state_of(events: Sequence[Row], status: Any) -> State | None:
    """Return how the conversation rests, where its events or its base state say so."""
    for row in reversed(events):
        kind = row.value.get("kind")
        if kind in ("InterruptEvent", "ConversationErrorEvent"):
            return "interrupted"
        if kind == "PauseEvent":
            return "paused"
        if kind in _SEEN:
            break
        key, value = row.value.get("key"), row.value.get("value")
        if kind == "ConversationStateUpdateEvent" and key in ("execution_status", "agent_status"):
            status = value
            break
    return _STATES.get(status) if isinstance(status, str) else None
