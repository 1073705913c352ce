"""How the cost grows when a hostile shape doubles; 2 is linear."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.speed import interleaved, ratio
from transcript_doctor import check, shape, show


def _call(ident: str) -> dict[str, Any]:
    return {"id": ident, "type": "function", "function": {"name": "read", "arguments": "{}"}}


def _tool(ident: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": "ok"}


def parallel_calls(n: int) -> list[Any]:
    """N calls in one turn, answered in reverse."""
    ids = [f"c{i}" for i in range(n)]
    return [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": [_call(i) for i in ids]},
        *(_tool(i) for i in reversed(ids)),
    ]


def one_id(n: int) -> list[Any]:
    """One id on every call, all results at the end."""
    calls = [
        {"role": "assistant", "content": None, "tool_calls": [_call("same")]} for _ in range(n)
    ]
    return [{"role": "user", "content": "go"}, *calls, *(_tool("same") for _ in range(n))]


def orphans(n: int) -> list[Any]:
    """A run of results without calls."""
    return [{"role": "user", "content": "go"}, *(_tool(f"c{i}") for i in range(n))]


def long_ids(n: int) -> list[Any]:
    """Ids of n characters on a few calls that nobody answers."""
    return [
        {"role": "assistant", "content": None, "tool_calls": [_call("x" * n + str(i))]}
        for i in range(8)
    ]


def deep(n: int) -> list[Any]:
    """Arguments nested n levels deep, in the Anthropic form."""
    value: Any = "ü"
    for _ in range(n):
        value = {"a": [value]}
    use = {"type": "tool_use", "id": "t1", "name": "read", "input": {"v": value}}
    return [{"role": "user", "content": "go"}, {"role": "assistant", "content": [use]}]


def many_blocks(n: int) -> list[Any]:
    """One user turn of n texts with a result between them."""
    texts: list[Any] = [{"type": "text", "text": "t"} for _ in range(n)]
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}
    use = {"type": "tool_use", "id": "t1", "name": "read", "input": {}}
    return [
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [*texts, result, *texts]},
    ]


def blanks(n: int) -> list[Any]:
    """N empty messages of one role."""
    return [{"role": "user", "content": ""} for _ in range(n)]


SHAPES: list[tuple[Callable[[int], list[Any]], int, str | None]] = [
    (parallel_calls, 10_000, "openai-chat"),
    (one_id, 50_000, "openai-chat"),
    (orphans, 20_000, "openai-chat"),
    (long_ids, 1_000_000, "openai-chat"),
    (deep, 20_000, "anthropic"),
    (many_blocks, 20_000, "anthropic"),
    (blanks, 20_000, "anthropic"),
]


QUICKER = 10
"""By so much the shapes are smaller where nobody asked for the full run."""


def run(*, full: bool = False) -> None:
    """Print one row a shape and act; the full run takes larger shapes."""
    print(
        f"{'shape':16} {'size':>9} {'check':>6} {'all targets':>11} {'shape':>6} {'show':>6}"
        "   growth for twice the size"
    )
    for make, most, format in SHAPES:
        size = most if full else most // QUICKER
        once, twice = make(size), make(2 * size)
        acts: list[Callable[[Any], object]] = [
            lambda m, f=format: [x.message for x in check(m, format=f).findings],
            lambda m, f=format: check(m, format=f, target="all"),
            lambda m, f=format: shape(m, format=f),
            lambda m, f=format: show(m, format=f, contents=20),
        ]
        grown = []
        for act in acts:
            small, big = interleaved(partial(act, once), partial(act, twice), rounds=3)
            grown.append(ratio(big, small))
        print(
            f"{make.__name__:16} {size:9} {grown[0]:6.2f} {grown[1]:11.2f} {grown[2]:6.2f} {grown[3]:6.2f}"
        )
