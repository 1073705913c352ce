"""The branch of a tree of messages that is the conversation: from its tip up to its root."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from transcript_doctor.core.transcript import Damage
from transcript_doctor.sessions.shared.climbing import ROOT, Parent, climb, places
from transcript_doctor.sessions.shared.repeating import once
from transcript_doctor.sessions.shared.rows import Row

_ROOTS = ("", "00000000-0000-4000-8000-000000000000", "00000000-0000-0000-0000-000000000000")
"""Parents that are none."""


def branch(
    rows: Sequence[Row],
    key: str,
    parent_key: str,
    tip: Any,
    damage: list[Damage],
) -> list[Row]:
    """Return the way from the root to the tip, which is the last message where none is named."""
    rows = list(once(rows, lambda value: value.get(key), damage))
    at = places(rows, key)
    last = at.get(tip, len(rows) - 1) if isinstance(tip, str) else len(rows) - 1

    def parent_of(value: Mapping[str, Any]) -> Parent:
        parent = value.get(parent_key)
        if (parent is None and parent_key in value) or parent in _ROOTS:
            return ROOT
        return parent if isinstance(parent, str) else None

    return [rows[n] for n in climb(rows, at, last, parent_of, damage)]
