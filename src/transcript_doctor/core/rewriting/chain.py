"""The chain of one conversation: what stands in it, in which order, and how it is linked."""

from __future__ import annotations

from collections.abc import Iterable

from transcript_doctor.core.rewriting.draft import Record
from transcript_doctor.core.rewriting.links import Links


class Chain:
    """The way from the root of a conversation to its tip; what is put in or taken out is linked anew.

    Without links records follow one another as they stand, and nothing is done.
    """

    def __init__(self, way: Iterable[Record] = (), links: Links | None = None) -> None:
        self._links = links
        self._above: dict[int, Record | None] = {}
        self._below: dict[int, Record] = {}
        """Each record of the way with those before and behind it, by `id()`."""
        self._first: Record | None = None
        self.tip: Record | None = None
        """The last record of the way."""
        for record in way:
            self._stand(record, self.tip)

    def holds(self, record: Record) -> bool:
        """Tell whether a record stands in the way."""
        return id(record) in self._above

    def before(self, record: Record) -> Record | None:
        """Return the record of the way that stands before another one; None before the first."""
        return self._above.get(id(record))

    def drop(self, record: Record, heir: Record | None = None) -> None:
        """Take a record out; what hangs on it hangs on its parent then, or on an heir."""
        if self.holds(record):
            self._leave(record)
        if self._links is not None:
            self._links.drop(record, heir)

    def add(self, record: Record, behind: Record | None) -> None:
        """Put a record into the way behind another one of it, or before all."""
        first, links = self._first, self._links
        follows = self._stand(record, behind)
        if links is None:
            return
        root = links.parent_of(first) if first is not None else None
        links.hang(record, root if behind is None else links.ident_of(behind))
        if follows is not None:
            links.hang(follows, links.ident_of(record))

    def _stand(self, record: Record, behind: Record | None) -> Record | None:
        """Have a record stand in the way; return the one that follows it."""
        follows = self._first if behind is None else self._below.pop(id(behind), None)
        self._above[id(record)] = behind
        if behind is None:
            self._first = record
        else:
            self._below[id(behind)] = record
        if follows is None:
            self.tip = record
        else:
            self._below[id(record)] = follows
            self._above[id(follows)] = record
        return follows

    def _leave(self, record: Record) -> None:
        above, follows = self._above.pop(id(record)), self._below.pop(id(record), None)
        if above is None:
            self._first = follows
        else:
            self._below.pop(id(above), None)
        if follows is None:
            self.tip = above
        else:
            self._above[id(follows)] = above
            if above is not None:
                self._below[id(above)] = follows
