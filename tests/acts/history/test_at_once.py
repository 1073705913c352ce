"""Results that arrive at once, from threads and from tasks: each counts once, and all go out in call order."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.acts.history.makers import TARGETS, calling
from transcript_doctor import DoctorError, check
from transcript_doctor.acts.history import History
from transcript_doctor.core.errors import (
    BadAnswers,
    IllegalRequest,
    OpenCalls,
)


def asked(target: str = "mistral", calls: int = 2) -> History:
    """A history in which calls wait."""
    history = History(target)
    history.user("Read a.py and b.py.")
    history.assistant(calling(target, list(range(1, calls + 1))))
    return history


@pytest.mark.parametrize("target", TARGETS)
def test_results_that_arrive_at_once_from_threads_all_count(target: str) -> None:
    for _ in range(5):
        history = asked(target, 16)
        calls = [call.id for call in history.open_calls]
        random.shuffle(calls)
        barrier = Barrier(len(calls))

        def tool(ident: str, history: History = history, barrier: Barrier = barrier) -> bool:
            barrier.wait()
            return history.results({ident: f"said {ident}"}) == ()

        with ThreadPoolExecutor(len(calls)) as pool:
            last = list(pool.map(tool, calls))
        assert last.count(True) == 1
        said = repr(history.request())
        places = [said.index(f"said {ident}") for ident in sorted(calls)]
        assert places == sorted(places)


def test_of_two_results_for_one_call_one_counts() -> None:
    for _ in range(20):
        history, barrier = asked("openai", 1), Barrier(2)
        (ident,) = (call.id for call in history.open_calls)

        def tool(
            value: str, ident: str = ident, history: History = history, barrier: Barrier = barrier
        ) -> str:
            barrier.wait()
            try:
                return str(history.results({ident: value}))
            except BadAnswers as refusal:
                return refusal.code

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(tool, ("a", "b"))) == ["()", "P004"]


def test_every_method_from_threads_leaves_a_legal_record() -> None:
    history = History("openai")
    numbers = iter(range(10_000))
    refused: list[DoctorError] = []

    def person(seed: int) -> None:
        dice = random.Random(seed)
        for _ in range(60):
            try:
                match dice.randrange(5):
                    case 0:
                        history.user("Go.")
                    case 1:
                        history.assistant(calling("openai", [next(numbers)]))
                    case 2:
                        history.results({call.id: "ok" for call in history.open_calls})
                    case 3:
                        history.interrupt()
                    case _:
                        assert check(history.request(), target="openai", as_="request").ok
            except (OpenCalls, BadAnswers, IllegalRequest) as refusal:
                refused.append(refusal)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(person, range(8)))
    history.interrupt()
    history.user("Done.")
    assert check(history.request(), target="openai", as_="request").ok
    assert refused


def test_results_of_tasks_go_out_in_call_order() -> None:
    async def tool(history: History, ident: str) -> None:
        await asyncio.sleep(random.random() / 1000)
        history.results({ident: f"said {ident}"})

    async def turn(target: str) -> None:
        history = asked(target, 8)
        calls = [call.id for call in history.open_calls]
        await asyncio.gather(*(tool(history, ident) for ident in calls))
        said = repr(history.request())
        places = [said.index(f"said {ident}") for ident in calls]
        assert places == sorted(places)

    async def all_of_them() -> None:
        await asyncio.gather(*map(turn, TARGETS))

    asyncio.run(all_of_them())
