"""The entries of a session of pi: where each hangs, and which way leads to the tip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.transcript import Damage
from transcript_doctor.sessions.shared.climbing import ROOT, Parent, climb, lost_parent, places
from transcript_doctor.sessions.shared.rows import Row

_NO_TIP = ("session", "leaf")


def path(entries: list[Row], header: Mapping[str, Any], damage: list[Damage]) -> list[Row]:
    """Return the entries from the root to the tip.

    Files of the first version have no tree, and tau goes through its entries in their order where no
    leaf was ever named.
    """
    at, tau = places(entries, "id"), not header
    leaf = next((row for row in reversed(entries) if row.value.get("type") == "leaf"), None)
    parents = (_named(row.value) for row in entries)
    if tau and leaf is None and all(parent is None or parent in at for parent in parents):
        return entries

    def parent_of(value: Mapping[str, Any]) -> Parent:
        parent = _named(value)
        if parent is None:
            return ROOT if tau or "parentId" in value or "parent_id" in value else None
        return ROOT if parent == header.get("id") else parent

    tip = _tip(entries, at, leaf, damage)
    return [entries[i] for i in climb(entries, at, tip, parent_of, damage)]


def _named(value: Mapping[str, Any]) -> str | None:
    """Return the parent that an entry names."""
    found = value.get("parentId", value.get("parent_id"))
    return found if isinstance(found, str) and found else None


def _tip(entries: list[Row], at: Mapping[str, int], leaf: Row | None, damage: list[Damage]) -> int:
    """Return the index of the entry that the newest leaf names; where there is no leaf, of the last."""
    if leaf is not None:
        named = leaf.value.get("entry_id")
        if named is None:
            return -1
        if isinstance(named, str) and named in at:
            return at[named]
        if isinstance(named, str):
            damage.append(lost_parent(leaf, named))
    found = (
        i for i in reversed(range(len(entries))) if entries[i].value.get("type") not in _NO_TIP
    )
    return next(found, -1)
