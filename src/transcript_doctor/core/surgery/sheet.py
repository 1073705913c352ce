"""The sheet of one round: which places are taken, what is written there, and how it is taken back.

Two faults that want the same spot are healed one after the other: the second finds the place taken.
All that is written grows at its end only, so that taking a step back is cutting what came since.
"""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.edit import Edit
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.safety import Safety
from transcript_doctor.place import Steps

Mark = tuple[int, ...]
"""How long each list of a sheet was at some time."""


class Sheet:
    """Edits of one round, at places of the outline; each can be taken back."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.losses: list[tuple[Steps, str, Any]] = []
        """What leaves: its place, what it is in words, and the very node."""
        self.cost: Safety = "safe"
        """The class of the fix under way; a rule may find that this time it costs less, or more."""
        self.chosen = False
        """Whether the caller chose what the fix under way loses."""
        self.told: str | None = None
        """What the fix under way does, where that is not what its finding says; `{call}` is named in it."""
        self._edits: list[Edit] = []
        self._dropped: list[Steps] = []
        """The places of parts that go; one that is only an index is a whole message."""
        self._claims: list[Steps] = []
        """Places that were edited: nobody else may touch them, or what is below them."""
        self._taken: set[Steps] = set()
        """The same places, to be found at once."""
        self._above: dict[Steps, int] = {}
        """What stands above those, with how many of them stand below it."""
        self._lists: list[list[Any]] = [self._claims, self._dropped, self._edits, self.losses]
        """All that grows in a round; the claims come first."""

    def take(self, message: int, part: Steps = ()) -> bool:
        """Claim a place for an edit; False where it, or what is above or below it, is taken."""
        place = (message, *part)
        if place in self._taken or self._above.get(place):
            return False
        above = _above(place)
        if above and not self._taken.isdisjoint(above):
            return False
        for one in above:
            self._above[one] = self._above.get(one, 0) + 1
        self._taken.add(place)
        self._claims.append(place)
        return True

    def drop(self, message: int, part: Steps = ()) -> bool:
        """Drop a part, or a whole message; a message that is left without parts goes too."""
        if not self.take(message, part):
            return False
        self._dropped.append((message, *part))
        return True

    def lose(self, message: int, part: Steps, what: str) -> bool:
        """Write down that what stands at a place leaves; the rule that takes it out says so first."""
        node: Any = self.outline.messages[message]
        for step in part:
            node = node[step]
        self.losses.append(((message, *part), what, node))
        return True

    def put(self, message: int, part: Steps, value: Any) -> bool:
        """Write a value at a place."""
        if not self.take(message, part):
            return False
        self._edits.append(Edit("put", (message, *part), value))
        return True

    def remove_key(self, message: int, part: Steps) -> bool:
        """Remove a key of an object."""
        if not self.take(message, part):
            return False
        self._edits.append(Edit("drop", (message, *part)))
        return True

    def insert(self, message: int, value: Any, part: Steps = ()) -> bool:
        """Put a message in front of the one at an index, or a part in front of one of its parts."""
        self._edits.append(Edit("insert", (message, *part), value))
        return True

    def _mark(self) -> Mark:
        """Return how far the sheet is written, for `_take_back`."""
        return tuple(map(len, self._lists))

    def _take_back(self, mark: Mark) -> None:
        """Cut what was written since a mark was made."""
        for place in self._claims[mark[0] :]:
            self._taken.discard(place)
            for one in _above(place):
                self._above[one] -= 1
        for written, length in zip(self._lists, mark, strict=True):
            del written[length:]


def _above(place: Steps) -> list[Steps]:
    return [place[:k] for k in range(1, len(place))]
