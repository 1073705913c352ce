"""The ten checks of lesson 5: a run that is cut off, a provider that fails, and the view of the record."""

from __future__ import annotations

from copy import deepcopy

from transcript_doctor.acts.lab import validate
from transcript_doctor.testing.labs.checks.check import Check, Learners, holds, same
from transcript_doctor.testing.labs.checks.running import (
    Record,
    asked,
    left,
    model_of,
    part_of,
    read,
    run,
    said,
    sent,
)
from transcript_doctor.testing.repeating import stuck
from transcript_doctor.testing.saying import call, fail, reply, say, tool_result, user
from transcript_doctor.testing.steps import Forever

_PORT, _DOWN = "The port is 9090.", "503 overloaded"


def _stuck() -> Forever:
    return stuck(call("read", {"path": "gone.py"}))


async def _error_message(learners: Learners) -> None:
    expected = {"role": "assistant", "content": [], "stop_reason": "error", "error_message": "why"}
    same('error_message("why")', part_of(learners, "error_message")("why"), expected)


async def _one_turn(learners: Learners) -> None:
    model, messages = model_of(_stuck()), Record()
    final = await run(learners, model, messages, max_turns=1)
    asked(model, 1)
    left(messages, "U A[c1] R(c1) A(error)")
    same("why it stopped", final.get("error_message"), "Agent stopped after max_turns=1")


async def _three_turns(learners: Learners) -> None:
    model, messages = model_of(_stuck()), Record()
    for number in (1, 2):
        final = await run(learners, model, messages, max_turns=3)
        same(f"model calls after run {number}", len(model.calls), 3 * number)
        same("why it stopped", final.get("error_message"), "Agent stopped after max_turns=3")


async def _no_limit(learners: Learners) -> None:
    for limit in (None, 20):
        model, messages = model_of(*[read("config.py")] * 12, say(_PORT)), Record()
        final = await run(learners, model, messages, max_turns=limit)
        same(f"model calls with max_turns={limit}", len(model.calls), 13)
        said(final, _PORT)


async def _fresh_view(learners: Learners) -> None:
    model, messages = model_of(read("config.py"), say(_PORT)), Record()
    await run(learners, model, messages)
    sent(model, 2, "U A[c1] R(c1)")
    same("the result in it", model.calls[1].messages[2]["content"], "PORT = 9090\n")


async def _outage(learners: Learners) -> None:
    model, messages = model_of(fail(_DOWN), say("Too late.")), Record()
    final = await run(learners, model, messages)
    left(messages, "U A(error)")
    same("what run_agent returned", final, fail(_DOWN))
    asked(model, 1)


async def _try_again(learners: Learners) -> None:
    model, messages = model_of(fail(_DOWN), say(_PORT)), Record()
    await run(learners, model, messages)
    final = await run(learners, model, messages, "try again")
    said(final, _PORT)
    left(messages, "U A(error) U A")
    sent(model, 2, "U U")


async def _half_a_reply(learners: Learners) -> None:
    half = fail("connection lost", "The port is")
    model, messages = model_of(half, say(_PORT)), Record()
    await run(learners, model, messages)
    await run(learners, model, messages, "Go on.")
    sent(model, 2, "U A(error) U")
    same("the reply that failed half-way", model.calls[1].messages[1], half)


async def _view(learners: Learners) -> None:
    asking = call("read", {"path": "config.py"}, id="c1")
    kept = [
        user("Find the port."),
        fail("connection lost", "The port"),
        reply(asking),
        tool_result(asking, "File not found", is_error=True),
        {"role": "assistant", "content": [], "stop_reason": "stop"},
        user(""),
        say(_PORT),
    ]
    record = [*kept[:2], fail(_DOWN), *kept[2:], fail(_DOWN)]
    before = deepcopy(record)
    view = part_of(learners, "context_for_model")(record)
    same("what context_for_model keeps", view, kept)
    holds(view is not record, "context_for_model returned the record itself: make a new list")
    same("the record after context_for_model", record, before)


async def _recovers(learners: Learners) -> None:
    model, messages = model_of(*[read("gone.py")] * 2, say(_PORT)), Record()
    await run(learners, model, messages, max_turns=2)
    same("what a strict provider says of the record", validate(messages, record=True), [])
    final = await run(learners, model, messages, "Well?", max_turns=2)
    sent(model, 3, "U A[c1] R(c1) A[c2] R(c2) U")
    said(final, _PORT)


STOPPING = (
    Check(
        'error_message(text) is an assistant message with no content, stop_reason "error", and the text '
        "in error_message.",
        _error_message,
    ),
    Check(
        "max_turns=1 against a stuck model: one model call, its tool call answered, then an in-band stop.",
        _one_turn,
    ),
    Check(
        "max_turns=3 allows exactly three model calls, in every run, however long the list already is.",
        _three_turns,
    ),
    Check(
        "max_turns=None means no limit: twelve requests in a row are all served, and a limit of 20 "
        "changes nothing.",
        _no_limit,
    ),
    Check(
        "The view is worked out again for every model call: the model sees the result of the tool it "
        "just asked for.",
        _fresh_view,
    ),
    Check(
        "The provider answers 503: the failed reply goes on the record and the run ends without raising.",
        _outage,
    ),
    Check(
        'After a 503 the user says "try again": the failed message stays on the record and is not sent.',
        _try_again,
    ),
    Check(
        "A reply that failed after producing text is sent back to the model like any other message.",
        _half_a_reply,
    ),
    Check(
        "context_for_model drops assistant messages that failed and are empty, keeps the rest, and never "
        "edits the record.",
        _view,
    ),
    Check(
        "A run stopped by max_turns leaves a list the next prompt is accepted on, and the model recovers.",
        _recovers,
    ),
)
"""The checks of lesson 5, in its order."""
