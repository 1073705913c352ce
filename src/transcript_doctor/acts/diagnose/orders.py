"""In which order calls and results stand in a list: by turn, by role, and who stands in whose place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from transcript_doctor.core.outline import ASSISTANT, CALLS, RESULTS, SYSTEM, Call, Outline, Result

_BY_ROLE = re.compile(rf"{SYSTEM}*U{{2,}}{ASSISTANT}*{CALLS}[{ASSISTANT}{CALLS}]+{RESULTS}{{2,}}")


def is_by_role(letters: str) -> bool:
    """Tell whether a list is all of the users' messages, then all of the assistant's, then all results."""
    return _BY_ROLE.fullmatch(letters) is not None


def is_crossed(outline: Outline) -> bool:
    """Tell whether a later turn's result stands in front of an earlier one's, where ids tell them apart."""
    made = {call.id: call.message for call in outline.calls}
    if len(made) < len(outline.calls):
        return False
    order = [made[row.id] for row in outline.results if row.id in made]
    return any(later < earlier for earlier, later in pairwise(order))


def strangers(
    open_turns: Iterable[tuple[Sequence[Call], int]], orphans: Mapping[int, Sequence[Result]]
) -> list[tuple[Call, Result]]:
    """Return open calls with the orphans that stand where their results would, where they are as many.

    `open_turns` are the open calls of each turn with the end of the messages behind them, `orphans` the
    results without a call by message.
    """
    pairs: list[tuple[Call, Result]] = []
    for calls, end in open_turns:
        here = [row for at in range(calls[-1].message + 1, end) for row in orphans.get(at, ())]
        if len(here) == len(calls):
            pairs += zip(calls, here, strict=True)
    return pairs
