"""The entries of a session of pi: where each hangs, and which way leads to the tip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.core.transcript import Damage
from transcript_doctor.sessions.shared.rows import Row

_NO_TIP = ("session", "leaf")


def path(entries: list[Row], header: Mapping[str, Any], damage: list[Damage]) -> list[Row]:
    """Return the entries from the root to the tip.

    Where a parent is not in the file, the entry before takes its place. Files of the first version
    have no tree, and tau goes through its entries in their order where no leaf was ever named.
    """
    at = {row.value["id"]: i for i, row in enumerate(entries) if "id" in row.value and _is_id(row)}
    tau = not header
    leaf = next((row for row in reversed(entries) if row.value.get("type") == "leaf"), None)
    if tau and leaf is None and all(_parent(row) is None or _parent(row) in at for row in entries):
        return entries
    here = _tip(entries, at, leaf, damage)
    taken: dict[int, None] = {}
    while here is not None and here >= 0 and here not in taken:
        taken[here] = None
        row = entries[here]
        parent = _parent(row)
        if parent is None:
            rooted = tau or "parentId" in row.value or "parent_id" in row.value
            here = None if rooted else here - 1
            continue
        if parent == header.get("id"):
            break
        if parent not in at:
            damage.append(_lost(parent, row))
        here = at.get(parent, here - 1)
    return [entries[i] for i in reversed(taken)]


def _is_id(row: Row) -> bool:
    return isinstance(row.value["id"], str)


def _parent(row: Row) -> str | None:
    found = row.value.get("parentId", row.value.get("parent_id"))
    return found if isinstance(found, str) and found else None


def _lost(parent: str, row: Row) -> Damage:
    return Damage("S104", "no-parent", row.origin, {"parent": parent, "session": None})


def _tip(
    entries: list[Row], at: Mapping[str, int], leaf: Row | None, damage: list[Damage]
) -> int | None:
    """Return the index of the entry that the newest leaf names; where there is none, of the last."""
    if leaf is not None:
        named = leaf.value.get("entry_id")
        if named is None:
            return None
        if isinstance(named, str) and named in at:
            return at[named]
        if isinstance(named, str):
            damage.append(_lost(named, leaf))
    found = (
        i for i in reversed(range(len(entries))) if entries[i].value.get("type") not in _NO_TIP
    )
    return next(found, None)
