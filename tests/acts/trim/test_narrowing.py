"""A long list is trimmed by its front and its end alone: the outcome is that of the whole list."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.acts.trim.scripts import TARGETS, Step, made, script
from transcript_doctor.acts.check import check
from transcript_doctor.acts.trim import Trim, narrowing, trim
from transcript_doctor.acts.trim.asking import taken
from transcript_doctor.acts.trim.estimating import estimate
from transcript_doctor.acts.trim.narrowing import Narrowing
from transcript_doctor.acts.trim.shortening import Shortening

CHAT = {"target": "openai", "format": "openai-chat"}


def weight(message: Any) -> int:
    return 1 + len(str(message)) % 7


def as_a_whole(messages: list[Any], how: dict[str, Any], **asked: Any) -> Trim:
    """The trim of the whole list."""
    options = {
        "max_tokens": None,
        "max_messages": None,
        "count": estimate,
        "keep": (),
        "task": True,
    }
    asking = taken(**{**options, "question": True, "summarise": None, **asked})
    return Shortening(messages, asking, {"context": None, "as_": None, **how}).run()


def same(one: Trim, other: Trim) -> None:
    for field in ("messages", "cut"):
        pairs = zip(getattr(one, field), getattr(other, field), strict=True)
        assert all(a is b for a, b in pairs), field
    for field in ("came_from", "cost", "least_cost", "met", "losses", "summary"):
        assert getattr(one, field) == getattr(other, field), field
    assert one.report.findings == other.report.findings


@pytest.fixture
def narrows(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Let short lists be narrowed too, and write down whether they were."""
    monkeypatch.setattr(narrowing, "_LEAST", 8)
    monkeypatch.setattr(narrowing, "_AROUND", 6)
    done: list[bool] = []
    rows = Narrowing.rows

    def told(self: Narrowing) -> list[int] | None:
        found = rows(self)
        done.append(found is not None)
        return found

    monkeypatch.setattr(Narrowing, "rows", told)
    return done


