"""The links of a file whose records name their parents: which were there, and which shall be."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.rewriting.draft import Draft, Record


class Links:
    """The parents of all records of a file, known by the keys of a record's id and of its parent's."""

    def __init__(self, draft: Draft, ident: str, parent: str) -> None:
        self._ident, self._parent = ident, parent
        self._now: dict[int, tuple[Record, Any]] = {}
        """Records with the parent that they shall have."""
        self.gone: dict[str, Any] = {}
        """The ids of records that were dropped, each with the parent that its children have now."""
        self._children: dict[str, dict[int, Record]] = {}
        """The records that hang on each id, by `id()`."""
        for record in draft.records:
            named = self.parent_of(record)
            if isinstance(named, str):
                self._children.setdefault(named, {})[id(record)] = record

    def ident_of(self, record: Record) -> Any:
        """Return a record's id; None where it has none."""
        return record.value.get(self._ident) if isinstance(record.value, dict) else None

    def parent_of(self, record: Record) -> Any:
        """Return the parent that a record shall have; None where it has none."""
        if id(record) in self._now:
            return self._now[id(record)][1]
        return record.value.get(self._parent) if isinstance(record.value, dict) else None

    def hang(self, record: Record, parent: Any) -> None:
        """Have a record name another parent."""
        self._forget(record)
        self._now[id(record)] = (record, parent)
        if isinstance(parent, str):
            self._children.setdefault(parent, {})[id(record)] = record

    def drop(self, record: Record, heir: Record | None = None) -> None:
        """Take a record out; what hangs on it hangs on its parent then, or on an heir."""
        self._forget(record)
        above = self.parent_of(record) if heir is None else self.ident_of(heir)
        ident = self.ident_of(record)
        if isinstance(ident, str):
            for child in self._children.pop(ident, {}).values():
                self.hang(child, above)
            self.gone[ident] = above

    def close(self) -> None:
        """Write the links that are other ones than before."""
        for record, parent in self._now.values():
            if record.value.get(self._parent) != parent or self._parent not in record.value:
                record.put((self._parent,), parent)

    def _forget(self, record: Record) -> None:
        named = self.parent_of(record)
        if isinstance(named, str):
            self._children.get(named, {}).pop(id(record), None)
