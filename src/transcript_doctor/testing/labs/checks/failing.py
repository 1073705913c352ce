"""The two checks of lesson 4: a call that fails is answered all the same, in its place."""

from __future__ import annotations

from transcript_doctor.testing.asking import Request
from transcript_doctor.testing.labs.checks.check import Check, Learners, same
from transcript_doctor.testing.labs.checks.running import (
    Record,
    asked,
    left,
    model_of,
    read,
    run,
    said,
)
from transcript_doctor.testing.saying import Message, call, reply, say


def _retry(request: Request) -> Message:
    result = request.last_result
    if result and result["is_error"] and "raed" in str(result["content"]):
        return read("config.py")
    return say("I cannot go on.")


async def _typo(learners: Learners) -> None:
    mistyped = reply(call("raed", {"path": "config.py"}))
    model, messages = model_of(mistyped, _retry, say("The port is 9090.")), Record()
    final = await run(learners, model, messages)
    left(messages, "U A[c1] R(c1) A[c2] R(c2) A")
    asked(model, 3)
    said(final, "The port is 9090.")


async def _second_of_three(learners: Learners) -> None:
    model, messages = (
        model_of(read("a.py", "gone.py", "b.py"), say("Two of three.")),
        Record(),
    )
    await run(learners, model, messages)
    left(messages, "U A[c1,c2,c3] R(c1) R(c2) R(c3) A")
    failed = [message["is_error"] for message in messages[2:5]]
    same("which results are errors", failed, [False, True, False])


FAILING = (
    Check(
        "The model mistypes a tool name, reads the error, retries with the right name: three model calls.",
        _typo,
    ),
    Check(
        "Three calls in one reply, the second fails: three results, in call order, only the second an "
        "error.",
        _second_of_three,
    ),
)
"""The checks of lesson 4, in its order."""
