"""The four checks of the first lab, in which the learner writes the fake model and the test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from transcript_doctor.acts.show.shaping import shape
from transcript_doctor.testing.driving import drive
from transcript_doctor.testing.faults import ScriptFault
from transcript_doctor.testing.labs.checks.check import Check, Lab, Learners, holds
from transcript_doctor.testing.labs.loading import loops
from transcript_doctor.testing.model import ScriptedModel
from transcript_doctor.testing.saying import Message

_SYSTEM, _PROMPT, _CONFIG = "You are a careful debugger.", "Find the port.", "PORT = 9090\n"
_MAX_CALLS = 12
_READ = {
    "name": "read",
    "description": "Read a text file and return its contents.",
    "parameters": {
        "type": "object",
        "required": ["path"],
        "properties": {"path": {"type": "string"}},
    },
    "execute": lambda arguments: _CONFIG,
}


class _Run(NamedTuple):
    model: ScriptedModel
    messages: list[Message]
    final: Message | None
    cut: ScriptFault | None
    """Why the run was cut off, if it was."""


async def _run(learners: Learners, name: str) -> _Run:
    """Return what one of the two loops makes of the learner's script."""
    steps = await drive(learners.script())
    model, messages = ScriptedModel(steps, max_calls=_MAX_CALLS), list[Message]()
    loop: Callable[..., Any] = getattr(loops(), name)
    try:
        final = await drive(loop(model, _SYSTEM, messages, [_READ], _PROMPT))
    except ScriptFault as cut:
        return _Run(model, messages, None, cut)
    return _Run(model, messages, final, None)


async def _complaint(learners: Learners, name: str) -> AssertionError | None:
    """Return what the learner's check raises about one of the two loops."""
    run = await _run(learners, name)
    try:
        await drive(learners.check(run.model, run.messages, run.final))
    except AssertionError as complaint:
        return complaint
    return None


async def _finishes(learners: Learners) -> None:
    steps = await drive(learners.script())
    holds(isinstance(steps, list), f"script() returns a list of steps, not {type(steps).__name__}")
    holds(steps, "script() is empty: write one step for each model call")
    run = await _run(learners, "reference")
    if run.cut is not None:
        left = shape(run.messages)
        raise AssertionError(f"the reference loop was cut off at {left!r}: {run.cut}")
    failed = (run.final or {}).get("error_message")
    holds(failed is None, f"the reference loop ended on a failed reply: {failed}")


async def _passes_reference(learners: Learners) -> None:
    complaint = await _complaint(learners, "reference")
    said = f"your check failed the loop that is right: {complaint}"
    holds(complaint is None, said)


async def _fails_buggy(learners: Learners) -> None:
    complaint = await _complaint(learners, "buggy")
    if complaint is None:
        ran = [shape((await _run(learners, name)).messages) for name in ("reference", "buggy")]
        raise AssertionError(
            "your check passed the loop that believes the label; on your script the reference loop "
            f"leaves {ran[0]!r}, and the buggy one {ran[1]!r}"
        )


async def _says_why(learners: Learners) -> None:
    complaint = await _complaint(learners, "buggy")
    holds(complaint is not None, "your check says nothing about the buggy loop: it passed it")
    said = "" if complaint is None else str(complaint).strip()
    holds(said, "your assert has no message: write assert <what holds>, <what is wrong if not>")


SCRIPT = Lab(
    "the script on which two loops part company",
    "my_test.py",
    (
        Check(
            "script() is a non-empty list of steps, and lesson 5's loop runs it to the end without "
            "the lab having to cut the run off.",
            _finishes,
        ),
        Check(
            "The loop that reads the reply's content is handed to your check, and your check says "
            "nothing is wrong.",
            _passes_reference,
        ),
        Check(
            "The loop that believes the reply's label is handed to your check, and your check fails it.",
            _fails_buggy,
        ),
        Check(
            "When your check fails, it says what the loop did and what it should have done, not just "
            "that something is false.",
            _says_why,
        ),
    ),
)
"""The first lab."""
