"""The async loop: like the plain one, and a legal list wherever it is cancelled."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.agent.replies import Files, Replies, call, said
from transcript_doctor import shape, testing, validate
from transcript_doctor.agent import (
    SYSTEM,
    context_for_model,
    make_read_tool,
    run_agent,
    run_agent_async,
)
from transcript_doctor.core.answers import NO_RESULT

READ = make_read_tool(Files(config_py="PORT = 9090\n"))


def tool(name: str, execute: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "", "parameters": {}, "execute": execute, **more}


async def wait(arguments: Any) -> str:
    """Give way as often as it is told to."""
    for _ in range(arguments["times"]):
        await asyncio.sleep(0)
    if arguments.get("fails"):
        raise ValueError("tool failed")
    return f"waited {arguments['times']}"


class Slow(Replies):
    """Gives way before each reply."""

    async def complete(self, system: str, messages: list[Any], tools: list[Any]) -> Any:
        await asyncio.sleep(0)
        return super().complete(system, messages, tools)


TURNS = st.lists(
    st.lists(st.tuples(st.sampled_from(["wait", "raed"]), st.integers(0, 4), st.booleans()), min_size=1, max_size=3),
    max_size=3,
)  # fmt: skip


def replies_of(turns: list[list[tuple[str, int, bool]]]) -> list[Any]:
    count, made = 0, []
    for turn in turns:
        calls = []
        for name, times, fails in turn:
            count += 1
            calls.append(call(name, {"times": times, "fails": fails}, f"c{count}"))
        made.append(said(*calls))
    return [*made, said("Done.")]


@given(TURNS, st.booleans(), st.integers(0, 60))
def test_cancelled_anywhere_it_leaves_a_list_that_goes_on(
    turns: list[list[tuple[str, int, bool]]], parallel: bool, after: int
) -> None:
    messages: list[Any] = []

    async def main() -> bool:
        run = run_agent_async(
            Slow(*replies_of(turns)),
            SYSTEM,
            messages,
            [tool("wait", wait)],
            "Go.",
            parallel=parallel,
        )
        task = asyncio.create_task(run)
        for _ in range(after):
            await asyncio.sleep(0)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            return False
        return True

    finished = asyncio.run(main())
    assert validate(messages) == []
    asked = sum(len(turn) for turn in turns)
    results = [m for m in messages if m["role"] == "toolResult"]
    if finished:
        assert len(results) == asked
        assert NO_RESULT not in [m["content"] for m in results]
    for result in results:
        known = ("tool failed", "waited", "Tool raed not found", NO_RESULT)
        assert result["content"].startswith(known)


def test_every_await_can_be_cancelled_and_some_leave_markers() -> None:
    turns = [[("wait", 2, False), ("wait", 1, False)], [("wait", 1, False)]]
    seen: dict[bool, set[str]] = {}
    for parallel in (False, True):
        shapes, markers, after, finished = set(), set(), 0, False
        while not finished:
            messages: list[Any] = []
            finished = asyncio.run(_cancelled(turns, messages, parallel, after))
            assert validate(messages) == []
            shapes.add(shape(messages))
            markers.add(
                tuple(m["content"] == NO_RESULT for m in messages if m["role"] == "toolResult")
            )
            after += 1
        seen[parallel] = shapes
        assert (False, True) in markers or (True, False) in markers
        assert (False, False, True) in markers
        assert (False, False, False) in markers
    assert seen[True] == seen[False] >= {"U", "U A[c1,c2] R(c1) R(c2)"}


async def _cancelled(turns: Any, messages: list[Any], parallel: bool, after: int) -> bool:
    run = run_agent_async(
        Slow(*replies_of(turns)), SYSTEM, messages, [tool("wait", wait)], "Go.", parallel=parallel
    )
    task = asyncio.create_task(run)
    for _ in range(after):
        await asyncio.sleep(0)
    if task.done():
        return True
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return False


def test_a_result_that_came_before_its_sister_was_cancelled_is_kept() -> None:
    messages: list[Any] = []

    async def main() -> None:
        begun, done = asyncio.Event(), asyncio.Event()

        async def slow(arguments: Any) -> str:
            begun.set()
            await asyncio.Event().wait()
            return "never"

        async def quick(arguments: Any) -> str:
            await begun.wait()
            done.set()
            return "real"

        model = Replies(said(call("slow", {}), call("quick", {}, "c2")))
        run = run_agent_async(
            model,
            SYSTEM,
            messages,
            [tool("slow", slow), tool("quick", quick)],
            "Go.",
            parallel=True,
        )
        task = asyncio.create_task(run)
        await done.wait()
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert [m["content"] for m in messages[2:]] == [NO_RESULT, "real"]


def test_results_of_parallel_calls_stand_in_call_order() -> None:
    calls = [call("wait", {"times": n}, f"c{n}") for n in (5, 1, 3)]
    messages: list[Any] = []
    model = Replies(said(*calls), said("ok"))
    asyncio.run(
        run_agent_async(model, SYSTEM, messages, [tool("wait", wait)], "Go.", parallel=True)
    )
    assert [m["content"] for m in messages[2:5]] == ["waited 5", "waited 1", "waited 3"]


def test_parallel_calls_do_run_at_once() -> None:
    async def main() -> str:
        both = asyncio.Barrier(2)

        async def meet(arguments: Any) -> str:
            await both.wait()
            return "met"

        messages: list[Any] = []
        model = Replies(said(call("meet", {}), call("meet", {}, "c2")), said("ok"))
        await run_agent_async(model, SYSTEM, messages, [tool("meet", meet)], "Go.", parallel=True)
        return shape(messages)

    assert asyncio.run(main()) == "U A[c1,c2] R(c1) R(c2) A"


@given(TURNS)
def test_it_writes_what_the_plain_loop_writes(turns: list[list[tuple[str, int, bool]]]) -> None:
    def at_once(arguments: Any) -> str:
        return f"{arguments['times']}"

    lists: list[list[Any]] = [[], [], []]
    tools = [tool("wait", at_once)]
    finals = [run_agent(Replies(*replies_of(turns)), SYSTEM, lists[0], tools, "Go.", max_turns=2)]
    for messages, parallel in ((lists[1], False), (lists[2], True)):
        run = run_agent_async(
            Replies(*replies_of(turns)),
            SYSTEM,
            messages,
            tools,
            "Go.",
            max_turns=2,
            parallel=parallel,
        )
        finals.append(asyncio.run(run))
    assert lists[0] == lists[1] == lists[2]
    assert finals[0] == finals[1] == finals[2]


def test_a_function_that_blocks_does_not_hold_the_loop_and_is_told_to_stop() -> None:
    messages: list[Any] = []
    begun, ended, told = threading.Event(), threading.Event(), list[str]()

    def block(arguments: Any) -> str:
        begun.set()
        ended.wait(30)
        return "ended"

    def stop() -> None:
        told.append("stop")
        ended.set()

    async def main() -> None:
        run = run_agent_async(
            Replies(said(call("block", {}))),
            SYSTEM,
            messages,
            [tool("block", block, stop=stop)],
            "Go.",
        )
        task = asyncio.create_task(run)
        while not begun.is_set():
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert told == ["stop"]
    assert messages[-1]["content"] == NO_RESULT


def test_a_failed_reply_with_calls_is_closed_here_too() -> None:
    messages: list[Any] = []
    failed = {**said(call("wait", {}), stop="error"), "error_message": "cut"}
    final = asyncio.run(run_agent_async(Replies(failed), SYSTEM, messages, [], "Go."))
    assert final is failed
    assert validate(context_for_model(messages)) == []
    assert messages[-1]["content"] == NO_RESULT


def test_tools_of_the_lab_work_here_as_they_are() -> None:
    messages: list[Any] = []
    model = Replies(said(call("read", {"path": "config.py"})), said("9090"))
    asyncio.run(run_agent_async(model, SYSTEM, messages, [READ], "Which port?"))
    assert messages[2]["content"] == "PORT = 9090\n"


def run_on(execute: Any, *, parallel: bool = False) -> list[dict[str, Any]]:
    """The list that a run leaves whose one tool is `execute`."""
    messages: list[dict[str, Any]] = []
    model = testing.ScriptedModel([testing.reply(testing.call("t")), testing.say("Done.")])
    run = run_agent_async(model, SYSTEM, messages, [tool("t", execute)], "go", parallel=parallel)
    asyncio.run(asyncio.wait_for(run, 10))
    return messages


def test_a_tool_that_runs_out_of_an_iterator_is_a_failure_and_no_hang() -> None:
    messages = run_on(lambda arguments: next(iter([])))
    assert shape(messages) == "U A[c1] R(c1) A"
    assert messages[2]["is_error"]


@pytest.mark.parametrize("parallel", [False, True])
def test_what_a_tool_cancels_itself_is_its_failure_and_ends_no_run(parallel: bool) -> None:
    async def execute(arguments: Any) -> str:
        waited = asyncio.ensure_future(asyncio.sleep(60))
        waited.cancel()
        await waited
        return "never"

    messages = run_on(execute, parallel=parallel)
    assert shape(messages) == "U A[c1] R(c1) A"
    assert messages[2]["content"] == "The tool was cancelled"


def test_a_stop_that_raises_does_not_hide_that_the_run_was_cancelled() -> None:
    def stop() -> None:
        raise RuntimeError("nothing to stop")

    async def main() -> list[dict[str, Any]]:
        begun = asyncio.Event()
        messages: list[dict[str, Any]] = []

        async def execute(arguments: Any) -> None:
            begun.set()
            await asyncio.sleep(60)

        stopped = tool("t", execute, stop=stop)
        model = testing.ScriptedModel([testing.reply(testing.call("t"))])
        run = asyncio.ensure_future(run_agent_async(model, SYSTEM, messages, [stopped], "go"))
        await begun.wait()
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        return messages

    assert shape(asyncio.run(main())) == "U A[c1] R(c1)"


class Left(BaseException):
    """What is no exception of a program."""


@pytest.mark.parametrize("parallel", [False, True])
def test_what_ends_a_program_is_raised_as_it_is(parallel: bool) -> None:
    def leave(arguments: Any) -> str:
        raise Left

    messages: list[Any] = []
    model = Replies(said(call("leave", {}, "c1"), call("leave", {}, "c2")))
    with pytest.raises(Left):
        asyncio.run(
            run_agent_async(model, "", messages, [tool("leave", leave)], "Go.", parallel=parallel)
        )
    assert [message["role"] for message in messages[2:]] == ["toolResult", "toolResult"]
