"""Whose turn it is, without HTTP: what is forgotten, and when."""

from __future__ import annotations

import pytest

from transcript_doctor import check
from transcript_doctor.provider.script import conversations
from transcript_doctor.provider.script.conversations import Conversation, Script
from transcript_doctor.provider.script.trouble import Trouble, cut, rate_limited, slow
from transcript_doctor.testing import call, reply, say

ASKED = [{"role": "user", "content": "Go."}]
REPORT = check(ASKED, format="anthropic", as_="request")


def test_who_was_heard_of_longest_ago_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversations, "_MOST", 2)
    script = Script([say("x")])
    first, second = (script.conversation(REPORT, name) for name in "ab")
    assert script.conversation(REPORT, "a") is first
    assert script.conversation(REPORT, "c") not in (first, second)
    assert script.conversation(REPORT, "a") is first
    assert script.conversation(REPORT, "b") is not second


@pytest.mark.parametrize(
    ("trouble", "is_the_retry"),
    [(None, False), (slow(say("x")), False), (cut(say("x")), True), (rate_limited(), True)],
)
def test_a_request_without_answers_is_a_retry_where_the_answer_was_lost(
    trouble: Trouble | None, is_the_retry: bool
) -> None:
    script = Script([say("x"), say("y")])
    first = script.conversation(REPORT, None)
    script.gave(first, say("x"), trouble)
    assert (script.conversation(REPORT, None) is first) == is_the_retry


def test_who_waits_in_the_middle_of_its_conversation_is_not_meant_by_one_that_begins() -> None:
    script = Script([say("x"), say("y")])
    first = script.conversation(REPORT, None)
    script.gave(first, say("x"), None)
    script.gave(first, {}, rate_limited())
    assert script.conversation(REPORT, None) is not first


def test_of_two_that_stand_alike_the_one_that_waits_is_meant() -> None:
    later = [*ASKED, {"role": "assistant", "content": "x"}, {"role": "user", "content": "On."}]
    report = check(later, format="anthropic", as_="request")
    script = Script([say("x"), say("y")])
    first, second = (_answered_once(script) for _ in range(2))
    assert script.conversation(report, None) is second
    script.gave(first, {}, rate_limited())
    assert script.conversation(report, None) is first


def test_a_call_of_a_conversation_that_is_forgotten_begins_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conversations, "_MOST", 1)
    script = Script([say("x")])
    use = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "1"}
    exchange = [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    report = check([*ASKED, *exchange], format="anthropic", as_="request")
    first = script.conversation(REPORT, "a")
    script.gave(first, reply(call("f", id="toolu_1")), None)
    assert script.conversation(report, None) is first
    script.conversation(REPORT, "b")
    assert script.conversation(report, None) is not first


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in (("_MOST", 3), ("_MOST_IDS", 5), ("_MOST_ALIKE", 4)):
        monkeypatch.setattr(conversations, name, most)
    script = Script([say("x")])
    for n in range(60):
        opening = [{"role": "user", "content": "Go." if n % 2 else f"Go {n}."}]
        report = check(opening, format="anthropic", as_="request")
        found = script.conversation(report, f"name {n}" if n % 3 else None)
        script.gave(found, reply(call("f", id=f"c{n}")), None)
    assert len(script.plays) == 3
    assert (len(script._calls), len(script._opened)) == (5, 3)
    assert len(script._named) <= 2 * 3
    assert max(map(len, script._opened.values())) == 4


def _answered_once(script: Script) -> Conversation | None:
    found = script.conversation(REPORT, None)
    script.gave(found, say("x"), None)
    return found
