"""The desk without HTTP: where it judges, and what it lets go of."""

from __future__ import annotations

import asyncio
import math
import threading
from datetime import date
from typing import Any

import pytest

from tests.provider.asking import USER, VERSION, claude
from transcript_doctor.acts.strict import weigh
from transcript_doctor.provider.deciding import desk
from transcript_doctor.provider.deciding.desk import Desk
from transcript_doctor.provider.deciding.outcomes import Refusal, Reply
from transcript_doctor.provider.deciding.paths import asked_for
from transcript_doctor.provider.deciding.question import Question
from transcript_doctor.provider.record import Record
from transcript_doctor.provider.script.conversations import Script
from transcript_doctor.testing import call, fail, reply, say


def question(body: dict[str, Any], values: int = 10) -> Question:
    asked = asked_for("/v1/messages")
    assert asked is not None
    record = Record(1, "POST", "/v1/messages")
    record.values = values
    return Question(asked, body, 100, None, VERSION["anthropic-version"], record)


@pytest.mark.parametrize(("values", "here"), [(20_000, True), (20_001, False)])
def test_a_long_body_is_judged_where_nobody_waits_for_it(
    monkeypatch: pytest.MonkeyPatch, values: int, here: bool
) -> None:
    seen: list[bool] = []

    def weighing(*args: Any, **options: Any) -> Any:
        seen.append(threading.current_thread() is threading.main_thread())
        return weigh(*args, **options)

    monkeypatch.setattr(desk, "weigh", weighing)
    asyncio.run(Desk(Script(None), None).answer(question(claude(USER), values)))
    assert seen == [here]


def test_of_many_faults_of_a_script_the_newest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "_MOST_FAULTS", 3)
    counter = Desk(Script([say("x")], "server"), None)
    for _ in range(6):
        outcome = asyncio.run(counter.answer(question(claude(USER))))
    assert isinstance(outcome, Refusal)
    assert outcome.status == 410
    assert len(counter.faults) == 3


def test_a_thread_that_was_continued_in_vain_may_be_continued() -> None:
    counter = Desk(Script([say("x"), say("y")]), None)

    def asked(message: Any, **thread: str) -> Any:
        return asyncio.run(counter.answer(question(claude(message, thread=thread))))

    first = asked(USER, type="create")
    ident = first.wire.whole(first.answer)["id"]
    onward = {"type": "continue", "previous_message_id": ident}
    orphan = {"type": "tool_result", "tool_use_id": "toolu_9", "content": "1"}
    assert asked({"role": "user", "content": [orphan]}, **onward).status == 400
    assert isinstance(asked(USER, **onward), Reply)
    assert "already been continued" in asked(USER, **onward).sentence


@pytest.mark.parametrize(
    ("step", "stream", "kind"),
    [
        (fail("529 busy"), False, Refusal),
        (fail("529 busy"), True, Refusal),
        (fail("529 busy", "Half a"), False, Refusal),
        (fail("529 busy", "Half a"), True, Reply),
    ],
)
def test_a_failure_after_words_comes_in_mid_stream(
    step: dict[str, Any], stream: bool, kind: type[Any]
) -> None:
    asked = question(claude(USER, stream=stream))
    outcome = asyncio.run(Desk(Script([step]), None).answer(asked))
    assert type(outcome) is kind
    if isinstance(outcome, Refusal):
        assert (outcome.status, outcome.sentence) == (529, "busy")


@pytest.mark.parametrize("value", [date(2026, 1, 1), math.nan, b"x", object()])
def test_a_step_that_json_cannot_say_is_a_fault_of_the_script(value: Any) -> None:
    counter = Desk(Script([reply(call("f", {"when": value}))]), None)
    outcome = asyncio.run(counter.answer(question(claude(USER))))
    assert isinstance(outcome, Refusal)
    assert outcome.status == 410
    assert outcome.sentence.startswith("step 1 holds what JSON cannot say: ")
    assert len(counter.faults) == 1
