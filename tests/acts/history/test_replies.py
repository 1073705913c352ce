"""Whatever a provider sends, the conversation goes on: what it does not take back leaves the request, listed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.acts.history.makers import TARGETS, calling, ident
from tests.acts.history.replies import NOTHING, REPLIES, SEAL
from transcript_doctor import check
from transcript_doctor.acts.history import Failed, History, answer_calls
from transcript_doctor.catalog import target_named, target_names
from transcript_doctor.core.errors import BadMessage, IllegalRequest

TALKING = [
    name
    for name in target_names()
    if target_named(name).format in REPLIES and not name.endswith("finetuning")
]
"""Targets that take a request; training data ends on an answer."""


def go_on(history: History) -> list[Any]:
    history.user("Go on.")
    request = history.request()
    report = check(request, target=history.target, as_="request")
    assert report.ok, report
    return request


@pytest.mark.parametrize("target", TALKING)
def test_after_any_reply_the_user_can_go_on(target: str) -> None:
    for reply in REPLIES[target_named(target).format]:
        for is_asked_before in (True, False):
            history = History(target)
            history.user("Which port?")
            if is_asked_before:
                history.request()
            history.assistant(reply)
            record = history.record
            go_on(history)
            assert history.record[: len(record)] == record


@settings(max_examples=60, deadline=None)
@given(data=st.data(), target=st.sampled_from(sorted(TARGETS)))
def test_after_any_replies_and_calls_in_any_order_too(data: st.DataObject, target: str) -> None:
    history = History(target)
    history.user("Which port?")
    number = 0
    for reply in data.draw(
        st.lists(st.sampled_from([None, *REPLIES[TARGETS[target]]]), max_size=6)
    ):
        if reply is None:
            history.assistant(calling(target, [number]))
            history.results({ident(target, number): Failed("exit code 1")})
            number += 1
        else:
            history.assistant(reply)
            go_on(history)
    go_on(history)


THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": SEAL}
ITEM = {"type": "reasoning", "id": "rs_1", "summary": []}
FIELD = {"role": "assistant", "content": None, "reasoning_content": "Hm."}


@pytest.mark.parametrize(
    ("target", "reply", "lost"),
    [
        ("anthropic", {"role": "assistant", "content": [THOUGHT]}, [THOUGHT]),
        ("openai-responses", {"object": "response", "output": [ITEM]}, [ITEM]),
        ("deepseek", FIELD, [FIELD]),
        ("mistral", FIELD, [FIELD]),
    ],
)
def test_thinking_that_led_to_nothing_is_listed_as_lost(
    target: str, reply: Any, lost: list[Any]
) -> None:
    history = History(target)
    history.user("Which port?")
    history.assistant(reply)
    request = go_on(history)
    assert not [word for word in ("Hm.", "rs_1") if word in repr(request)]
    assert [loss.raw for loss in history.losses] == lost
    assert {change.safety for change in history.changes} >= {"lossy"}
    assert go_on(history)[: len(request)] == request


def test_what_was_said_at_a_wrong_place_is_not_left_out() -> None:
    history = History("template-mistral")
    history.assistant("Welcome.")
    history.user("Which port?")
    with pytest.raises(IllegalRequest, match="R003 opens-without-user"):
        history.request()


@pytest.mark.parametrize(("target", "answer", "said"), NOTHING)
def test_an_answer_without_a_message_says_why(target: str, answer: Any, said: str) -> None:
    history = History(target)
    history.user("Which port?")
    with pytest.raises(BadMessage, match=f"this answer holds no message \\({said}\\)"):
        history.assistant(answer)
    go_on(history)


SAID = {
    "anthropic": "Anthropic Messages",
    "openai": "OpenAI Chat Completions",
    "openai-responses": "OpenAI Responses",
    "gemini": "Gemini generateContent",
    "bedrock": "AWS Bedrock Converse",
    "lab": "pi and tau",
}


@pytest.mark.parametrize("target", SAID)
@pytest.mark.parametrize("other", SAID)
@pytest.mark.parametrize("text", ["", "I will look."])
def test_a_message_of_another_format_is_refused_and_the_format_named(
    target: str, other: str, text: str
) -> None:
    turn = calling(other, [1], text)
    history = History(target)
    history.user("Which port?")
    if target == other:
        assert len(history.assistant(turn)) == 1
        return
    for act in (history.assistant, lambda turn: answer_calls(turn, {}, target=target)):
        with pytest.raises(
            BadMessage, match=f"this is a message of {SAID[other]}, and this history"
        ):
            act(turn)
    assert len(history) == 1
    go_on(history)
