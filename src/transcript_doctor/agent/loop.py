"""The plain loop: a prompt, a model, tools, and the caller's own list, which is the product of a run.

A run ends in three ways: the model asks for nothing more, its reply failed, or its turns are used up.
What a reply holds decides, never its label. Whatever happens, each call on the list has its one result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from transcript_doctor.agent.messages import (
    Message,
    context_for_model,
    error_message,
    tool_calls,
    unanswered,
    user_message,
)
from transcript_doctor.agent.tools.running import run_tool
from transcript_doctor.agent.tools.tool import Tool, tool_specs


class Model(Protocol):
    """Whatever answers a request: it keeps nothing between calls."""

    def complete(self, system: str, messages: list[Message], tools: list[dict[str, Any]]) -> Any:
        """Return the assistant's message; in the async loop, or an awaitable of it."""


def run_agent(
    model: Model,
    system: str,
    messages: list[Message],
    tools: Sequence[Tool],
    prompt: str,
    *,
    max_turns: int | None = None,
) -> Message:
    """Append a prompt and all that follows from it to `messages`; return the assistant's last message.

    `max_turns` is how often the model is asked in this run. A failed reply is on the list and ends the run.
    """
    messages.append(user_message(prompt))
    try:
        return _turns(model, system, messages, tools, max_turns)
    finally:
        close(messages)


def _turns(
    model: Model,
    system: str,
    messages: list[Message],
    tools: Sequence[Tool],
    max_turns: int | None,
) -> Message:
    turn = 0
    while True:
        turn += 1
        if is_over(turn, max_turns):
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
        else:
            reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        if reply["stop_reason"] == "error" or not calls:
            return reply
        for call in calls:
            messages.append(run_tool(tools, call))  # noqa: PERF401 - Ctrl-C must find what was done


def close(messages: list[Message]) -> None:
    """Append results that say that there is none, for calls of the last reply that are still open.

    That is where a program was ended between call and result, or a reply failed that had begun to call.
    """
    at = len(messages)
    while at and messages[at - 1]["role"] == "toolResult":
        at -= 1
    if at and messages[at - 1]["role"] == "assistant":
        messages += map(unanswered, tool_calls(messages[at - 1])[len(messages) - at :])


def is_over(turn: int, max_turns: int | None) -> bool:
    """Tell whether a turn is one too many."""
    return max_turns is not None and turn > max_turns
