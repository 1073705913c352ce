"""The smallest list: the same rule and case, nothing that could go, nothing that was not there."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.acts.histories import blocks, chat, contents
from transcript_doctor import check
from transcript_doctor.acts.minimise import minimise, searching
from transcript_doctor.acts.minimise.cutting import thin_out
from transcript_doctor.core.errors import UnknownRule


def call(ident: str) -> dict[str, Any]:
    function = {"name": "read", "arguments": "{}"}
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": ident, "type": "function", "function": function}]}  # fmt: skip


def result(ident: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": "done"}


def kinds(messages: list[Any], target: str) -> set[tuple[str, str]]:
    return {(f.code, f.case) for f in check(messages, format="openai-chat", target=target).findings}


@given(st.one_of(chat(), blocks(), contents()), st.sampled_from((None, "anthropic", "openai")))
@settings(max_examples=60)
def test_same_fault_and_no_message_can_go(messages: list[Any], target: str | None) -> None:
    whole = check(messages, target=target)
    made = minimise(messages, target=target)
    if made is None:
        assert not whole.findings
        return
    wanted = made.finding.code, made.finding.case, made.finding.severity
    assert wanted in {(f.code, f.case, f.severity) for f in whole.findings}
    assert made.minimal
    assert made.after == len(made.transcript) <= made.before == len(messages)
    for i in range(len(made.transcript)):
        rest = made.transcript[:i] + made.transcript[i + 1 :]
        report = check(rest, format=whole.format, target=whole.target, as_=whole.as_)
        assert wanted not in {(f.code, f.case, f.severity) for f in report.findings}


@given(chat(), st.integers(0, 40))
@settings(max_examples=30)
def test_messages_are_taken_as_they_are_from_the_list(messages: list[Any], before: int) -> None:
    padded = [{"role": "user", "content": "x"}] * before + messages
    made = minimise(padded)
    for message in made.transcript if made else ():
        assert any(message.items() <= old.items() or _is_cut(message, old) for old in padded)


def _is_cut(message: Any, old: Any) -> bool:
    """Whether a value is what is left of another after something was taken out."""
    if isinstance(message, dict) and isinstance(old, dict):
        return message.keys() <= old.keys() and all(_is_cut(message[k], old[k]) for k in message)
    if isinstance(message, list) and isinstance(old, list):
        rest = iter(old)
        return all(any(_is_cut(child, other) for other in rest) for child in message)
    return message == old and type(message) is type(old)


def test_a_fault_far_from_its_cause_is_cut_to_both() -> None:
    filler = [{"role": "user", "content": f"talk {i}"} for i in range(3000)]
    messages = [*filler, call("a"), *filler[:500], result("a"), *filler]
    made = minimise(messages)
    assert made
    assert made.finding.code == "P003"
    assert [message["role"] for message in made.transcript] == ["assistant", "user", "tool"]
    assert made.checks < 200


def test_parts_and_keys_go_where_no_new_fault_comes() -> None:
    messages = [
        {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
        {"role": "assistant", "content": [
            {"type": "text", "text": "I will."},
            {"type": "tool_use", "id": "c1", "name": "f", "input": {"long": "argument"}},
            {"type": "tool_use", "id": "c2", "name": "f", "input": {}},
        ]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "c1", "content": "done", "is_error": False}]},
    ]  # fmt: skip
    made = minimise(messages, as_="request")
    assert made
    assert made.transcript == [
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "c2", "name": "f", "input": {}}],
        }
    ]
    assert (made.finding.code, made.finding.index) == ("P001", 0)


def test_the_body_around_the_list_stays() -> None:
    body = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "a"}, result("x")]}
    made = minimise(body)
    assert made
    assert made.transcript == {"model": "gpt-4.1", "messages": [result("x")]}
    assert len(body["messages"]) == 2


def test_two_lists_of_a_contract_are_cut_together() -> None:
    body = {"roles": ["user", "assistant", "narrator", "user"], "contents": ["a", "b", "c", "d"]}
    made = minimise(body)
    assert made
    assert made.transcript == {"roles": ["narrator"], "contents": ["c"]}


def test_unequal_lists_stay_unequal() -> None:
    made = minimise({"roles": ["user", "user"], "contents": ["a", "b", "c"]}, rule="S003")
    assert made
    assert made.finding.code == "S003"
    assert len(made.transcript["contents"]) == 1
    assert made.transcript["roles"] == []


def test_a_single_message_becomes_a_list() -> None:
    made = minimise({"role": "narrator", "content": "a"})
    assert made
    assert made.transcript == [{"role": "narrator", "content": "a"}]


def test_the_rule_can_be_chosen() -> None:
    messages = [result("x"), call("c1"), {"role": "user", "content": "and?"}]
    assert {"P001", "P002"} <= {code for code, _ in kinds(messages, "openai")}
    made = minimise(messages, rule="unanswered-call")
    assert made
    assert made.finding.code == "P001"
    assert made.transcript == [call("c1"), {"role": "user", "content": "and?"}]
    with pytest.raises(UnknownRule):
        minimise(messages, rule="P999")


def test_healthy_has_no_smallest_list() -> None:
    assert minimise([{"role": "user", "content": "hello"}]) is None
    assert minimise([result("x")], rule="P001") is None


def test_a_fault_of_the_empty_list_needs_no_message() -> None:
    made = minimise([])
    assert made
    assert (made.transcript, made.after) == ([], 0)


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "MOST_CHECKS", 3)
    filler = [{"role": "user", "content": "x"}] * 40
    made = minimise([*filler, call("a"), *filler, result("a"), *filler])
    assert made
    assert made.checks == 4
    assert not made.minimal
    assert made.finding.code == "P003"
    assert made.after <= 122


@given(st.lists(st.integers(0, 9), max_size=30), st.sets(st.integers(0, 9), max_size=3))
def test_thinning_out_leaves_what_is_needed(items: list[int], needed: set[int]) -> None:
    wanted = needed & set(items)
    left = thin_out(items, lambda some: wanted <= set(some))
    assert sorted(left) == sorted(wanted)


def test_thinning_out_takes_few_tries() -> None:
    tries = 0

    def broken(some: list[int]) -> bool:
        nonlocal tries
        tries += 1
        return 700 in some

    assert thin_out(list(range(1000)), broken) == [700]
    assert tries < 60


def test_the_fewest_messages_count_also_when_their_parts_are_not_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = [{"role": "user", "content": "a"}, call("a"), {"role": "user", "content": "b"}]
    done = minimise(body)
    assert done
    monkeypatch.setattr(searching, "MOST_CHECKS", done.checks - 1)
    made = minimise(body)
    assert made
    assert made.minimal
    assert made.after == done.after
