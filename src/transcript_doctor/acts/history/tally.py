"""What counts over a whole request, kept as it grows: ids, media, cache markers, calls that a provider runs.

The check of a new piece stands for the whole list only beside these numbers.
"""

from __future__ import annotations

from transcript_doctor.acts.history.taking import Taken
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.target import Laws

_MOST_MEDIA = (
    ("images", "images"),
    ("images-by-model", "images_by_model"),
    ("image-pixels-many", "many"),
)
"""Cases of L002 that count the media of a request, and the limit that their law names."""


class Tally:
    """The numbers of one request; indices are those of the messages of the record that can be sent."""

    def __init__(self) -> None:
        self.ids: set[str] = set()
        """The ids of the calls in the last request that was proved, and of those on the record till then."""
        self._new_ids: list[str] = []
        self._items: set[str] = set()
        self._is_doubled = False
        """Whether a new item bears an id that was there before."""
        self._waiting: set[tuple[str, str | None]] = set()
        self.media, self.documents, self.marks = Places(), Places(), Places()

    @property
    def is_local(self) -> bool:
        """Whether turns are judged one by one: no call that a provider runs waits for its result."""
        return not (self._waiting or self._is_doubled)

    @property
    def is_reused(self) -> bool:
        """Whether a new call bears an id that was there before."""
        new = set(self._new_ids)
        return len(new) < len(self._new_ids) or not new.isdisjoint(self.ids)

    def add(self, taken: Taken, at: int) -> None:
        """Count new messages, of which the first has this index."""
        self._new_ids += [call.id for call in taken.calls if call.id]
        if taken.counted is not None:
            self._wait(taken.counted)
            self._meet(taken.counted)
            self.media.new += [at + row.message for row in taken.counted.media]
            self.documents.new += [at + i for i in _documents(taken.counted)]
            self.marks.new += [at + int(place[0]) for place in taken.counted.markers]

    def _wait(self, outline: Outline) -> None:
        self._waiting |= {(row.kind, row.id) for row in outline.hosted_calls}
        self._waiting -= {(row.kind, row.id) for row in outline.hosted_results}

    def _meet(self, outline: Outline) -> None:
        for ident in filter(None, (item.id for item in outline.items)):
            self._is_doubled = self._is_doubled or ident in self._items
            self._items.add(ident)

    def extend(self, shift: int, freed: int) -> None:
        """Take the new messages for sent; their indices in the request are higher by `shift`.

        So many of the oldest cache markers have left it.
        """
        self._take_ids()
        del self.marks.sent[:freed]
        self.media.extend(shift)
        self.documents.extend(shift)
        self.marks.extend(shift)

    def begin(self, outline: Outline | None) -> None:
        """Begin with a request that was read as a whole."""
        self._take_ids()
        self._is_doubled = False
        self.media, self.documents, self.marks = Places(), Places(), Places()
        self._waiting = set()
        if outline is not None:
            self._wait(outline)
            self.ids |= {call.id for call in outline.calls if call.id}
            self.media.sent = [row.message for row in outline.media]
            self.documents.sent = _documents(outline)
            self.marks.sent = [int(place[0]) for place in outline.markers]

    def _take_ids(self) -> None:
        self.ids.update(self._new_ids)
        self._new_ids = []

    def is_crowded(self, laws: Laws) -> bool:
        """Tell whether new media may be more than a target takes, or have the name of another one."""
        has_names = self.documents.sent and self.documents.new
        if has_names and laws.bites("L002", "document-name"):
            return True
        limits = [laws.param("L002", name, None, case) for case, name in _MOST_MEDIA]
        return any(limit is not None and self.media.count > limit for limit in limits)


def _documents(outline: Outline) -> list[int]:
    return [row.message for row in outline.media if row.kind == "document"]


class Places:
    """The messages in which something stands, once for each time that it does."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        """In the last request that was proved."""
        self.new: list[int] = []
        """On the record since then."""

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.sent) + len(self.new)

    def extend(self, shift: int) -> None:
        """Take the new ones for sent."""
        self.sent += [at + shift for at in self.new]
        self.new = []
