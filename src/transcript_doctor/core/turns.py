"""Turns: which messages a target joins into one before it looks at them."""

from __future__ import annotations

from transcript_doctor.core.outline import CALLS, Outline
from transcript_doctor.core.target import Pairing


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


def turns_of(outline: Outline, law: Pairing) -> list[int]:
    """Return the number of each message's turn; calls in a row are one where results lie anywhere.

    In a list of items all that the model made in a row is one turn, whatever the law joins.
    """
    if outline.items or law.where != "anywhere-after":
        return turn_starts(outline, join=law.join or bool(outline.items))
    turns: list[int] = []
    for i, letter in enumerate(outline.letters):
        same = i > 0 and letter == CALLS == outline.letters[i - 1]
        turns.append(turns[-1] if same else i)
    return turns
