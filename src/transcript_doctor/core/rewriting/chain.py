"""The chain of a file whose records name their parents: what stands in it, and how a link is mended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from transcript_doctor.core.rewriting.draft import Draft, Record


class Chain:
    """The way from the root of a conversation to its tip; what is put in or taken out is linked anew.

    Without the names of the keys there are no links, and nothing is done.
    """

    def __init__(
        self, draft: Draft, way: Iterable[Record], ident: str = "", parent: str = ""
    ) -> None:
        self._ident, self._parent = ident, parent
        self._above: dict[int, Record | None] = {}
        self._below: dict[int, Record] = {}
        """Each record of the way with those before and behind it, by `id()`."""
        self._first: Record | None = None
        self.tip: Record | None = None
        """The last record of the way."""
        for record in way:
            self._stand(record, self.tip)
        self._links: dict[int, tuple[Record, Any]] = {}
        """Records with the parent that they shall have."""
        self.gone: dict[str, Any] = {}
        """The ids of records that were dropped, each with the parent that it had."""
        self._children: dict[str, list[Record]] = {}
        for record in draft.records if ident else ():
            named = self._parent_of(record)
            if isinstance(named, str):
                self._children.setdefault(named, []).append(record)

    def holds(self, record: Record) -> bool:
        """Tell whether a record stands in the way."""
        return id(record) in self._above

    def before(self, record: Record) -> Record | None:
        """Return the record of the way that stands before another one; None before the first."""
        return self._above.get(id(record))

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

    def drop(self, record: Record, heir: Record | None = None) -> None:
        """Take a record out; what hangs on it hangs on its parent then, or on an heir."""
        if self.holds(record):
            self._leave(record)
        if not self._ident:
            return
        ident, above = self._ident_of(record), self._parent_of(record)
        if isinstance(above, str):
            self._forget(record, above)
        if heir is not None:
            above = self._ident_of(heir)
        if isinstance(ident, str):
            for child in self._children.pop(ident, []):
                self.hang(child, above)
            self.gone[ident] = above

    def add(self, record: Record, behind: Record | None) -> None:
        """Put a record into the way behind another one of it, or before all."""
        above = self._root() if behind is None else self._ident_of(behind)
        follows = self._stand(record, behind)
        if self._ident:
            self.hang(record, above)
            if follows is not None:
                self.hang(follows, self._ident_of(record))

    def hang(self, record: Record, parent: Any) -> None:
        """Have a record name another parent."""
        named = self._parent_of(record)
        if isinstance(named, str):
            self._forget(record, named)
        self._links[id(record)] = (record, parent)
        if isinstance(parent, str):
            self._children.setdefault(parent, []).append(record)

    def close(self) -> None:
        """Write the links that are other ones than before."""
        for record, parent in self._links.values():
            if record.value.get(self._parent) != parent or self._parent not in record.value:
                record.put((self._parent,), parent)

    def _forget(self, record: Record, parent: str) -> None:
        row = self._children.get(parent, [])
        row[:] = [child for child in row if child is not record]

    def _root(self) -> Any:
        return None if self._first is None else self._parent_of(self._first)

    def _ident_of(self, record: Record) -> Any:
        return record.value.get(self._ident) if isinstance(record.value, dict) else None

    def _parent_of(self, record: Record) -> Any:
        if id(record) in self._links:
            return self._links[id(record)][1]
        return record.value.get(self._parent) if isinstance(record.value, dict) else None
