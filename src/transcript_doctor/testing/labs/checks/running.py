"""Running a learner's loop for a check: always against a strict model that cuts off a loop without end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from transcript_doctor.acts.show.shaping import shape
from transcript_doctor.testing.asking import Request
from transcript_doctor.testing.driving import drive
from transcript_doctor.testing.labs.checks.check import Learners, holds, same
from transcript_doctor.testing.model import ScriptedModel
from transcript_doctor.testing.repeating import forever
from transcript_doctor.testing.saying import Message, call, reply, say
from transcript_doctor.testing.steps import Step
from transcript_doctor.testing.workspace import Workspace

SYSTEM = "You are a careful debugger."
MAX_CALLS = 40
"""More than any check needs."""
MAX_MESSAGES = 200
FILES = {"config.py": "PORT = 9090\n", "a.py": "A = 1\n", "b.py": "B = 2\n"}
TRAIL = {
    "start.txt": "next: middle.txt\n",
    "middle.txt": "next: last.txt\n",
    "last.txt": "The port is 9090.\n",
}
"""Three files, each named inside the last."""


class Record(list[Message]):
    """The caller's list. A loop that goes round without end, even without a model call, runs into its end."""

    def append(self, message: Message) -> None:
        """Append a message; raises `AssertionError` where there are more than any run leaves."""
        holds(len(self) < MAX_MESSAGES, "the run does not stop: it appends message after message")
        super().append(message)


def model_of(*steps: Step) -> ScriptedModel:
    """Return a strict model with a script, asked so often at the most."""
    return ScriptedModel(list(steps), max_calls=MAX_CALLS)


def follower() -> Step:
    """Return a model that reads the trail, file by file, and says what the last one says."""

    def step(request: Request) -> Message:
        result = request.last_result
        if result is None:
            return read("start.txt")
        said = str(result["content"]).strip()
        return read(said.removeprefix("next: ")) if said.startswith("next: ") else say(said)

    return forever(step)


def read(*paths: str) -> Message:
    """Return a reply that reads files, one call each."""
    return reply(*(call("read", {"path": path}) for path in paths))


def part_of(learners: Learners, name: str) -> Any:
    """Return what a name of the learner's file means; raises `AssertionError` where it is missing."""
    holds(hasattr(learners, name), f"{name} is missing")
    return getattr(learners, name)


def read_tool(learners: Learners, workspace: Workspace | None = None) -> list[dict[str, Any]]:
    """Return the list that holds the learner's own `read` tool."""
    return [part_of(learners, "make_read_tool")(workspace or Workspace(FILES))]


async def run(
    learners: Learners,
    model: ScriptedModel,
    messages: list[Message],
    prompt: str = "Find the port.",
    tools: Iterable[dict[str, Any]] | None = None,
    **options: Any,
) -> Any:
    """Return what the learner's loop returns; with the `read` tool unless other tools are given."""
    run_agent = part_of(learners, "run_agent")
    given = read_tool(learners) if tools is None else list(tools)
    return await drive(run_agent(model, SYSTEM, messages, given, prompt, **options))


def left(messages: list[Message], expected: str) -> None:
    """Raise where a run left another record than expected."""
    same("the record after the run", shape(messages), expected)


def asked(model: ScriptedModel, times: int) -> None:
    """Raise where a model was asked more or less often than expected."""
    same("model calls", len(model.calls), times)


def sent(model: ScriptedModel, number: int, expected: str) -> None:
    """Raise where a request, by its number from 1, had another shape than expected."""
    holds(len(model.calls) >= number, f"there was no model call number {number}")
    same(f"request {number}", shape(model.calls[number - 1].messages), expected)


def said(final: Any, words: str) -> None:
    """Raise where what the loop returned is no assistant message that says these words."""
    holds(isinstance(final, dict), f"run_agent returned {final!r:.80}, and no message")
    texts = [part.get("text") for part in final.get("content") or () if isinstance(part, dict)]
    same("the words of the message that run_agent returned", texts, [words])
