"""What may not be parted: exchanges, turns that call, and what the provider made together.

Each kind of bond yields spans of messages; a border inside a span is none. What is left are the units
that a trim takes or leaves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from transcript_doctor.core.matching import position
from transcript_doctor.core.outline import CALLS, MIXED, RESULTS, USER, Call, Outline, Result
from transcript_doctor.core.pairing import pairs_of, turns_of
from transcript_doctor.core.target import Pairing

Span = tuple[int, int]
Apart = Callable[[int], bool]


def unit_starts(outline: Outline, law: Pairing) -> list[int]:
    """Return for each message the index of the first message of its unit."""
    # What a provider's own check overlooks is an exchange all the same.
    law = law._replace(skip_first=False, without_legacy=False)
    reach = list(range(len(outline.messages)))
    for one, two in (*_paired(outline, law), *_made_together(outline, law), *_hosted(outline)):
        first, last = sorted((one, two))
        reach[first] = max(reach[first], last)
    starts: list[int] = []
    start, end = 0, -1
    for i, far in enumerate(reach):
        if i > end:
            start = i
        end = max(end, far)
        starts.append(start)
    return starts


def _paired(outline: Outline, law: Pairing) -> Iterator[Span]:
    """Yield calls and their results, wherever these stand, and results that are there twice."""
    if (
        not outline.untidy
    ):  # the usual history, said without matching: results right behind their calls
        newest = 0
        for i, letter in enumerate(outline.letters):
            if letter == CALLS:
                newest = i
            elif letter in (RESULTS, MIXED):
                yield newest, i
        return
    pairs = pairs_of(outline, law)
    for call, result in (*pairs.answers, *pairs.late, *pairs.apart):
        yield call.message, result.message
    for later, first in pairs.duplicates:
        yield first.message, later.message


def _made_together(outline: Outline, law: Pairing) -> Iterator[Span]:
    """Yield turns of the model that call; in a list of items, those with reasoning too."""
    turns = turns_of(outline, law)
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for i, turn in enumerate(turns):
        first.setdefault(turn, i)
        last[turn] = i
    whole: Iterable[int] = (call.message for call in outline.calls)
    if outline.items:
        whole = (*whole, *(row.message for row in outline.reasoning))
    for turn in {turns[i] for i in whole}:
        yield first[turn], last[turn]


def _hosted(outline: Outline) -> Iterator[Span]:
    """Yield calls that the provider runs, with their results."""
    open_calls: dict[tuple[str, str | None], int] = {}
    rows: list[Call | Result] = [*outline.hosted_calls, *outline.hosted_results]
    for row in sorted(rows, key=position):
        if isinstance(row, Call):
            open_calls[row.kind, row.id] = row.message
        elif (row.kind, row.id) in open_calls:
            yield open_calls[row.kind, row.id], row.message


def system_head(outline: Outline) -> int:
    """Return how many system messages stand at the head: the system prompt."""
    return len(outline.roles) - len(outline.roles.lstrip("s"))


def first_task(outline: Outline, law: Pairing, apart: Apart) -> range:
    """Return the user's first words: one message, or all that the target joins to one turn.

    `apart` tells of a message that it is none of the user's words, though it stands in a user's message.
    """
    letters = outline.letters
    first = next((i for i, x in enumerate(letters) if x in (USER, MIXED) and not apart(i)), None)
    if first is None:
        return range(0)
    end = first + 1
    while _joins(outline, law) and letters[end : end + 1] == USER and not apart(end):
        end += 1
    return range(first, end)


def newest_question(outline: Outline, law: Pairing, apart: Apart) -> range:
    """Return the user's newest words, which the running turn answers; `apart` as for the first."""
    letters = outline.letters
    behind = range(len(letters) - 1, -1, -1)
    last = next((i for i in behind if letters[i] in (USER, MIXED) and not apart(i)), None)
    if last is None:
        return range(0)
    first = last
    while _joins(outline, law) and first > 0 and letters[first - 1] == letters[last] == USER:
        if apart(first - 1):
            break
        first -= 1
    return range(first, last + 1)


def newest_exchange(outline: Outline, starts: Sequence[int], apart: Apart) -> range:
    """Return the newest exchange, which is what the user's newest words are likely to be about.

    Once a question that came after it was answered, without a call, it is an old one. `starts` are the
    units, `apart` is as for the first words.
    """
    if not outline.calls:
        return range(0)
    first = starts[outline.calls[-1].message]
    end = bisect_right(starts, first)
    return range(0) if question_answered(outline, end, apart) else range(first, end)


def question_answered(outline: Outline, begin: int, apart: Apart) -> bool:
    """Tell whether the user asks something from an index on, and the model speaks behind that."""
    letters, roles = outline.letters, outline.roles
    asked = next(
        (i for i in range(begin, len(letters)) if letters[i] == USER and not apart(i)), None
    )
    return asked is not None and "a" in roles[asked:]


def _joins(outline: Outline, law: Pairing) -> bool:
    return law.join or bool(outline.items)
