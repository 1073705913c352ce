"""The surgeon: two who want one spot, steps that are taken back, ids that are minted, whole messages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from transcript_doctor import check, shape
from transcript_doctor.acts.repair import repair
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.core.edit import apply
from transcript_doctor.core.minting import Mint
from transcript_doctor.core.safety import POLICIES, Safety, allowed_by
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.core.target import Laws

GO = {"role": "user", "content": "Go."}


def called(*idents: str, text: str | None = None) -> dict[str, Any]:
    calls = [
        {"id": ident, "type": "function", "function": {"name": "f", "arguments": "{}"}}
        for ident in idents
    ]
    return {"role": "assistant", "content": text, "tool_calls": calls}


def gave(ident: str, text: str = "ok") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": text}


def laws_of(target: str) -> Laws:
    laws = check([GO], target=target).laws_of(target_named(target))
    assert laws is not None
    return laws


def surgeon_on(messages: list[Any], target: str = "openai", policy: Safety = "lossy") -> Surgeon:
    report = check(messages, target=target, as_="request")
    outline, verbs = report.outline, FORMATS[report.format].verbs
    assert outline is not None
    assert verbs is not None
    return Surgeon(outline, laws_of(target), verbs, {}, allowed_by(policy))


@pytest.mark.parametrize(
    ("first", "second", "free"),
    [
        ((), ("content",), False),
        (("content",), (), False),
        (("tool_calls", 0), ("tool_calls", 0, "id"), False),
        (("tool_calls", 0, "id"), ("tool_calls",), False),
        (("tool_calls", 0), ("tool_calls", 1), True),
    ],
)
def test_a_spot_is_taken_with_all_above_and_below(first: Any, second: Any, free: bool) -> None:
    surgeon = surgeon_on([GO, called("a", "b"), gave("a"), gave("b")])
    assert surgeon.take(1, first)
    assert surgeon.take(1, second) is free
    assert surgeon.take(0)


def test_what_fails_is_taken_back_whole_and_leaves_the_spots_free() -> None:
    messages = [GO, called("a"), gave("a"), gave("a", "again")]
    surgeon = surgeon_on(messages)
    call, results = surgeon.outline.calls[0], surgeon.outline.results

    def halfway() -> bool:
        surgeon.answer(call, "never", failed=True)
        assert surgeon.move(results[1], call)
        assert surgeon.lose(0, (), "a question")
        assert surgeon.drop(0)
        assert surgeon.put(1, ("content",), "never")
        assert surgeon.insert(1, GO)
        return False

    assert not surgeon.tries(halfway)
    assert (surgeon.edits(), surgeon.losses) == ([], [])
    assert all(surgeon.take(i) for i in range(len(messages)))
    assert apply(messages, surgeon.edits()) is messages


def test_what_fails_takes_nothing_of_what_was_done_before() -> None:
    messages = [GO, {"role": "system", "content": "Be brief."}, called("a", "b"), gave("c")]
    surgeon = surgeon_on(messages)
    one, two = surgeon.outline.calls
    assert surgeon.tries(lambda: surgeon.answer(one, "first", failed=True))
    assert surgeon.tries(lambda: surgeon.drop(3))
    before = surgeon.edits()

    def halfway() -> bool:
        surgeon.answer(two, "never", failed=True)
        assert surgeon.to_front(1)
        assert surgeon.drop(0)
        return surgeon.drop(3)  # taken

    assert not surgeon.tries(halfway)
    assert surgeon.edits() == before
    assert [edit.do for edit in before] == ["insert", "drop"]
    assert surgeon.take(0)
    assert surgeon.take(1)
    assert not surgeon.take(3)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("cost", [*POLICIES, "manual"])
def test_a_fix_that_costs_too_much_is_not_done(policy: Safety, cost: Safety) -> None:
    surgeon = surgeon_on([GO, GO], policy=policy)
    done = surgeon.tries(lambda: surgeon.drop(0), cost)
    assert done is (cost in allowed_by(policy))
    assert bool(surgeon.edits()) is done


def test_a_loss_is_said_also_where_the_caller_chose_it() -> None:
    surgeon = surgeon_on([GO, GO], policy="marked")

    def chosen() -> bool:
        surgeon.chosen = True
        return surgeon.lose(0, (), "a question") and surgeon.drop(0)

    assert surgeon.tries(chosen, "marked")
    assert surgeon.cost == "lossy"
    assert surgeon.losses == [((0,), "a question", GO)]


def test_a_loss_that_nobody_announced_is_allowed_where_losses_are() -> None:
    for policy, allowed in (("safe", False), ("marked", False), ("lossy", True)):
        surgeon = surgeon_on([GO, GO], policy=policy)
        lost = surgeon.tries(lambda s=surgeon: s.lose(0, (), "a question") and s.drop(0), "safe")
        assert lost is allowed
        assert bool(surgeon.losses) is bool(surgeon.edits()) is allowed


def test_asking_does_nothing() -> None:
    surgeon = surgeon_on([GO, GO], policy="marked")
    assert surgeon.asks(lambda: surgeon.drop(0), "safe")
    assert not surgeon.edits()
    assert surgeon.tries(lambda: surgeon.drop(0), "safe")


@pytest.mark.parametrize(
    ("target", "form"),
    [
        ("mistral", "[a-zA-Z0-9]{9}"),
        ("template-mistral", "[a-zA-Z0-9]{9}"),
        ("anthropic", "[a-zA-Z0-9_-]+"),
        ("openai", ".{1,40}"),
        ("openai-responses", ".{1,64}"),
    ],
)
def test_minted_ids_have_the_form_of_their_target(target: str, form: str) -> None:
    mint, again = (Mint(laws_of(target), ["borne"]) for _ in range(2))
    assert mint.works
    made = [mint.fresh_id("f") for _ in range(300)]
    assert len({*made, "borne"}) == 301
    assert all(re.fullmatch(form, ident) for ident in made)
    assert made == [again.fresh_id("f") for _ in range(300)]
    assert mint.stand_in("long") == mint.stand_in("long") != mint.stand_in("longer")


@pytest.mark.parametrize(
    ("target", "number", "made"),
    [
        ("openai", 17, "17"),
        ("mistral", 123456789, "123456789"),
        ("mistral", 17, None),
        ("openai", True, None),
        ("openai", -4, None),
        pytest.param("openai", 10**5000, None, id="huge"),
        ("openai", 3, None),
    ],
)
def test_a_number_keeps_its_digits_where_they_will_do(
    target: str, number: object, made: str | None
) -> None:
    ident = Mint(laws_of(target), ["3"]).fresh_id("f", number)
    assert ident == made if made is not None else ident not in ("17", "True", "-4", "3")


def test_system_messages_are_joined_at_once_and_said_once() -> None:
    spoken = [
        message for i in range(40) for message in ({"role": "system", "content": f"s{i % 2}"}, GO)
    ]
    messages = [
        {"role": "system", "content": "s0"},
        GO,
        {"role": "assistant", "content": "."},
        *spoken,
    ]
    done = repair(messages, target="template-qwen", as_="request")
    assert done.report.ok
    assert done.messages[0]["content"] == "\n\n".join(["s0", *["s1"] * 20])
    assert shape(done.messages).count("S") == 1


def test_system_messages_of_other_names_are_not_joined() -> None:
    named = {"role": "system", "content": "b", "name": "boss"}
    messages = [{"role": "system", "content": "a"}, GO, named, GO]
    done = repair(messages, target="template-qwen", as_="request")
    assert done.transcript is messages
    assert [refused.finding.code for refused in done.refused] == ["R007"]


def test_calls_are_taken_apart_with_the_results_that_they_have() -> None:
    messages = [GO, called("a", "b", "c", text="Let me see."), gave("c", "3"), gave("a", "1"), GO]
    done = repair(messages, target="template-llama", as_="request")
    assert shape(done.messages) == "U A[a] R(a) A[b] A[c] R(c) U"
    assert [message["content"] for message in done.messages[1:6]] == [
        "Let me see.",
        "1",
        None,
        None,
        "3",
    ]


@pytest.mark.parametrize("order", ["bac", "cba", "cab"])
def test_results_that_are_messages_are_sorted_on_their_own_spots(order: str) -> None:
    def pi(*idents: str) -> list[Any]:
        calls = [{"type": "toolCall", "id": i, "name": "f", "arguments": {}} for i in idents]
        return [
            {"role": "user", "content": [{"type": "text", "text": "Go."}]},
            {"role": "assistant", "content": calls, "stop_reason": "toolUse"},
        ]

    answers = {
        ident: {"role": "toolResult", "tool_call_id": ident, "tool_name": "f", "content": [{"type": "text", "text": ident}], "is_error": False}
        for ident in "abc"
    }  # fmt: skip
    messages = [*pi(*"abc"), *(answers[ident] for ident in order)]
    done = repair(messages, format="pi", target="lab", as_="request", policy="safe")
    assert done.report.ok, done.refused
    assert [id(message) for message in done.messages[2:]] == [id(answers[ident]) for ident in "abc"]


def test_neighbours_of_one_role_are_merged_without_a_word_lost() -> None:
    messages = [
        GO,
        {"role": "assistant", "content": "One.", "reasoning_content": "r1"},
        {"role": "assistant", "content": [{"type": "text", "text": "Two."}], "reasoning_content": "r2"},
        {"role": "assistant", "content": "Three."},
        GO,
    ]  # fmt: skip
    done = repair(messages, target="template-mistral", as_="request", policy="safe")
    (merged,) = [message for message in done.messages if message["role"] == "assistant"]
    assert [part["text"] for part in merged["content"]] == ["One.", "Two.", "Three."]
    assert merged["reasoning_content"] == "r1\n\nr2"


def test_two_people_are_not_merged() -> None:
    messages = [{**GO, "name": "anna"}, {**GO, "name": "ben"}]
    done = repair(messages, target="template-gemma", as_="request")
    assert done.transcript is messages
    assert [refused.finding.code for refused in done.refused] == ["R004"]


def test_a_message_of_moved_results_moves_as_it_is() -> None:
    call = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
    answer = {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}
    held = {"role": "user", "content": [answer], "uuid": "kept"}
    messages = [
        GO,
        {"role": "assistant", "content": [call]},
        {"role": "assistant", "content": "Hm."},
        held,
    ]
    done = repair(messages, target="deepseek-anthropic", as_="request", policy="safe")
    assert done.messages[2] is held


def test_a_result_that_says_there_is_none_gives_way_wherever_it_stands() -> None:
    real, marker = gave("a", "42"), gave("a", "No result was recorded for this call.")
    for results in ([marker, GO, real], [real, GO, marker]):
        done = repair(
            [GO, called("a"), *results, GO], target="openai", as_="request", policy="safe"
        )
        assert done.report.ok
        assert not done.losses
        assert [m["content"] for m in done.messages if m["role"] == "tool"] == ["42"]
