"""The comparison of repairs: the judges judge, losses are counted, and ours leaves nothing unsaid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.peers import questions, repairs, strict_anthropic, strict_chat
from benchmarks.peers.main import PAGE
from benchmarks.peers.mending import CannotSay, Mended, Repairer
from benchmarks.peers.repairers import LOADERS
from benchmarks.peers.repairs import Asked, outcome
from benchmarks.peers.saying import lost

(OURS,) = LOADERS["transcript-doctor"]()
LEFT = {"unknown role", "unknown type of part", "no messages", "coder-summary-as-system"}
"""Whose words they are, what a part was meant to be, and what to send instead of nothing: not for a repair."""
SICK = [asked for asked in (*repairs.shapes(), *repairs.cases()) if asked.sick]
HI = {"role": "user", "content": "hi"}


def cells(text: str) -> list[list[str]]:
    lines = text.splitlines()
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line[:1] == "|"]


def peer(mend: Callable[[str, list[Any]], Mended]) -> Repairer:
    return Repairer("somebody", "some-body", ("openai-chat",), mend)


@pytest.mark.parametrize("asked", [pytest.param(asked, id=asked.name) for asked in SICK])
def test_ours_is_fit_to_be_sent_or_says_why_not_and_loses_nothing(asked: Asked) -> None:
    done = outcome(OURS, asked, repairs.second_judge())
    assert (done.fit, done.left) == (asked.name not in LEFT, asked.name in LEFT)
    assert (done.told, done.silent, done.raised) == (0, 0, False)


def test_sound_lists_are_judged_sound_by_both_judges() -> None:
    second = repairs.second_judge()
    assert second is not None
    for asked in (*repairs.shapes(), *repairs.cases()):
        if not asked.sick:
            assert outcome(OURS, asked, second).fit, asked.name
    assert len(SICK) == 70


def test_the_page_says_what_ours_did() -> None:
    shown = cells(PAGE.read_text("utf-8").split("## Repairing")[1])
    row = repairs.row(OURS, "", repairs.second_judge())
    (counted,) = [found for found in shown if found[0] == OURS.name]
    assert counted[2:] == row[2:]
    outcomes = {found[0]: found[1] for found in shown}
    for asked in repairs.shapes():
        if asked.sick:
            assert outcomes[asked.name] == outcome(OURS, asked, None).word


def test_what_was_lost_is_counted_as_told_or_silent() -> None:
    asked = Asked(
        "a", "openai-chat", [HI, {"role": "assistant", "content": "a"}, HI | {"content": "b"}], True
    )
    for told, word in ((None, "ok, 2 silent"), (1, "ok, 1 told, 1 silent"), (9, "ok, 2 told")):
        assert outcome(peer(lambda _, m, n=told: Mended(m[:1], n)), asked, None).word == word


def test_a_peer_that_raises_or_cannot_hold_the_list_is_told_apart() -> None:
    def raises(_: str, messages: list[Any]) -> Mended:
        raise KeyError("id")

    def cannot(_: str, messages: list[Any]) -> Mended:
        raise CannotSay

    asked = Asked("a", "openai-chat", [HI], True)
    assert outcome(peer(raises), asked, None).word == "raises"
    assert outcome(peer(cannot), asked, None).word == ""
    assert outcome(peer(raises), asked._replace(format="gemini"), None).asked is False
    unfit = peer(lambda _, m: Mended([], None, unfit=True))
    assert outcome(unfit, asked, None).word == "left, 1 silent"
    assert outcome(peer(lambda _, m: Mended([], 0)), asked, None).word == "BAD, 1 silent"


def test_a_peer_cannot_change_the_list_that_the_next_is_given() -> None:
    asked = Asked("a", "openai-chat", [dict(HI)], True)
    outcome(peer(lambda _, m: Mended(m.clear() or [HI], 0)), asked, None)
    assert asked.messages == [HI]


def test_a_quotation_and_a_placeholder_are_no_losses() -> None:
    result = {"role": "tool", "tool_call_id": "c", "content": "alpha"}
    assert lost([result], [{"role": "user", "content": "A tool result: alpha"}]) == []
    assert lost([{**result, "content": "aborted"}], []) == []
    call = {"id": "x", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}
    other = {"id": "y", "type": "function", "function": {"name": "f", "arguments": '{"a":1}'}}
    given = [{"role": "assistant", "content": None, "tool_calls": [call]}]
    assert lost(given, [{"role": "assistant", "content": None, "tool_calls": [other]}]) == []
    assert lost(given, []) == ['f {"a": 1}']
    use = {"type": "tool_use", "id": "x", "name": "f", "input": {"a": 1}}
    assert lost([{"role": "assistant", "content": [use]}], []) == ['f {"a": 1}']


USE = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
GAVE = {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}
ASKED: list[Any] = [HI, {"role": "assistant", "content": [USE]}]


@pytest.mark.parametrize(
    ("messages", "word"),
    [
        ([], "no messages"),
        (ASKED, "at the end"),
        ([*ASKED, HI], "do not match"),
        ([*ASKED, {"role": "user", "content": [{"type": "text", "text": "x"}, GAVE]}], "behind other"),
        ([*ASKED, {"role": "user", "content": [GAVE, GAVE]}], "twice"),
        ([HI, {"role": "user", "content": [GAVE]}], "behind other"),
        ([HI, {"role": "assistant", "content": [USE, USE]}, HI], "two calls"),
        ([{"role": "system", "content": "x"}], "known role"),
        ([{"role": "user", "content": []}, HI], "no content"),
        ([{"role": "user", "content": " "}], "without words"),
        ([HI, {"role": "assistant", "content": [{**USE, "id": "a:b"}]}], "proper id"),
        ([HI, {"role": "assistant", "content": [{**USE, "input": "x"}]}], "arguments"),
        ([{"role": "user", "content": [{"type": "hologram"}]}], "belong"),
    ],
)  # fmt: skip
def test_the_strict_reading_of_anthropic_refuses(messages: list[Any], word: str) -> None:
    assert word in str(strict_anthropic.objection(messages))


def test_the_strict_readings_take_what_is_sound_and_leave_it_as_it_is() -> None:
    messages = [*ASKED, {"role": "user", "content": [GAVE]}, {"role": "user", "content": "go on"}]
    before = repr(messages)
    assert strict_anthropic.objection(messages) is None
    assert repr(messages) == before
    assert strict_chat.objection([HI]) is None


DIFFERS = {
    "the same result twice": True,
    "two calls with one id in one message": True,
    "arguments cut off": False,
}
"""Where servers differ: whether the strict reading refuses it."""


def test_the_strict_reading_of_chat_agrees_with_the_truth() -> None:
    read = {q.name: strict_chat.objection(q.messages) is not None for q in questions.shapes()}
    truth = {q.name: q.truth == "refused" for q in questions.shapes() if q.truth != "differs"}
    assert read == truth | DIFFERS
