"""What a repair costs: of a sound history beside its check, and of one turn in which every call is broken."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from benchmarks.corpus import transcript
from benchmarks.growth import parallel_calls
from benchmarks.speed import LENGTHS, interleaved, ratio
from transcript_doctor import check, repair

CALLS = 8_000
"""Parallel calls in one turn: other tools take 14 to 48 seconds for such a turn."""


def unanswered(n: int) -> list[Any]:
    """N calls in one turn that nobody answered."""
    return parallel_calls(n)[:2]


def apart(n: int) -> list[Any]:
    """N calls in one turn, with a question between them and their results."""
    user, calls, *results = parallel_calls(n)
    return [user, calls, {"role": "user", "content": "well?"}, *results]


def doubled(n: int) -> list[Any]:
    """N calls in one turn whose results all stand there twice."""
    user, calls, *results = parallel_calls(n)
    return [user, calls, *results, *map(dict, results)]


def renamed(n: int) -> list[Any]:
    """N calls in one turn whose results all bear other ids."""
    user, calls, *results = parallel_calls(n)
    return [user, calls, *({**row, "tool_call_id": f"other_{k}"} for k, row in enumerate(results))]


def unreadable(n: int) -> list[Any]:
    """N calls in one turn whose arguments are objects, where texts are wanted."""
    user, calls, *results = parallel_calls(n)
    for call in calls["tool_calls"]:
        call["function"]["arguments"] = {"path": "a.txt"}
    return [user, calls, *results]


def silent(n: int) -> list[Any]:
    """N calls in one turn whose results hold nothing."""
    user, calls, *results = parallel_calls(n)
    return [user, calls, *({**result, "content": None} for result in results)]


SHAPES: tuple[Callable[[int], list[Any]], ...] = (
    unanswered,
    apart,
    doubled,
    renamed,
    unreadable,
    silent,
)


def run() -> None:
    """Print a row for each format and length of sound histories, then one for each way to break a turn."""
    print(f"{'repair of sound':16} {'messages':>9} {'beside check':>13}")
    for format in ("openai-chat", "anthropic"):
        for length in LENGTHS:
            given = transcript(format, length)
            mended, checked = interleaved(
                partial(repair, given, format=format), partial(check, given, format=format)
            )
            print(f"{format:16} {len(given):9} {ratio(mended, checked):13.2f}")
    print()
    print(
        f"{'repair of broken':16} {'calls':>9} {'seconds':>9} {'beside check':>13} {'twice as many':>14}"
    )
    for make in SHAPES:
        once, twice = make(CALLS), make(2 * CALLS)
        jobs = [partial(_mended, once), partial(_mended, twice), partial(_checked, once)]
        small, big, checked = interleaved(*jobs, rounds=3)
        row = f"{median(small):9.2f} {ratio(small, checked):13.2f} {ratio(big, small):14.2f}"
        print(f"{make.__name__:16} {CALLS:9} {row}")


def _mended(messages: list[Any]) -> None:
    assert repair(messages, format="openai-chat", as_="request").report.ok


def _checked(messages: list[Any]) -> None:
    assert not check(messages, format="openai-chat", as_="request").ok
