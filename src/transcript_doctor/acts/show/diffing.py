"""What differs between two transcripts: the unified diff of how they are shown.

The standard library's matcher takes time beyond measure on long lists of many equal lines, so long
lists are first cut at lines that stand once in both; a piece without such a line counts as
replaced.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from transcript_doctor.acts.show.shaping import outline_of
from transcript_doctor.acts.show.showing import lines
from transcript_doctor.safetext import printable

_SMALL = 1000
"""Lists up to this length are compared as a whole, in lines."""
_CONTEXT = 3

Run: TypeAlias = tuple[int, int, int]
"""Equal lines: where they begin in the one list and in the other, and how many they are."""


def diff(
    a: Any,
    b: Any,
    *,
    contents: int | None = None,
    format: str | None = None,
    names: tuple[str, str] = ("a", "b"),
) -> str:
    """Return the unified diff of two transcripts as shown; `""` where they look alike.

    `names` is what the head calls the two.
    """
    before, after = (lines(outline_of(each, format), contents) for each in (a, b))
    return "\n".join(unified(before, after, names))


def unified(
    before: Sequence[str],
    after: Sequence[str],
    names: tuple[str, str] = ("a", "b"),
    *,
    context: Sequence[str] | None = None,
) -> Iterator[str]:
    """Yield the lines of a unified diff, three lines of context around each change.

    `context` holds what is shown of the lines of `before` where both are the same.
    """
    one, two = map(printable, names)
    header: tuple[str, ...] = (f"--- {one}", f"+++ {two}")
    for hunk in _hunks(_runs(before, after), len(before), len(after)):
        yield from header
        header = ()
        yield "@@ -{} +{} @@".format(*(_range(side) for side in hunk.ends()))
        yield from hunk.lines(before, after, before if context is None else context)


class _Hunk(list[Run]):
    """Neighbouring runs of equal lines, changes between them; the outer runs are context."""

    def ends(self) -> tuple[tuple[int, int], tuple[int, int]]:
        (i, j, _), (i_last, j_last, n) = self[0], self[-1]
        return (i, i_last + n), (j, j_last + n)

    def lines(
        self, before: Sequence[str], after: Sequence[str], context: Sequence[str]
    ) -> Iterator[str]:
        i, j, _ = self[0]
        for i_run, j_run, n in self:
            yield from (f"-{line}" for line in before[i:i_run])
            yield from (f"+{line}" for line in after[j:j_run])
            i, j = i_run + n, j_run + n
            yield from (f" {line}" for line in context[i_run:i])


def _range(side: tuple[int, int]) -> str:
    start, end = side
    if end - start == 1:
        return str(start + 1)
    return f"{start + 1 if end > start else start},{end - start}"


def _hunks(runs: Iterable[Run], n_before: int, n_after: int) -> Iterator[_Hunk]:
    """Yield hunks; long runs of equal lines part them, cut to their first and last lines."""
    # An empty run at either end lets a change stand at the beginning or the end of the lists.
    hunk = _Hunk([(0, 0, 0)])
    for i, j, n in (*runs, (n_before, n_after, 0)):
        i_at, j_at, size = hunk[-1]
        if (i, j) == (i_at + size, j_at + size):
            hunk[-1] = (i_at, j_at, size + n)
            continue
        if len(hunk) == 1:
            skip = max(size - _CONTEXT, 0)
            hunk[0] = (i_at + skip, j_at + skip, size - skip)
        elif size > 2 * _CONTEXT:
            hunk[-1] = (i_at, j_at, _CONTEXT)
            yield hunk
            skip = size - _CONTEXT
            hunk = _Hunk([(i_at + skip, j_at + skip, _CONTEXT)])
        hunk.append((i, j, n))
    if len(hunk) > 1:
        i, j, n = hunk[-1]
        hunk[-1] = (i, j, min(n, _CONTEXT))
        yield hunk


def _runs(before: Sequence[str], after: Sequence[str]) -> Iterator[Run]:
    """Yield the runs of equal lines in order."""
    from difflib import SequenceMatcher  # dear to load, and only this needs it

    for (i, j), (i_end, j_end) in _pieces(before, after):
        if max(i_end - i, j_end - j) <= _SMALL:
            found = SequenceMatcher(None, before[i:i_end], after[j:j_end]).get_matching_blocks()
            yield from ((i + run.a, j + run.b, run.size) for run in found if run.size)
        else:
            n = 0
            while i + n < i_end and j + n < j_end and before[i + n] == after[j + n]:
                n += 1
            if n:
                yield i, j, n


def _pieces(
    before: Sequence[str], after: Sequence[str]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield where the pieces that are compared begin and end in the two lists."""
    cuts = [(0, 0), (len(before), len(after))]
    if max(len(before), len(after)) > _SMALL:
        cuts[1:1] = _anchors(before, after)
    yield from pairwise(cuts)


def _anchors(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Return the places of lines that stand once in both lists, the most that keep their order."""
    once = {line for line, n in Counter(after).items() if n == 1}
    at = {line: j for j, line in enumerate(after) if line in once}
    counts = Counter(before)
    common = [(i, at[x]) for i, x in enumerate(before) if x in at and counts[x] == 1]
    tails: list[int] = []
    ends: list[int] = []
    back: list[int] = []
    for k, (_, j) in enumerate(common):
        place = bisect_left(tails, j)
        tails[place : place + 1] = [j]
        ends[place : place + 1] = [k]
        back.append(ends[place - 1] if place else -1)
    kept = []
    k = ends[-1] if ends else -1
    while k >= 0:
        kept.append(common[k])
        k = back[k]
    return kept[::-1]
