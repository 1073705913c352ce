"""Situations in which other agents' own repairs are tested: each must end here as well as there, or better.

Told in our words after huggingface/tau `tests/test_tool_history.py` and `tests/test_cross_provider_history.py`
(62eab4e, 21 Aug 2026) and badlogic/pi-mono `packages/ai/src/providers/transform-messages.ts` with its tests
(83378aa, 15 Mar 2026). As well or better: the target takes the list, nothing that was said is gone unless it
is listed, a real result beats a placeholder, and what was sound is the same object.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.acts.lab_messages import call, fail, reply, say, text, tool_result, user
from transcript_doctor import convert, shape, view
from transcript_doctor.acts.repair import Repair, repair
from transcript_doctor.core.answers import NO_RESULT

READ = call("read", {"path": "README.md"})
BASH = call("bash", {"command": "ls"}, "c2")
INTERRUPTED = "Tool call interrupted by user"


def mended(*messages: Any) -> Repair:
    done = repair(list(messages), format="pi", as_="request")
    assert done.report.ok, done.refused
    assert not done.losses
    return done


# -- tau ---------------------------------------------------------------------------------------------


def test_a_sound_history_is_not_touched() -> None:
    messages = [user("read"), reply(READ), tool_result(READ, "contents"), say("done")]
    done = repair(messages, format="pi", as_="record")
    assert done.transcript is messages
    assert done.changes == ()


def test_a_call_that_was_interrupted_gets_a_marker_that_claims_nothing() -> None:
    done = mended(user("read"), reply(READ))
    assert shape(done.messages) == "U A[c1] R(c1)"
    made = done.messages[2]
    assert (made["tool_call_id"], made["tool_name"], made["is_error"]) == ("c1", "read", True)
    assert made["content"] == [text(NO_RESULT)]


def test_a_result_without_a_call_is_kept_as_a_quotation_where_tau_drops_it() -> None:
    lost = tool_result(call("read", {}, "gone"), "contents")
    done = mended(lost, user("continue"))
    assert shape(done.messages) == "U U"
    assert "contents" in str(done.messages[0]["content"])
    assert [change.safety for change in done.changes] == ["marked"]


def test_a_late_result_goes_back_to_its_call_as_the_very_object() -> None:
    messages = [user("read"), reply(READ), user("continue"), tool_result(READ, "contents")]
    done = mended(*messages)
    assert [*map(id, done.messages)] == [id(messages[i]) for i in (0, 1, 3, 2)]
    assert [(change.code, change.safety) for change in done.changes] == [("P003", "safe")]


@pytest.mark.parametrize("first", [INTERRUPTED, "No result provided", NO_RESULT])
def test_a_real_result_beats_the_placeholder_in_front_of_it(first: str) -> None:
    placeholder, real = tool_result(READ, first, True), tool_result(READ, "contents")
    done = mended(user("read"), reply(READ), placeholder, real, user("go on"))
    assert shape(done.messages) == "U A[c1] R(c1) U"
    assert done.messages[2] is real


def test_a_real_result_beats_the_placeholder_also_from_far_behind() -> None:
    placeholder, real = tool_result(READ, INTERRUPTED, True), tool_result(READ, "contents")
    done = mended(
        user("read"), reply(READ), placeholder, user("?"), say("Hm."), real, user("go on")
    )
    assert shape(done.messages) == "U A[c1] R(c1) U A U"
    assert done.messages[2] is real


def test_an_id_that_comes_back_in_a_later_turn_is_sound() -> None:
    messages = [
        user("read"), reply(READ), tool_result(READ, "first"),
        reply(READ), tool_result(READ, "second"), user("go on"),
    ]  # fmt: skip
    assert repair(messages, format="pi", as_="request").transcript is messages


def test_a_later_turn_of_the_same_id_keeps_its_own_result() -> None:
    second = tool_result(READ, "second")
    done = mended(user("a"), reply(READ), user("continue"), reply(READ), second, user("go on"))
    assert shape(done.messages) == "U A[c1] R(c1) U A[c1] R(c1) U"
    assert done.messages[2]["content"] == [text(NO_RESULT)]
    assert done.messages[5] is second


def test_parallel_results_stand_in_the_order_of_their_calls() -> None:
    two, one = tool_result(BASH, "second"), tool_result(READ, "first")
    done = mended(user("both"), reply(READ, BASH), two, one, user("go on"))
    assert shape(done.messages) == "U A[c1,c2] R(c1) R(c2) U"
    assert done.messages[2] is one
    assert done.messages[3] is two


# -- pi ----------------------------------------------------------------------------------------------


def test_the_users_word_between_call_and_result_makes_no_second_result() -> None:
    """pi writes a synthetic result in front of the user's word and keeps the real one behind it."""
    real = tool_result(READ, "contents")
    done = mended(user("read"), reply(READ), user("never mind"), real, user("go on"))
    assert shape(done.messages) == "U A[c1] R(c1) U U"
    assert done.messages[2] is real


