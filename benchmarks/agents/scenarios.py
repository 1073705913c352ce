"""What happens to the agents: each scenario is what the model answers, and whether the user interrupts.

The model's answer follows from the request alone, so retries and dropped messages cannot lead it astray.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from benchmarks.agents.tools import BAD, HANG
from transcript_doctor.provider import broken, empty, malformed, server_error
from transcript_doctor.testing import Request, call, reply, say
from transcript_doctor.testing.asking import words_in

FIRST, NEXT, LAST = "Read the notes.", "Go on.", "Are you still there?"
"""What the user says: the task, the next prompt on the same history, and one more where that failed."""
DONE, FINE = "The notes say alpha.", "Fine."
_UNTIL = {"openai-chat": 4, "openai-responses": 10, "anthropic": 8, "gemini": 1}
"""Frames of a stream up to the middle of a call's arguments."""


class Scenario(NamedTuple):
    """One thing that goes wrong, or nothing."""

    key: str
    title: str
    steps: Callable[[str], list[Any]]
    """What the model answers to the task, turn by turn, in a wire format."""
    interrupts: bool = False
    streams: bool = False
    """Whether the trouble is one of streams, so that the agent is asked to stream."""


def _read(path: str) -> Any:
    return call("read", {"path": path})


def _said(*steps: Any) -> Callable[[str], list[Any]]:
    return lambda format: [*steps, say(DONE)]


def _cut(format: str) -> list[Any]:
    return [broken(reply("Let me see.", _read("a.txt")), _UNTIL[format], 500), say(DONE)]


SCENARIOS = [
    Scenario(
        "task",
        "two tools, one after the other, then two at once",
        _said(
            reply(_read("a.txt")),
            reply(call("size", {"path": "a.txt"})),
            reply(_read("b.txt"), call("size", {"path": "b.txt"})),
        ),
    ),
    Scenario(
        "interrupt",
        "the user interrupts while a tool runs",
        _said(reply("Let me see.", _read(HANG))),
        interrupts=True,
    ),
    Scenario(
        "partial",
        "the user interrupts the second of two calls",
        _said(reply(_read("a.txt"), _read(HANG))),
        interrupts=True,
    ),
    Scenario("raises", "a tool raises", _said(reply(_read(BAD)))),
    Scenario("one-raises", "one of two calls raises", _said(reply(_read("a.txt"), _read(BAD)))),
    Scenario("unknown", "an unknown tool is called", _said(reply(call("raed", {"path": "a.txt"})))),
    Scenario(
        "malformed",
        "the arguments are cut off (no JSON), in an answer in one piece",
        _said(malformed("read", '{"path": "a.t')),
    ),
    Scenario(
        "malformed, streamed",
        "the arguments are cut off (no JSON), in a stream",
        _said(malformed("read", '{"path": "a.t')),
        streams=True,
    ),
    Scenario("empty", "an empty reply after the result", _said(reply(_read("a.txt")), empty())),
    Scenario("cut", "a 500 in mid-stream, within a call", _cut, streams=True),
    Scenario("down", "a 500 after the result", _said(reply(_read("a.txt")), server_error())),
]


def policy(scenario: Scenario, format: str) -> Callable[[Request], Any]:
    """Return the step that answers every request of a scenario."""
    steps = scenario.steps(format)

    def answer(request: Request) -> Any:
        asked, turns = _heard(request.messages)
        return steps[min(turns, len(steps) - 1)] if asked == FIRST else say(FINE)

    return answer


def _heard(messages: list[dict[str, Any]]) -> tuple[str, int]:
    """Return which of our prompts came last, and how many turns of the model came after it."""
    asked, turns = FIRST, 0
    for message in messages:
        words = words_in(message.get("content"))
        found = [prompt for prompt in (FIRST, NEXT, LAST) if prompt in words]
        if message.get("role") == "user" and found:
            asked, turns = found[-1], 0
        turns += message.get("role") == "assistant"
    return asked, turns
