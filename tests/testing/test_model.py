"""The scripted model: what it takes and refuses, what it keeps, what it costs, and when it complains."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.acts.lab_messages import history
from transcript_doctor.acts.strict import judge
from transcript_doctor.core.errors import BadOption, DoctorError, UnknownTarget
from transcript_doctor.testing import (
    BadStep,
    Request,
    ScriptedModel,
    ScriptEnded,
    StepsLeft,
    TooManyCalls,
    call,
    fail,
    forever,
    reply,
    say,
    shape,
    text,
    tool_result,
    user,
    validate,
)
from transcript_doctor.testing.asking import snapshot
from transcript_doctor.testing.saying import label_of, words_of_failure

SYSTEM = "You are a careful debugger."
READ = call("read", {"path": "config.py"})
SICK = history("U A[c1] U")
REFUSED = "400 invalid_request: messages[1]: toolCall c1 has no toolResult"
SPECS = [{"name": "read", "description": "Read a file.", "parameters": {"type": "object"}}]


def test_a_refusal_is_an_answer_that_uses_up_no_step_and_costs_nothing() -> None:
    model = ScriptedModel([say("x")])
    assert model.complete(SYSTEM, SICK, SPECS) == fail(REFUSED)
    assert model.complete(SYSTEM, SICK, SPECS) == fail(REFUSED)
    assert model.bill == 0
    assert model.complete(SYSTEM, history("U"), SPECS) == say("x")
    assert model.bill > 0
    assert [shape(request.messages) for request in model.calls] == ["U A[c1] U"] * 2 + ["U"]


@pytest.mark.parametrize(
    ("messages", "says"),
    [
        (history("U A(empty)"), "messages[1]: assistant message has empty content"),
        (history("U R(c1)"), "messages[1]: toolResult c1 has no toolCall before it"),
        (history("U A[c1] R(c1) R(c1)"), "messages[3]: toolResult c1 must directly follow its assistant message, in call order"),
        (None, "a history is a list of messages, not NoneType"),
        ([user("x"), 5], "messages[1]: a message is a dict, not int"),
        ([{"content": "x"}], "messages[0]: a message needs 'role'"),
    ],
)  # fmt: skip
def test_what_is_refused_and_in_which_words(messages: Any, says: str) -> None:
    answer = ScriptedModel([]).complete(SYSTEM, messages, [])
    assert answer == fail(f"400 invalid_request: {says}")


@pytest.mark.parametrize("shape_", ["", "U U A", "U A", "U A[c1] R(c1)", "A", "U A[c1] R(c1) A[c1] R(c1)"])  # fmt: skip
def test_what_is_taken(shape_: str) -> None:
    assert ScriptedModel([say("x")]).complete(SYSTEM, history(shape_), []) == say("x")


MARKS = [
    "U",
    "A",
    "A(error)",
    "A(empty)",
    "A[c1]",
    "A[c1,c2]",
    "A[c2,c1]",
    "R(c1)",
    "R(c2)",
    "R(c3)",
]


def agree(messages: list[dict[str, Any]]) -> None:
    rejection = judge(messages, target="lab", format="pi")
    complaints = validate(messages)
    answer = ScriptedModel([say("x")]).complete(SYSTEM, messages, [])
    assert (rejection is None) == (complaints == []) == (answer == say("x")), messages
    if rejection is not None:
        assert (rejection.status, rejection.sentence) == (400, complaints[0])
        assert answer["error_message"] == f"400 invalid_request: {complaints[0]}"


def test_the_model_and_the_judge_agree_on_every_small_history() -> None:
    for length in range(4):
        for marks in itertools.product(MARKS, repeat=length):
            agree(history(" ".join(marks)))


@given(st.lists(st.sampled_from(MARKS), max_size=12).map(" ".join))
def test_the_model_and_the_judge_agree_on_any_history(shape_: str) -> None:
    agree(history(shape_))


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("anthropic", "400 invalid_request: messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: c1."),
        ("openai", "400 invalid_request: An assistant message with 'tool_calls' must be followed by tool messages"),
        ("gemini", "400 invalid_request: Please ensure that the number of function response parts"),
        ("bedrock", "400 invalid_request: Expected toolResult blocks"),
    ],
)  # fmt: skip
def test_other_targets_refuse_in_their_own_words(target: str, says: str) -> None:
    model = ScriptedModel([say("x")], target=target)
    assert model.complete(SYSTEM, SICK, SPECS)["error_message"].startswith(says)
    assert model.complete(SYSTEM, history("U"), SPECS) == say("x")
    with pytest.raises(UnknownTarget):
        ScriptedModel([], target=f"{target}-of-mine")


def test_a_target_may_refuse_what_the_lab_takes() -> None:
    messages = history("U A[c1] R(c1) U")
    assert ScriptedModel([say("x")]).complete(SYSTEM, messages, []) == say("x")
    refused = ScriptedModel([say("x")], target="mistral").complete(SYSTEM, messages, [])
    assert refused["stop_reason"] == "error"


def test_what_is_kept_is_what_was_sent_then() -> None:
    model = ScriptedModel([reply(READ), say("x")])
    messages, tools = [user("Find the port.")], [{**SPECS[0], "parameters": {"type": "object"}}]
    answer = model.complete(SYSTEM, messages, tools)
    messages.append(answer)
    messages.append(tool_result(answer["content"][0], "PORT = 9090"))
    model.complete(SYSTEM, messages, tools)
    messages[0]["content"] = "edited"
    answer["content"][0]["arguments"]["path"] = "edited"
    tools[0]["parameters"]["type"] = "edited"
    del messages[1:]
    assert [shape(request.messages) for request in model.calls] == ["U", "U A[c1] R(c1)"]
    assert "edited" not in str(model.calls)
    assert model.calls[0].tools == SPECS
    assert model.calls[0].system == SYSTEM


def test_a_step_that_edits_its_request_edits_nobodys_list() -> None:
    def careless(request: Request) -> dict[str, Any]:
        request.messages[0]["content"] = "edited"
        request.messages.clear()
        return say("x")

    messages = [user("Find the port.")]
    ScriptedModel([careless]).complete(SYSTEM, messages, [])
    assert messages == [user("Find the port.")]


def test_a_message_of_an_sdk_is_read_as_what_it_holds() -> None:
    class Mine:
        def model_dump(self, **_: Any) -> dict[str, Any]:
            return user("Hi.")

    model = ScriptedModel([say("x")])
    model.complete(SYSTEM, [Mine()], ())
    assert model.calls[0] == (SYSTEM, [user("Hi.")], [])


def test_a_message_that_is_deep_or_in_two_places_is_kept_too() -> None:
    deep: dict[str, Any] = {}
    for _ in range(5000):
        deep = {"in": deep}
    message = {**user("Hi."), "details": deep}
    model = ScriptedModel([say("x")])
    model.complete(SYSTEM, [message, message], [])
    kept = model.calls[0].messages
    assert kept[0]["content"] == "Hi."
    assert kept[0] is not message
    assert kept[0]["details"] is not deep


def test_the_bill_is_paid_for_all_that_is_sent() -> None:
    def paid(system: str, shape_: str, tools: list[Any]) -> int:
        model = ScriptedModel([say("x")])
        model.complete(system, history(shape_), tools)
        return model.bill

    plain = paid("", "U", [])
    assert plain > 0
    assert paid(SYSTEM, "U", []) > plain
    assert paid("", "U", SPECS) > plain
    assert paid("", "U A", []) > plain
    model = ScriptedModel([forever(say("x"))])
    for _ in range(3):
        model.complete("", history("U"), [])
    assert model.bill == 3 * plain


def test_one_call_too_many_raises_refused_ones_included() -> None:
    model = ScriptedModel([forever(say("x"))], max_calls=2)
    model.complete(SYSTEM, SICK, [])
    model.complete(SYSTEM, [], [])
    with pytest.raises(TooManyCalls, match=r"more than max_calls=2 .* does not stop"):
        model.complete(SYSTEM, [], [])
    assert len(model.calls) == 2
    with pytest.raises(TooManyCalls):
        ScriptedModel([say("x")], max_calls=0).complete(SYSTEM, [], [])


@pytest.mark.parametrize("wrong", [-1, True, "3", 2.0])
def test_a_number_of_calls_is_a_number(wrong: Any) -> None:
    with pytest.raises(BadOption, match="max_calls"):
        ScriptedModel([], max_calls=wrong)


def test_what_a_script_raises_is_a_failed_test_and_an_error_of_this_package() -> None:
    with pytest.raises(ScriptEnded) as fault:
        ScriptedModel([]).complete(SYSTEM, [], [])
    assert isinstance(fault.value, AssertionError)
    assert isinstance(fault.value, DoctorError)


def test_steps_left_over_are_nobodys_business_outside_of_a_with() -> None:
    ScriptedModel([say("x"), say("y")]).complete(SYSTEM, [], [])
    with pytest.raises(StepsLeft, match="1 of 2"), ScriptedModel([say("x"), say("y")]) as model:
        model.complete(SYSTEM, [], [])
    with ScriptedModel([say("x")]) as model:
        model.complete(SYSTEM, [], [])


def test_a_test_that_failed_already_is_not_failed_again() -> None:
    with pytest.raises(ZeroDivisionError), ScriptedModel([say("x")]):
        raise ZeroDivisionError


def test_a_fault_that_the_loop_swallowed_comes_up_in_the_end() -> None:
    def deaf(model: ScriptedModel) -> None:
        for _ in range(2):  # too many calls come of the first
            with contextlib.suppress(Exception):
                model.complete(SYSTEM, [], [])

    with pytest.raises(ScriptEnded), ScriptedModel([], max_calls=1) as model:
        deaf(model)


def test_what_was_refused_is_overlooked_until_somebody_looks() -> None:
    model = ScriptedModel([])
    for times in (1, 2):
        model.complete(SYSTEM, SICK, [])
        assert model.overlooked == times
    assert len(model.refused) == 2
    assert model.overlooked == 0
    model.complete(SYSTEM, SICK, [])
    assert model.overlooked == 1


def test_a_snapshot_shares_nothing_with_itself_either() -> None:
    part = {"type": "text", "text": "twice", "more": [1]}
    first, second = snapshot([part, part])
    assert first == second == part
    assert first is not second
    assert first["more"] is not second["more"]


@pytest.mark.parametrize(
    ("message", "label"),
    [
        ({"stop_reason": "length", "content": []}, "length"),
        ({"stopReason": "error", "content": [READ]}, "error"),
        ({"stop_reason": "", "content": [READ]}, "toolUse"),
        ({"stop_reason": None, "content": [text("x"), "odd"]}, "stop"),
        ({"content": "words"}, "stop"),
        ({}, "stop"),
    ],
)
def test_the_label_of_a_message(message: dict[str, Any], label: str) -> None:
    assert label_of(message) == label


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (fail("503 overloaded"), "503 overloaded"),
        ({"stopReason": "aborted", "errorMessage": "by hand"}, "by hand"),
        ({"stop_reason": "error"}, ""),
        ({"stop_reason": "stop", "error_message": "a leftover"}, None),
    ],
)
def test_why_a_message_failed(message: dict[str, Any], why: str | None) -> None:
    assert words_of_failure(message) == why


def test_the_async_twin_does_the_same() -> None:
    async def later(request: Request) -> dict[str, Any]:
        await asyncio.sleep(0)
        return reply(READ)

    async def run() -> ScriptedModel:
        model = ScriptedModel([later, say("x")], max_calls=4)
        assert await model.acomplete(SYSTEM, SICK, []) == fail(REFUSED)
        assert shape([await model.acomplete(SYSTEM, history("U"), [])]) == "A[c1]"
        assert await model.acomplete(SYSTEM, history("U"), []) == say("x")
        with pytest.raises(ScriptEnded):
            await model.acomplete(SYSTEM, history("U"), [])
        with pytest.raises(TooManyCalls):
            await model.acomplete(SYSTEM, history("U"), [])
        return model

    model = asyncio.run(run())
    assert len(model.calls) == 4
    assert model.bill > 0


def test_an_async_step_under_a_sync_loop_runs() -> None:
    async def later(request: Request) -> dict[str, Any]:
        await asyncio.sleep(0)
        return say("x")

    assert ScriptedModel([later]).complete(SYSTEM, [], []) == say("x")

    async def within() -> None:
        ScriptedModel([later]).complete(SYSTEM, [], [])

    with pytest.raises(BadStep, match="acomplete"):
        asyncio.run(within())
