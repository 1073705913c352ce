"""What a repair costs: of a sound history, of a turn whose calls are all broken, of one that loses much."""

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


Dropping = Callable[[int], tuple[list[Any], dict[str, Any]]]
"""Makes a history with a message from which so many parts go, and says how it is repaired."""
GO = {"role": "user", "content": "go"}


def unanswered_dropped(n: int) -> tuple[list[Any], dict[str, Any]]:
    """N calls that nobody answered, and that the caller wants dropped."""
    return [*unanswered(n), GO], {"target": "openai", "unanswered": "drop"}


def orphans_dropped(n: int) -> tuple[list[Any], dict[str, Any]]:
    """N results in one message that answer nothing, and that the caller wants dropped."""
    results = [{"type": "tool_result", "tool_use_id": f"t{i}", "content": f"{i}"} for i in range(n)]
    said = {"role": "assistant", "content": "well"}
    asked = {"role": "user", "content": [*results, {"type": "text", "text": "and?"}]}
    return [GO, said, asked], {"target": "anthropic", "orphan": "drop"}


def searches_dropped(n: int) -> tuple[list[Any], dict[str, Any]]:
    """N calls in one turn that the provider ran, and whose results are gone."""
    calls = [
        {"type": "server_tool_use", "id": f"srvtoolu_{i}", "name": "web_search", "input": {"query": f"{i}"}}
        for i in range(n)
    ]  # fmt: skip
    said = {"role": "assistant", "content": [*calls, {"type": "text", "text": "done"}]}
    return [GO, said, GO], {"target": "anthropic", "policy": "lossy"}


def keys_dropped(n: int) -> tuple[list[Any], dict[str, Any]]:
    """N parts in one message, each with a key that nobody knows."""
    parts = [{"type": "text", "text": f"{i}", "trace": f"t{i}"} for i in range(n)]
    return [{"role": "user", "content": parts}], {"target": "anthropic", "policy": "lossy"}


def _thoughts(n: int) -> list[Any]:
    seal = "ZXhhbXBsZS1zaWduYXR1cmU="
    return [{"type": "thinking", "thinking": f"{i}", "signature": seal} for i in range(n)]


def thoughts_dropped(n: int) -> tuple[list[Any], dict[str, Any]]:
    """N thoughts at the end of one turn, which lead to nothing."""
    said = {"role": "assistant", "content": [{"type": "text", "text": "so"}, *_thoughts(n)]}
    return [GO, said, GO], {"target": "anthropic", "policy": "lossy"}


def bound_dropped(n: int) -> tuple[list[Any], dict[str, Any]]:
    """N thoughts in one turn, bound to a call that gets a marker for its result."""
    use = {"type": "tool_use", "id": "c1", "name": "read", "input": {}}
    said = {"role": "assistant", "content": [*_thoughts(n), {"type": "text", "text": "so"}]}
    given = [GO, {"role": "assistant", "content": [use]}, GO, said, GO]
    return given, {"target": "anthropic", "context": {"model": "claude-opus-5-5"}}


LOSSY: tuple[Dropping, ...] = (
    unanswered_dropped,
    orphans_dropped,
    searches_dropped,
    keys_dropped,
    thoughts_dropped,
    bound_dropped,
)
LOST = 2_000
"""Parts that go from one message."""


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
    print()
    print(f"{'parts that go':20} {'losses':>7} {'seconds':>9} {'twice as many':>14}")
    for drop in LOSSY:
        jobs = [partial(_dropped, *drop(count)) for count in (LOST, 2 * LOST)]
        small, big = interleaved(*jobs, rounds=3)
        print(f"{drop.__name__:20} {LOST:7} {median(small):9.2f} {ratio(big, small):14.2f}")


def _mended(messages: list[Any]) -> None:
    assert repair(messages, format="openai-chat", as_="request").report.ok


def _checked(messages: list[Any]) -> None:
    assert not check(messages, format="openai-chat", as_="request").ok


def _dropped(messages: list[Any], how: dict[str, Any]) -> None:
    assert repair(messages, **how).report.ok
