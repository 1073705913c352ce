"""The ten checks of lesson 3: the loop goes on while the reply holds calls, on the caller's own list."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from transcript_doctor.testing.labs.checks.check import Check, Learners, holds, same
from transcript_doctor.testing.labs.checks.running import (
    SYSTEM,
    TRAIL,
    Record,
    asked,
    follower,
    left,
    model_of,
    read,
    read_tool,
    run,
    said,
    sent,
)
from transcript_doctor.testing.saying import call, reply, say, user
from transcript_doctor.testing.workspace import Workspace

_PORT = "The port is 9090."
_THREE = "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A"


async def _three_files(learners: Learners) -> None:
    workspace, messages = Workspace(TRAIL), Record()
    model = model_of(follower())
    final = await run(learners, model, messages, tools=read_tool(learners, workspace))
    asked(model, 4)
    same("the files that were read", workspace.reads, list(TRAIL))
    said(final, _PORT)


async def _whole_list(learners: Learners) -> None:
    model, messages = model_of(follower()), Record()
    await run(learners, model, messages, tools=read_tool(learners, Workspace(TRAIL)))
    sizes = [len(request.messages) for request in model.calls]
    same("messages in the requests", sizes, [1, 3, 5, 7])
    for size, request in zip(sizes, model.calls, strict=True):
        same(f"the request of {size} messages", request.messages, messages[:size])
        same("its system prompt", request.system, SYSTEM)
        holds(request.tools, "a request carries no tools, though the loop has one")
        holds(
            "execute" not in request.tools[0], "a request carries a tool's function: use tool_specs"
        )
    holds(all(b - a == 2 for a, b in pairwise(sizes)), "a request is not two messages longer")


async def _the_callers_list(learners: Learners) -> None:
    before = [user("Hello."), say("Hello.")]
    messages = Record(before)
    tools = read_tool(learners, Workspace(TRAIL))
    final = await run(learners, model_of(follower()), messages, tools=tools)
    left(messages, f"U A {_THREE}")
    same("what the list held before the run", messages[:2], before)
    same("the end of the list", messages[-1], final)
    fresh, model = Record(), model_of(say(_PORT))
    await run(learners, model, fresh)
    sent(model, 1, "U")


async def _labelled_stop(learners: Learners) -> None:
    lying = reply(call("read", {"path": "config.py"}), stop_reason="stop")
    model, messages = model_of(lying, say(_PORT)), Record()
    final = await run(learners, model, messages)
    left(messages, "U A[c1] R(c1) A")
    asked(model, 2)
    said(final, _PORT)


async def _another_prompt(learners: Learners) -> None:
    model, messages = (
        model_of(read("config.py"), say(_PORT), say("You are welcome.")),
        Record(),
    )
    await run(learners, model, messages)
    final = await run(learners, model, messages, "Thanks.")
    said(final, "You are welcome.")
    sent(model, 3, "U A[c1] R(c1) A U")
    left(messages, "U A[c1] R(c1) A U A")


async def _other_labels(learners: Learners) -> None:
    for label in ("toolUse", "length"):
        model, messages = model_of(reply(_PORT, stop_reason=label), say("Again.")), Record()
        final = await run(learners, model, messages)
        same(f"model calls, the reply being labelled {label!r}", len(model.calls), 1)
        said(final, _PORT)


async def _two_calls(learners: Learners) -> None:
    model, messages = model_of(read("a.py", "b.py"), say("1 and 2.")), Record()
    await run(learners, model, messages)
    sent(model, 2, "U A[c1,c2] R(c1) R(c2)")
    contents = [message["content"] for message in model.calls[1].messages[2:]]
    same("the results", contents, ["A = 1\n", "B = 2\n"])
    left(messages, "U A[c1,c2] R(c1) R(c2) A")


async def _twelve(learners: Learners) -> None:
    steps: list[Any] = [read("config.py")] * 12
    model, messages = model_of(*steps, say(_PORT)), Record()
    final = await run(learners, model, messages)
    asked(model, 13)
    results = [message for message in messages if message["role"] == "toolResult"]
    same("results", len(results), 12)
    said(final, _PORT)


async def _no_tools(learners: Learners) -> None:
    model, messages = model_of(say("Hello.")), Record()
    final = await run(learners, model, messages, "Hello?", tools=[])
    asked(model, 1)
    same("the request", model.calls[0], (SYSTEM, [user("Hello?")], []))
    left(messages, "U A")
    said(final, "Hello.")


async def _returns_the_last(learners: Learners) -> None:
    messages = Record()
    model = model_of(reply("I look.", call("read", {"path": "config.py"})), say(_PORT))
    final = await run(learners, model, messages)
    said(final, _PORT)
    same("what run_agent returned", final, messages[-1])


LOOPING = (
    Check(
        "A job that needs three files takes four model calls, and nobody cranks by hand.",
        _three_files,
    ),
    Check(
        "Every request is the whole list as it stood: two messages longer than the one before.",
        _whole_list,
    ),
    Check(
        "Everything that happened is in the list the caller passed in, and in no other.",
        _the_callers_list,
    ),
    Check(
        'A reply that holds a call gets its result and another turn, even when labelled "stop".',
        _labelled_stop,
    ),
    Check(
        "After a run, the same list takes another prompt and the strict model accepts it.",
        _another_prompt,
    ),
    Check(
        'A reply with no calls ends the run, even when it is labelled "toolUse" or "length".',
        _other_labels,
    ),
    Check(
        "One reply asks for two files: both results follow it, in call order, before the next turn.",
        _two_calls,
    ),
    Check(
        "The loop has no turn count of its own: twelve requests in a row get twelve results.",
        _twelve,
    ),
    Check(
        "With no tools and a plain answer, the run is one model call: what chat used to do.",
        _no_tools,
    ),
    Check(
        "run_agent returns the final assistant message, the one that asked for nothing more.",
        _returns_the_last,
    ),
)
"""The checks of lesson 3, in its order."""