def test_one_of_two_results_is_missing_when_the_user_goes_on() -> None:
    real = tool_result(BASH, "a.txt")
    done = mended(user("both"), reply(READ, BASH), real, user("What is 2+2?"))
    assert shape(done.messages) == "U A[c1,c2] R(c1) R(c2) U"
    assert done.messages[2]["content"] == [text(NO_RESULT)]
    assert done.messages[3] is real


def test_the_next_answer_comes_before_the_result() -> None:
    done = mended(
        user("read"), reply(READ), say("Let me see."), user("?"), tool_result(READ, "late")
    )
    assert shape(done.messages) == "U A[c1] R(c1) A U"


def test_a_result_of_nobody_does_not_stay() -> None:
    """pi passes it on, and the request is refused."""
    done = mended(
        user("hi"), say("hello"), tool_result(call("read", {}, "gone"), "x"), user("go on")
    )
    assert "R(" not in shape(done.messages)


@pytest.mark.parametrize("reason", ["error", "aborted"])
def test_a_failed_turn_that_said_something_keeps_its_word(reason: str) -> None:
    """pi leaves every failed turn out of the request, and the results of its calls stay behind alone."""
    failed = reply(text("I was about to"), READ, stop_reason=reason)
    messages = [user("read"), failed, tool_result(READ, "contents"), user("go on")]
    assert repair(messages, format="pi", as_="request").transcript is messages
    assert view(messages, target="lab") == messages
    empty = [user("read"), fail("503 overloaded"), user("again")]
    assert view(empty, target="lab") == [empty[0], empty[2]]


# -- both: to another provider -------------------------------------------------------------------------

NATIVE = [call("read", {"path": f"{name}.py"}, f"call_{name}|fc_{name}") for name in "ab"]


def test_ids_of_one_provider_become_ids_of_the_other_on_both_sides() -> None:
    results = [tool_result(one, one["arguments"]["path"]) for one in NATIVE]
    there = convert(
        [user("Inspect two files"), reply(*NATIVE), *results, user("Sum up")], to="anthropic"
    )
    assert there.report.ok
    _, calls, answers = there.messages[:3]
    ids = [block["id"] for block in calls["content"] if block["type"] == "tool_use"]
    given = [block["tool_use_id"] for block in answers["content"] if block["type"] == "tool_result"]
    assert ids == given
    assert len(set(ids)) == 2
    assert all(ident.replace("_", "").replace("-", "").isalnum() for ident in ids)


def test_foreign_thinking_is_never_sent_as_ones_own() -> None:
    thought = {"type": "thinking", "thinking": "private", "thinking_signature": "rs_1"}
    messages = [user("hello"), reply(thought, text("Hi there!")), user("go on")]
    there = convert(messages, to="anthropic", format="pi")
    assert there.report.ok
    assert "rs_1" not in str(there.messages)
    assert any("reasoning" in loss.what for loss in there.losses)
    assert [block["text"] for block in there.messages[1]["content"]] == ["Hi there!"]


def test_a_turn_of_foreign_thinking_alone_is_left_out_and_listed() -> None:
    thought = {"type": "thinking", "thinking": "private", "thinking_signature": "rs_1"}
    messages = [user("Think"), reply(thought, stop_reason="length"), user("Continue")]
    there = convert(messages, to="anthropic", format="pi")
    assert there.report.ok
    assert "private" not in str(there.messages)
    assert there.losses
