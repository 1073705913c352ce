"""The sheet of one round: which places are taken, what is written there, and how it is taken back.

Two faults that want the same spot are healed one after the other: the second finds the place taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from transcript_doctor.core.edit import Edit
from transcript_doctor.core.outline import Outline
from transcript_doctor.place import Steps


class Sheet:
    """Edits of one round, at places of the outline; each can be taken back."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.losses: list[tuple[Steps, str, Any]] = []
        """What leaves: its place, what it is in words, and the very node."""
        self.told: str | None = None
        """What the fix under way does, where that is not what its finding says; `{call}` is named in it."""
        self._edits: list[Edit] = []
        self._dropped: dict[int, set[Steps]] = {}
        """Parts that go, by their message; the empty place is the whole message."""
        self._taken: set[Steps] = set()
        """Places that were edited: nobody else may touch them, or what is below them."""
        self._above: Counter[Steps] = Counter()
        """What stands above those."""
        self._undo: list[Callable[[], None]] = []
        """How each step is taken back."""

    def take(self, message: int, part: Steps = ()) -> bool:
        """Claim a place for an edit; False where it, or what is above or below it, is taken."""
        place = (message, *part)
        above = [place[:k] for k in range(1, len(place))]
        if place in self._taken or self._above[place] or not self._taken.isdisjoint(above):
            return False
        self._taken.add(place)
        self._above.update(above)
        self._undo.append(lambda: self._release(place, above))
        return True

    def drop(self, message: int, part: Steps = ()) -> bool:
        """Drop a part, or a whole message; a message that is left without parts goes too."""
        if not self.take(message, part):
            return False
        dropped = self._dropped.setdefault(message, set())
        dropped.add(part)
        self._undo.append(lambda: dropped.discard(part))
        return True

    def lose(self, message: int, part: Steps, what: str) -> bool:
        """Write down that what stands at a place leaves; the rule that takes it out says so first."""
        node: Any = self.outline.messages[message]
        for step in part:
            node = node[step]
        self.losses.append(((message, *part), what, node))
        self._undo.append(lambda: (self.losses.pop(), None)[1])
        return True

    def put(self, message: int, part: Steps, value: Any) -> bool:
        """Write a value at a place."""
        if not self.take(message, part):
            return False
        self._edit(Edit("put", (message, *part), value))
        return True

    def remove_key(self, message: int, part: Steps) -> bool:
        """Remove a key of an object."""
        if not self.take(message, part):
            return False
        self._edit(Edit("drop", (message, *part)))
        return True

    def insert(self, message: int, value: Any) -> bool:
        """Put a message in front of the one at an index."""
        self._edit(Edit("insert", (message,), value))
        return True

    def _edit(self, edit: Edit) -> None:
        self._edits.append(edit)
        self._undo.append(lambda: (self._edits.pop(), None)[1])

    def _release(self, place: Steps, above: list[Steps]) -> None:
        self._taken.discard(place)
        self._above.subtract(above)

    def _take_back(self, mark: int) -> None:
        """Undo every step since there were `mark` of them."""
        while len(self._undo) > mark:
            self._undo.pop()()