def rounds(rng: random.Random) -> list[Step]:
    """A script that every target takes: a user asks, tools are called a few times, the model answers."""
    steps: list[Step] = []
    for _ in range(rng.randrange(6, 16)):
        calls = [("calls", rng.choice((1, 1, 2, 3))) for _ in range(rng.randrange(4))]
        steps += [("user", 0), *calls, ("say", 0)]
    return steps[: -rng.randrange(1, 3)]


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_it_ends_as_with_the_whole_list(target: str, narrows: list[bool]) -> None:
    rng = random.Random(f"narrow {target}")
    how = {"target": target, "format": TARGETS[target]}
    for number in range(24):
        odd = number % 4 == 0
        steps = script(rng, rng.randrange(20, 70), TARGETS[target]) if odd else rounds(rng)
        messages = made(TARGETS[target], steps).messages
        if rng.random() < 0.2:
            del messages[rng.randrange(1, len(messages))]
        if target == "openai-responses":  # there a result may stand anywhere behind its call
            for _ in range(number % 3):
                put_later(messages, rng)
        whole = sum(map(weight, messages))
        for budget in (rng.randrange(whole // 4, whole // 2), rng.randrange(whole)):
            options = {"task": rng.random() < 0.8, "question": rng.random() < 0.8}
            given = {"max_tokens": budget, "count": weight, **options}
            same(trim(messages, **given, **how), as_a_whole(messages, how, **given))
        by = {"max_messages": rng.randrange(2, len(messages))}
        same(trim(messages, **by, **how), as_a_whole(messages, how, **by))
    assert (sum(narrows) > 10) is (target != "openai-responses")


def put_later(items: list[Any], rng: random.Random) -> None:
    """Put a result behind some of what follows it."""
    outputs = [i for i, item in enumerate(items) if item.get("type") == "function_call_output"]
    if outputs:
        at = rng.choice(outputs)
        item = items.pop(at)
        items.insert(rng.randrange(at, len(items) + 1), item)


def test_a_long_tool_loop_of_one_question_is_narrowed_too(narrows: list[bool]) -> None:
    steps = [("system", 0), ("user", 0), ("say", 0), ("user", 0), *[("calls", 2)] * 40]
    for target in ("openai", "anthropic"):
        how = {"target": target, "format": TARGETS[target]}
        loop = made(how["format"], steps[1 if target == "anthropic" else 0 :]).messages
        found = trim(loop, max_messages=20, **how)
        same(found, as_a_whole(loop, how, max_messages=20))
        assert loop[2 if target == "anthropic" else 3] in found.messages
    assert narrows == [True, True]


CALL = {"role": "assistant", "content": None, "tool_calls": [
    {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}  # fmt: skip
RESULT = {"role": "tool", "tool_call_id": "a", "content": "1"}


def turns(count: int) -> list[Any]:
    return made("openai-chat", [("user", 0), ("say", 0)] * count).messages


@pytest.mark.parametrize(
    "messages",
    [
        [*turns(20), CALL, *turns(10)],  # sick
        made("openai-chat", [("user", 0), ("calls", 90)]).messages,  # no border near the budget
        [{"role": "system", "content": "x"}] * 90,
        made("openai-chat", [("user", 0)] * 60).messages,
        [*[{"role": "system", "content": f"{n}"} for n in range(10)], *turns(30)],
    ],
    ids=["sick", "one exchange", "system", "user", "long head"],
)
def test_in_any_doubt_the_whole_list_is_read(messages: list[Any], narrows: list[bool]) -> None:
    for budget in (10, 25):
        found = trim(messages, max_messages=budget, **CHAT)
        same(found, as_a_whole(messages, CHAT, max_messages=budget))
    assert not any(narrows)


def test_a_result_that_stands_far_from_its_call_is_not_parted_from_it(narrows: list[bool]) -> None:
    """A target may take a result anywhere: then what is sound may still be one exchange."""
    messages = [*turns(10), CALL, *turns(20), RESULT, *turns(2)]
    lax = {"target": "course", "format": "openai-chat"}
    found = trim(messages, max_messages=9, **lax)
    same(found, as_a_whole(messages, lax, max_messages=9))
    assert (CALL in found.messages) == (RESULT in found.messages)


def test_bound_thinking_calls_for_the_whole_list(narrows: list[bool]) -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "ZXhhbXBsZS1zaWduYXR1cmU="}
    messages: list[Any] = []
    for n in range(30):
        messages.append({"role": "user", "content": f"{n}?"})
        said = {"type": "text", "text": f"{n}."}
        messages.append({"role": "assistant", "content": [thought, said]})
    how = {"target": "anthropic", "format": "anthropic",
           "context": {"model": "claude-opus-5-5", "thinking": "adaptive"}}  # fmt: skip
    found = trim(messages, max_messages=11, **how)
    whole = as_a_whole(messages, how, max_messages=11)
    assert found.messages == whole.messages
    assert (found.came_from, found.losses) == (whole.came_from, whole.losses)
    assert [loss.index for loss in found.losses] == [51, 53, 55, 57, 59]
    assert narrows == [True]


def test_facts_on_single_messages_call_for_the_whole_list(narrows: list[bool]) -> None:
    how = {**CHAT, "context": {"turn_models": ["gpt-5"] * 80}}
    trim(turns(40), max_messages=11, **how)
    trim(turns(40), max_messages=11, keep=[3], **CHAT)
    trim(turns(40), max_messages=11, keep=lambda message: False, **CHAT)
    trim(turns(40), max_messages=11, summarise=lambda cut: "So far.", **CHAT)
    trim({"messages": turns(40)}, max_messages=11, **CHAT)
    assert narrows == []


def test_what_matters_of_a_long_list_is_little() -> None:
    messages = turns(5_000)
    asking = taken(1_000, None, estimate, (), True, True, None)
    rows = Narrowing(messages, check(messages, **CHAT), asking).rows()
    assert rows is not None
    assert len(rows) < 200
    counted: list[int] = []
    trim(messages, max_tokens=1_000, count=lambda m: counted.append(id(m)) or estimate(m), **CHAT)
    assert len(counted) == len(set(counted)) < 200


def test_first_words_that_go_on_behind_what_was_read_are_read_as_a_whole(
    narrows: list[bool],
) -> None:
    how = {"target": "anthropic", "format": "anthropic"}
    messages = made("anthropic", [*[("user", 0)] * 9, *[("say", 0), ("user", 0)] * 20]).messages
    found = trim(messages, max_messages=14, **how)
    same(found, as_a_whole(messages, how, max_messages=14))
    assert found.came_from[:9] == tuple(range(9))
    assert narrows == [False]


def test_a_search_that_the_provider_still_runs_is_not_parted_from_what_it_finds(
    narrows: list[bool],
) -> None:
    messages = made("anthropic", [("user", 0), ("say", 0)] * 10).messages
    for n in range(30):
        search = {
            "type": "server_tool_use",
            "id": f"srvtoolu_{n}",
            "name": "web_search",
            "input": {},
        }
        found = {"type": "web_search_tool_result", "tool_use_id": f"srvtoolu_{n}", "content": []}
        use = {"type": "tool_use", "id": f"toolu_{n}", "name": "read", "input": {}}
        result = {"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": "ok"}
        messages += [
            {"role": "user", "content": "Go."},
            {"role": "assistant", "content": [search, use]},
            {"role": "user", "content": [result]},
            {"role": "assistant", "content": [found, {"type": "text", "text": "Yes."}]},
        ]
    how = {"target": "anthropic", "format": "anthropic"}
    for most in range(10, 40, 3):
        same(trim(messages, max_messages=most, **how), as_a_whole(messages, how, max_messages=most))
    assert not any(narrows)
