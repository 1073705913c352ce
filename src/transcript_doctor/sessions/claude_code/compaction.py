"""What a compaction of a Claude Code session kept word for word, and where it is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from transcript_doctor.sessions.claude_code.tree import Tree


def kept_by(tree: Tree, way: set[int]) -> set[int]:
    """Return the lines that the compaction at the root of a way kept."""
    summary, boundary = _summary(tree, way), tree.boundary
    if summary is None or boundary is None or summary < boundary:
        return set()
    listed = {tree.at[uuid] for uuid in tree.kept.uuids if uuid in tree.at}
    here, last = tree.at.get(tree.kept.tail), tree.at.get(tree.kept.head)
    if not listed and last is not None:
        while here is not None and here >= last and here not in listed:
            listed.add(here)
            here = tree.above(tree.entries[here])
    return {i for i in listed if i < boundary}


def ranks(tree: Tree, way: Sequence[int], taken: set[int]) -> dict[int, tuple[int, ...]]:
    """Return what lines are sorted by: their place in the file, and never before what they hang on.

    `way` begins at the root.
    """
    found: dict[int, tuple[int, ...]] = {}
    highest = -1
    for number, i in enumerate(way):
        highest = max(highest, i)
        found[i] = (highest, number)
    for i in sorted(taken - found.keys()):
        ground = tree.ground_of(tree.entries[i])
        above = i if ground is None else found.get(ground, (i,))[0]
        found[i] = (max(above, i), len(way), i)
    return found


def in_order(tree: Tree, taken: set[int], ranks: Mapping[int, tuple[int, ...]]) -> list[int]:
    """Return lines in the order in which they are sent: what was kept stands behind the summary.

    Where the beginning was kept and the rest was summed up, the summary stands behind.
    """
    summary = _summary(tree, taken)
    if summary is None:
        return sorted(taken, key=ranks.__getitem__)
    before = sorted((i for i in taken if i < summary), key=ranks.__getitem__)
    behind = sorted((i for i in taken if i > summary), key=ranks.__getitem__)
    if tree.boundary is not None and tree.at.get(tree.kept.anchor) == tree.boundary:
        return [*before, summary, *behind]
    return [summary, *before, *behind]


def _summary(tree: Tree, taken: set[int]) -> int | None:
    return max((i for i in taken if tree.entries[i].summary), default=None)
