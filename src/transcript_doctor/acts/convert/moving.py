"""Pictures and files in results: where the target takes none there, they go to a user's message behind it."""

from __future__ import annotations

from collections.abc import Callable

from transcript_doctor.core.composer import Desk
from transcript_doctor.core.speech import Piece, Speech

Leaves = Callable[[Piece, Piece, Desk], bool]
"""Whether a part has to leave its result: `Composer.leaves`."""


def moved(speeches: list[Speech], desk: Desk, leaves: Leaves) -> list[Speech]:
    """Return the speeches with what no result may hold in the user's mouth, under a label.

    It goes to the front of what the user says next. Where that is nothing, it is a message of its own,
    unless the target takes no user directly behind a result: then it stays where it is, and is lost.
    """
    made: list[Speech] = []
    for k, speech in enumerate(speeches):
        made.append(speech)
        behind = speeches[k + 1] if k + 1 < len(speeches) else None
        following = behind if behind is not None and behind.speaker == "user" else None
        if speech.speaker != "tool" or (following is None and desk.bites("R008", "user")):
            continue
        gone = [piece for result in speech.pieces for piece in _taken(result, desk, leaves)]
        if gone and following is not None:
            following.pieces = [*gone, *following.pieces]
        elif gone:
            made.append(_spoken(speech, gone))
    return made


def _spoken(speech: Speech, pieces: list[Piece]) -> Speech:
    """Return what a user says in the place of results."""
    said = Speech("user", pieces, speech.last, None)
    said.first = speech.first
    return said


def _taken(result: Piece, desk: Desk, leaves: Leaves) -> list[Piece]:
    """Take out of a result what it may not hold; return it behind a label, or nothing."""
    gone = [part for part in result.inner if leaves(result, part, desk)]
    if not gone:
        return []
    for part in gone:
        desk.lose(part.place, "its place in a result", part.raw)
    leaving = {id(part) for part in gone}
    kept = [part for part in result.inner if id(part) not in leaving]
    desk.refused.add(result.place)  # the very node holds what has to go
    result.inner = kept or [
        _text(result, "[What this tool gave stands in the user's message below]")
    ]
    name = f" of {result.name}" if isinstance(result.name, str) and result.name else ""
    return [_text(result, f"[From the result{name} above]"), *gone]


def _text(result: Piece, text: str) -> Piece:
    return Piece("text", "", result.place, None, text)
