"""The branch of a Claude Code session that is the conversation, with what hangs beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from transcript_doctor.core.reader import is_newer
from transcript_doctor.core.transcript import Damage
from transcript_doctor.sessions.claude_code.compaction import in_order, kept_by, ranks
from transcript_doctor.sessions.claude_code.entries import Entry
from transcript_doctor.sessions.claude_code.repeats import without_repeats
from transcript_doctor.sessions.claude_code.tree import Tree

_LOSES = "2.1.79"
"""The last version that lost the results of parallel calls when it resumed a session."""


class Branch(NamedTuple):
    """The lines of a conversation in the order in which they are sent, and what is wrong with them."""

    entries: list[Entry]
    damage: list[Damage]


def newest_branch(entries: Sequence[Entry], stem: str, version: str | None) -> Branch:
    """Return the branch that ends in the last line that speaks; `stem` is the file's name.

    Where a parent is not in the file, the line before takes its place: a lost line must not take the
    whole past with it. After a compaction the branch begins at its summary. Lines without parents,
    which are no tree, are taken in their order.
    """
    damage: list[Damage] = []
    unique, repeats = without_repeats(entries, damage)
    tree = Tree(unique)
    way = sorted(tree.row()) if tree.is_flat else tree.climb(stem, damage)[::-1]
    taken = set(way)
    taken |= kept_by(tree, taken)
    beside = siblings(tree, taken)
    if beside and not is_newer(version, (_LOSES,)):
        values = {"count": len(beside), "ids": ", ".join(i for e in beside for i in e.results)}
        damage.append(Damage("S104", "beside", beside[0].origin, values))
    branch = [unique[i] for i in in_order(tree, taken, ranks(tree, way, taken))]
    on_list = {id(entry) for entry in branch}
    gone = {id(entry) for entry, first in repeats if id(first) in on_list}
    return Branch([entry for entry in branch if id(entry) not in gone], damage)


def siblings(tree: Tree, taken: set[int]) -> list[Entry]:
    """Add the other lines of the messages that were taken; return the results that hang on these."""
    entries = tree.entries
    messages = {entries[i].message_id for i in taken if entries[i].role == "assistant"} - {None}
    answered = {ident for i in taken for ident in entries[i].results}
    beside: list[Entry] = []
    for i, entry in enumerate(entries):
        if i in taken or not entry.speaks:
            continue
        ground = tree.ground_of(entry)
        if ground is None or ground not in taken:
            continue
        if entry.role == "assistant" and entry.message_id in messages:
            taken.add(i)
        elif not entry.results or not answered.isdisjoint(entry.results):
            continue
        elif entries[ground].role == "assistant":
            taken.add(i)
            answered.update(entry.results)
            beside.append(entry)
    return beside
