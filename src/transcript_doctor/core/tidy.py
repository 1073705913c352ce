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
    key = attrgetter(*keys)
    asked = [(call.message + 1, key(call)) for call in out.calls]
    given = [(result.message, key(result)) for result in out.results]
    return asked == given and all(result.lead for result in out.results)


def whole_in_messages(out: Outline) -> bool:
    """Tell whether each call is answered by a message of its own, directly behind, in call order."""
    asked: list[tuple[int, str | None]] = []
    last, count = -1, 0
    for call in out.calls:
        count = count + 1 if call.message == last else 1
        last = call.message
        asked.append((last + count, call.id))
    return asked == [(result.message, result.id) for result in out.results]
