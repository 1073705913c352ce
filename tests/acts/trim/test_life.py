"""A long life: each request is within the budget, each message is counted once, and nothing is asked twice."""

from __future__ import annotations

import random
from collections import UserDict
from typing import Any

import pytest

from tests.acts.trim.scripts import TARGETS, made, script
from transcript_doctor import DoctorError, check
from transcript_doctor.acts.trim import Trim, Trimmer, estimate, trim
from transcript_doctor.acts.trim.shortening import Shortening


def life(length: int, format: str = "openai-chat") -> list[Any]:
    """A long history that begins with a system prompt and a task."""
    steps = script(random.Random(7), length, format)
    while len(made(format, steps).messages) < length * 0.9:
        steps += script(random.Random(len(steps)), length // 2, format)[1:]
    return made(format, steps).messages


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_without_slack_a_tool_loop_is_cut_as_a_trim_cuts_it(target: str) -> None:
    format, rng = TARGETS[target], random.Random(target)
    for _ in range(10):
        steps = script(rng, 40, format)
        steps = [step for i, step in enumerate(steps) if step[0] != "user" or i < 2]
        # What is said twice behind an exchange can be cut while the exchange is the newest, and stays later.
        steps = [s for i, s in enumerate(steps) if s[0] != "say" or steps[i - 1][0] != "say"]
        messages, budget = made(format, steps).messages, rng.randrange(40, 200)
        trimmer = Trimmer(max_tokens=budget, slack=0, format=format, target=target)
        for i, message in enumerate(messages):
            trimmer.add(message)
            now = trim(messages[: i + 1], max_tokens=budget, format=format, target=target)
            if _is_whole(now):
                assert trimmer.request() == now.messages


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_each_request_is_legal_and_within_the_budget_where_that_can_be(target: str) -> None:
    format, rng = TARGETS[target], random.Random(target)
    for slack in (0, 0.25, 0.6):
        messages = made(format, script(rng, 80, format)).messages
        budget = rng.randrange(80, 250)
        trimmer = Trimmer(max_tokens=budget, slack=slack, format=format, target=target)
        for i, message in enumerate(messages):
            trimmer.add(message)
            now = trim(messages[: i + 1], max_tokens=budget, format=format, target=target)
            if _is_whole(now):
                sent = trimmer.request()
                assert check(sent, format=format, target=target).ok
                assert trimmer.cost == sum(map(estimate, sent))
                assert (trimmer.cost <= budget) == now.met
                assert {id(m) for m in now.messages[:1]} <= {id(m) for m in sent}


def _is_whole(found: Trim) -> bool:
    """Tell whether all is well: no open call, and nothing that the target refuses anyhow."""
    return found.met and not found.report.findings


def test_each_message_is_counted_once() -> None:
    counted: list[int] = []

    def count(message: Any) -> int:
        counted.append(id(message))
        return 10

    messages = life(2000)
    trimmer = Trimmer(max_tokens=300, count=count)
    cuts = 0
    for message in messages:
        trimmer.add(message)
        before, sent = trimmer.last, trimmer.request()
        cuts += trimmer.last is not before
        assert len(sent) * 10 <= 300 or not trimmer.last or not trimmer.last.met
    assert len(counted) == len(messages)
    assert cuts < len(messages) / 4


def test_the_head_of_the_request_stays_between_cuts() -> None:
    trimmer = Trimmer(max_messages=20, slack=0.5)
    heads = set()
    for message in life(200):
        trimmer.add(message)
        heads.add(id(trimmer.request()[2]) if len(trimmer.request()) > 2 else 0)
    assert len(heads) < 40


def test_the_system_prompt_is_no_message_of_the_budget() -> None:
    messages = [
        {"role": "system", "content": "Be brief."},
        *({"role": "user", "content": str(n)} for n in range(9)),
    ]
    trimmer = Trimmer(messages, max_messages=4, slack=0)
    assert trimmer.request() == trim(messages, max_messages=4).messages
    assert trimmer.cost == 4
    assert len(trimmer.request()) == 5


def test_a_budget_that_cannot_be_met_is_not_tried_at_every_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = [
        {"id": f"c{k}", "type": "function", "function": {"name": "read", "arguments": "{}"}}
        for k in range(500)
    ]
    trimmer = Trimmer(max_tokens=50)
    trimmer.add(
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": None, "tool_calls": calls},
    )
    tried: list[int] = []
    run = Shortening.run
    monkeypatch.setattr(Shortening, "run", lambda self: tried.append(1) or run(self))
    for k in range(500):
        trimmer.add({"role": "tool", "tool_call_id": f"c{k}", "content": "ok"})
        assert len(trimmer.request()) == k + 3
    assert 5 < len(tried) < 60
    trimmer.add({"role": "assistant", "content": "Done."}, {"role": "user", "content": "More."})
    for n in range(200):
        trimmer.add({"role": "assistant", "content": f"{n}"})
        trimmer.request()
    assert trimmer.cost <= 50
    assert check(trimmer.request()).ok


def test_a_counter_of_lists_is_asked_about_lists() -> None:
    def count(messages: list[Any]) -> int:
        return 3 + 10 * len(messages)

    trimmer = Trimmer(max_tokens=103, count=count, slack=0)
    for message in life(60):
        trimmer.add(message)
        assert len(trimmer.request()) <= 10 or not trimmer.last.met  # type: ignore[union-attr]
    assert trimmer.cost == count(trimmer.request())


def exchange(n: int, ident: str = "") -> list[Any]:
    ident = ident or f"call_{n}"
    function = {"name": "read", "arguments": "{}"}
    row = {"id": ident, "type": "function", "function": function}
    turn = {"role": "assistant", "content": None, "tool_calls": [row]}
    return [turn, {"role": "tool", "tool_call_id": ident, "content": "word " * 10}]


def of_the_model(message: Any) -> bool:
    return message.get("role") == "assistant"


def of_the_tools(message: Any) -> bool:
    return message.get("role") == "tool"


@pytest.mark.parametrize("keep", [of_the_model, of_the_tools], ids=lambda keep: keep.__name__)
@pytest.mark.parametrize("ident", ["", "call_0"], ids=["fresh ids", "one id"])
@pytest.mark.parametrize("slack", [0.25, 0])
def test_what_stays_for_good_and_outgrows_the_budget_costs_no_more_than_its_length(
    keep: Any, ident: str, slack: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was looked at in all cuts is a few times the history, twice as long or not."""
    looked: list[int] = []
    run = Shortening.run

    def told(self: Shortening) -> Trim:
        looked.append(len(self._messages))
        return run(self)

    monkeypatch.setattr(Shortening, "run", told)
    sums = []
    for length in (400, 800):
        looked.clear()
        trimmer = Trimmer(
            [{"role": "user", "content": "Go."}], max_tokens=1000, keep=keep, slack=slack
        )
        for n in range(length):
            trimmer.add(*exchange(n, ident))
            trimmer.request()
        assert not trimmer.met
        assert len(trimmer.request()) == 2 * length + 1
        sums.append(sum(looked))
    assert sums[1] < 2.5 * sums[0]
    assert sums[1] < 30 * 1601


def test_words_that_nobody_answers_are_not_tried_at_each_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[int] = []
    run = Shortening.run
    monkeypatch.setattr(Shortening, "run", lambda self: tried.append(1) or run(self))
    trimmer = Trimmer(max_messages=3, target="anthropic")
    for n in range(400):
        trimmer.add({"role": "user", "content": f"{n}?"})
        assert len(trimmer.request()) == n + 1
    assert len(tried) < 60
    assert not trimmer.met


def test_an_unmet_budget_is_told_though_nothing_could_be_cut() -> None:
    trimmer = Trimmer([{"role": "user", "content": "Go."}], max_tokens=100)
    assert trimmer.met
    turn, answer = exchange(1)
    trimmer.add(turn, {**answer, "content": "word " * 4000})
    assert len(trimmer.request()) == 3
    assert (trimmer.last, trimmer.met) == (None, False)
    trimmer.add({"role": "assistant", "content": "Hm."}, {"role": "user", "content": "And?"})
    trimmer.add({"role": "assistant", "content": "So."})
    assert [message["content"] for message in trimmer.request()] == ["Go.", "Hm.", "And?", "So."]
    assert trimmer.met


@pytest.mark.parametrize("wrong", [None, 5, 2.5, True, "text", b"bytes", exchange(1), ()])
def test_what_can_be_no_message_is_not_taken(wrong: Any) -> None:
    trimmer = Trimmer([{"role": "user", "content": "Go."}], max_tokens=50)
    with pytest.raises(
        DoctorError, match=r"add takes messages, one by one: add\(\*messages\), not"
    ):
        trimmer.add({"role": "assistant", "content": "Yes."}, wrong)
    assert len(trimmer.request()) == 1


@pytest.mark.parametrize("wrong", [{"model": "m", "messages": []}, "text", b"x", 5, None])
def test_what_is_no_list_of_messages_is_not_taken(wrong: Any) -> None:
    with pytest.raises(DoctorError, match="messages takes a list of them, not"):
        Trimmer(wrong, max_tokens=50)


def test_texts_and_objects_that_are_messages_are_taken() -> None:
    assert Trimmer(["Go."], max_tokens=50, format="gemini").request() == ["Go."]
    assert len(Trimmer([UserDict(role="user", content="Go.")], max_tokens=50).request()) == 1


@pytest.mark.parametrize(
    "wrong",
    [{}, {"max_tokens": 1, "max_messages": 1}, {"max_tokens": -1}, {"max_messages": 5, "slack": 1},
     {"max_messages": 5, "slack": "x"}, {"max_messages": 5, "slack": float("nan")},
     {"max_messages": 5, "keep": [1]}, {"max_tokens": 5, "count": 7}],
)  # fmt: skip
def test_wrong_options_raise_at_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(DoctorError):
        Trimmer(**wrong)
