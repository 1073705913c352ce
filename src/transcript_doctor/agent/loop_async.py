"""The loop of `loop.py` for programs that wait: the same rules, and a legal list when it is cancelled."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Any

from transcript_doctor.agent.loop import Model, close, is_over
from transcript_doctor.agent.messages import (
    Call,
    Message,
    context_for_model,
    error_message,
    tool_calls,
    unanswered,
    user_message,
)
from transcript_doctor.agent.together import at_once
from transcript_doctor.agent.tools.running import run_tool_async
from transcript_doctor.agent.tools.tool import Tool, tool_specs


async def run_agent_async(
    model: Model,
    system: str,
    messages: list[Message],
    tools: Sequence[Tool],
    prompt: str,
    *,
    max_turns: int | None = None,
    parallel: bool = False,
) -> Message:
    """Do what `run_agent` does; model and tools may be async, and `acomplete` is asked where there is one.

    With `parallel` the calls of a reply run at once, and their results are appended in call order all the
    same. Cancelled at any await, it leaves each call with a result: its own where the tool was done, else
    one that says that there is none.
    """
    turn = 0
    ask = getattr(model, "acomplete", model.complete)
    messages.append(user_message(prompt))
    while True:
        turn += 1
        if is_over(turn, max_turns):
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
        else:
            reply = ask(system, context_for_model(messages), tool_specs(tools))
            if isinstance(reply, Awaitable):
                reply = await reply
        messages.append(reply)
        calls = tool_calls(reply)
        if reply["stop_reason"] == "error" or not calls:
            close(messages)
            return reply
        await _answer(messages, tools, calls, parallel)


async def _answer(
    messages: list[Message], tools: Sequence[Tool], calls: list[Call], parallel: bool
) -> None:
    results: list[Message | None] = [None] * len(calls)
    try:
        await _run_all(tools, calls, results, parallel=parallel)
    finally:
        messages += [
            result or unanswered(call) for call, result in zip(calls, results, strict=True)
        ]


async def _run_all(
    tools: Sequence[Tool], calls: Sequence[Call], results: list[Any], *, parallel: bool
) -> None:
    """Put the result of each call into its place, one after the other or at once."""

    async def run(at: int) -> None:
        results[at] = await run_tool_async(tools, calls[at])

    if not parallel:
        for at in range(len(calls)):
            await run(at)
        return
    await at_once(map(run, range(len(calls))))
