"""What is measured: throughput beside the bare app's, errors, memory, and how bad keys fare.

Both servers share the same cores and take turns, so only ratios of one run mean anything.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.serving.clients import AT_ONCE, SCRIPT, converse, frames_at, knock
from benchmarks.serving.servers import Server, echoing, serving

CONVERSATIONS, ROUNDS = 1_000, 5
BAD_KEYS = 10_000
_WARM = 400
"""Conversations before anything is measured."""


class Load(NamedTuple):
    """What came of one round at one server."""

    rate: float
    """Requests a second."""
    cost: float
    """Seconds of the server's own time for each request; 0 where the system does not tell."""
    errors: int


def run() -> None:
    """Print throughput beside the bare app's, errors, memory, and how bad keys fare."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "script.json")
        script.write_text(json.dumps(SCRIPT), encoding="utf-8")
        with serving(script) as provider:
            frames = asyncio.run(frames_at(provider.port))
            with echoing(frames) as bare:
                _compare(provider, bare, frames)
        with serving(script, key="the-right-key") as provider:
            _bad_keys(provider)


def _compare(provider: Server, bare: Server, frames: int) -> None:
    for server in (provider, bare):
        _round(server, _WARM)
    rounds, memory = [], [provider.megabytes]
    for _ in range(ROUNDS):
        rounds.append((_round(provider, CONVERSATIONS), _round(bare, CONVERSATIONS)))
        memory.append(provider.megabytes)
    rates = [ours.rate / plain.rate for ours, plain in rounds]
    costs = [plain.cost / ours.cost for ours, plain in rounds if ours.cost]
    best = [max(load.rate for load in column) for column in zip(*rounds, strict=True)]
    print(f"serve: {AT_ONCE} streaming conversations at once, {ROUNDS} rounds of {CONVERSATIONS}")
    print(f"  frames in a stream         {frames}")
    print(f"  errors                     {sum(load.errors for pair in rounds for load in pair)}")
    print(f"  requests a second          {best[0]:,.0f}, the bare app {best[1]:,.0f}")
    print(f"  of the bare app            {_spread(rates)}")
    if costs:
        print(f"  by the servers' own time   {_spread(costs)}")
    print(f"  memory, MB, after rounds   {', '.join(f'{m:.0f}' for m in memory)}")


def _round(server: Server, conversations: int) -> Load:
    start, cpu = time.perf_counter(), server.cpu
    tally = asyncio.run(converse(server.port, conversations))
    seconds = time.perf_counter() - start
    return Load(tally.requests / seconds, (server.cpu - cpu) / tally.requests, tally.errors)


def _spread(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def _bad_keys(provider: Server) -> None:
    before, start = provider.megabytes, time.perf_counter()
    refused = asyncio.run(knock(provider.port, BAD_KEYS))
    seconds = time.perf_counter() - start
    print(f"serve: {BAD_KEYS:,} requests with bad keys")
    print(f"  answered 401               {refused:,}, {BAD_KEYS / seconds:,.0f} a second")
    print(f"  memory, MB                 {before:.0f} before, {provider.megabytes:.0f} after")
