"""Whether every exchange is plainly whole, so that no pairing rule has anything to look for.

Both functions compare rows in the order of the walk. They may err only towards a closer look.
"""

from __future__ import annotations

from operator import attrgetter

from transcript_doctor.core.outline import Outline


def whole_in_turns(out: Outline, *keys: str) -> bool:
    """Tell whether the results of each message lead the next one: all, in call order, with equal keys.

    `keys` are the attributes of calls and results that must agree, such as `id`.
    """
    if len(out.calls) != len(out.results):
        return False
    key = attrgetter(*keys)
    return (
        list(map(key, out.calls)) == list(map(key, out.results))
        and [call.message + 1 for call in out.calls] == [row.message for row in out.results]
        and all(row.lead for row in out.results)
    )


def whole_in_messages(out: Outline) -> bool:
    """Tell whether each call is answered by a message of its own, directly behind, in call order."""
    if [call.id for call in out.calls] != [result.id for result in out.results]:
        return False
    asked: list[int] = []
    last, count = -1, 0
    for call in out.calls:
        count = count + 1 if call.message == last else 1
        last = call.message
        asked.append(last + count)
    return asked == [result.message for result in out.results]
