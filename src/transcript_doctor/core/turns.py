"""Turns: which messages a target joins into one before it looks at them."""

from __future__ import annotations

from transcript_doctor.core.outline import Outline


def turn_starts(outline: Outline, *, join: bool) -> list[int]:
    """Return for each message the index of the first message of its turn; worked out once.

    Without joining every message is its own turn; with it, neighbours of one role are one turn.
    """
    starts = outline.turn_starts.get(join)
    if starts is None:
        starts = outline.turn_starts[join] = []
        for i, role in enumerate(outline.roles):
            joined = join and i > 0 and role == outline.roles[i - 1] and role in "ua"
            starts.append(starts[-1] if joined else i)
    return starts
