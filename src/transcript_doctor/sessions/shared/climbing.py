"""The way through a tree of records: from the tip up to the root, each record naming its parent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from transcript_doctor.core.transcript import Damage, Origin


class Root:
    """Stands for the parent of a record that says that it has none."""


ROOT = Root()
Parent = str | Root | None
"""The id that a record hangs on; None where it does not say."""


class Held(Protocol):
    """A record with its place, such as a `Row`."""

    @property
    def value(self) -> dict[str, Any]:
        """The record."""

    @property
    def origin(self) -> Origin:
        """Where it stands."""


def places(records: Sequence[Held], key: str) -> dict[str, int]:
    """Return the index of each record by its id, which stands under a key."""
    found = ((record.value.get(key), i) for i, record in enumerate(records))
    return {ident: i for ident, i in found if isinstance(ident, str)}


def climb(
    records: Sequence[Held],
    at: Mapping[str, int],
    tip: int,
    parent_of: Callable[[Mapping[str, Any]], Parent],
    damage: list[Damage],
    *,
    session: str = "",
) -> list[int]:
    """Return the indices of the records from the root to the tip; none where the tip is -1.

    `at` has the index of each id. A record that does not say its parent follows the one before. So
    does one whose parent is not in the file, for a lost record must not take the whole past with it;
    that is damage, which names the session that stands under the key `session` of the record.
    """
    way: dict[int, None] = {}
    here = tip
    while here >= 0 and here not in way:
        way[here] = None
        record = records[here]
        parent = parent_of(record.value)
        if isinstance(parent, Root):
            break
        if parent is not None and parent not in at:
            damage.append(lost_parent(record, parent, session))
        here = here - 1 if parent is None else at.get(parent, here - 1)
    return list(reversed(way))


def lost_parent(record: Held, parent: str, session: str = "") -> Damage:
    """Return the damage of a record whose parent is not in the file."""
    values = {"parent": parent, "session": record.value.get(session) if session else None}
    return Damage("S104", "no-parent", record.origin, values)
