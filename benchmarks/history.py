"""What a step of a `History` costs, short and long: an append must not feel how much is there already."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time
from typing import Any

from benchmarks.speed import ratio
from transcript_doctor import History, check

SHORT, LONG, STEPS, ROUNDS = 10, 10_000, 200, 15


def call(number: int) -> dict[str, Any]:
    """Return an assistant's turn with one call."""
    function = {"name": "read", "arguments": '{"path": "config.py"}'}
    one = {"id": f"call_{number}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [one]}


PICTURE = "data:image/png;base64,iVBORw0KGgo="
LOOK = [
    {"type": "text", "text": "Look."},
    {"type": "image_url", "image_url": {"url": PICTURE}},
]


def grown(length: int) -> History:
    """Return a history of about so many messages, with its request proved; it begins with a picture."""
    history = History("openai")
    history.user(LOOK)
    history.assistant("I see.")
    for number in range(max(1, length // 4)):
        exchange(history, number)
        history.assistant({"role": "assistant", "content": "It is 8080."})
    history.user("Go on.")
    history.request()
    return history


def exchange(history: History, number: int) -> None:
    """Add a question, a call and its result."""
    history.user("Which port does config.py use?")
    history.assistant(call(number))
    history.results({f"call_{number}": "PORT = 8080"})


def say(history: History, number: int) -> None:
    """Add one message."""
    history.user("Which port does config.py use?")


def ask(history: History, number: int) -> None:
    """Add an exchange and take the request."""
    exchange(history, number)
    history.request()


def look(history: History, number: int) -> None:
    """Show a picture, add an exchange whose id was there before, and take the request."""
    history.user(LOOK)
    history.assistant(call(0))
    history.results({"call_0": "PORT = 8080"})
    history.request()


def run() -> None:
    """Print the microseconds of a step at both lengths, and the median of their ratios round by round."""
    print(f"history {'':20} {SHORT:>8} {LONG:>8} messages   ratio")
    rows: list[tuple[str, Callable[[History, int], None], int]] = [
        ("append", say, 1),
        ("an exchange, a message", exchange, 3),
        ("an exchange and request", ask, 1),
        ("with picture, id reused", look, 1),
    ]
    for name, step, messages in rows:
        _row(name, step, messages)
    record = grown(LONG).record
    begun = process_time()
    check(record, target="openai", as_="request")
    print(f"{'(a check of all of it)':28} {'':8} {(process_time() - begun) * 1e6:8.0f} us")


def _row(name: str, step: Callable[[History, int], None], messages: int) -> None:
    times: dict[int, list[float]] = {SHORT: [], LONG: []}
    number = 1_000_000
    for _ in range(ROUNDS):
        for length, taken in times.items():
            # A short one stays short: it gets few steps, and there are many of it.
            few = STEPS if length == LONG else SHORT
            histories = [grown(length) for _ in range(STEPS // few)]
            gc.collect()
            for history in histories:
                step(history, number)
                number += 1
            gc.disable()  # as `timeit` does: what is collected here was left by others
            begun = process_time()
            for history in histories:
                for _ in range(few):
                    step(history, number)
                    number += 1
            taken.append((process_time() - begun) / STEPS / messages)
            gc.enable()
    short, long = (sorted(times[length])[ROUNDS // 2] * 1e6 for length in (SHORT, LONG))
    print(f"{name:28} {short:8.2f} {long:8.2f} us       {ratio(times[LONG], times[SHORT]):8.2f}")
