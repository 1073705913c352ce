"""A repair comes to an end in few steps, says what it did, and does not do it twice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acts.lab_messages import call, reply, tool_result, user
from transcript_doctor import shape
from transcript_doctor.acts.repair import Repair, repair


def chat_call(ident: str) -> dict[str, Any]:
    return {"id": ident, "type": "function", "function": {"name": "read", "arguments": "{}"}}


def calls(*idents: str) -> dict[str, Any]:
    made = [chat_call(ident) for ident in idents]
    return {"role": "assistant", "content": None, "tool_calls": made}


def gave(ident: str, text: str = "ok") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": text}


GO = {"role": "user", "content": "Go."}
NEXT = {"role": "user", "content": "Next."}


def twice(messages: list[Any], **how: Any) -> Repair:
    done = repair(messages, as_="request", **how)
    assert repair(done.transcript, as_="request", **how).transcript is done.transcript
    return done


def test_results_under_other_ids_take_one_marker_and_one_quotation_each() -> None:
    done = twice([GO, calls("c1", "c2"), gave("x1", "one"), gave("x2", "two"), NEXT])
    assert shape(done.messages) == "U A[c1,c2] R(c1) R(c2) U U U"
    assert [change.code for change in done.changes] == ["P001", "P001", "P002", "P002"]


@pytest.mark.parametrize("policy", ["safe", "marked"])
def test_results_do_not_circle_one_that_stays(policy: Any) -> None:
    messages = [GO, calls("c1", "c2"), gave("gone", "lost"), NEXT, gave("c2"), gave("c1")]
    done = twice(messages, policy=policy)
    orphan = "R(gone)" if policy == "safe" else "U"
    assert shape(done.messages).endswith(f"R(c1) R(c2) {orphan} U")
    assert [change.code for change in done.changes].count("P003") == 2


def test_what_the_caller_chose_is_what_the_change_says() -> None:
    messages = [GO, calls("c1"), NEXT, gave("gone", "lost"), gave("late", "aborted")]
    done = twice(messages, policy="lossy", unanswered="drop", orphan="drop")
    titles = {change.place[1]: change.title for change in done.changes[:3]}
    assert titles[1] == "drop call c1 of read"
    assert titles[3] == "drop the result for gone"
    assert titles[4].startswith("drop the result for late, which says nothing")
    assert [loss.index for loss in done.losses][:2] == [1, 3]


def test_a_turn_stored_twice_and_dropped_wholly_is_listed_once() -> None:
    messages = [GO, calls("c1"), calls("c1"), NEXT]
    done = twice(messages, policy="lossy", unanswered="drop")
    assert shape(done.messages) == "U U"
    assert done.changes[0].title == "drop the turn, which is stored twice in a row"
    assert done.losses[0].index == 2
    assert done.losses[0].what == "a call without a result"


def test_a_double_whose_ids_are_rewritten_is_still_a_double() -> None:
    messages = [
        GO,
        calls("call_01"),
        calls("call_01"),
        gave("call_01", "yes"),
        {"role": "assistant", "content": "k"},
    ]
    done = twice(messages, target="mistral", policy="safe")
    assert [message["role"] for message in done.messages] == [
        "user",
        "assistant",
        "tool",
        "assistant",
    ]
    assert not done.losses


def test_a_list_stays_what_it_was_taken_for_though_its_marks_go() -> None:
    lone = [
        {"role": "user", "content": [{"type": "text", "text": "Summary."}, {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}]},
        {"role": "assistant", "content": "Done."},
        {"role": "user", "content": {"image": {"format": "png", "source": {"bytes": "iVBORw0KGgo="}}}},
    ]  # fmt: skip
    done = repair(lone, as_="request")
    assert done.report.format == "anthropic"
    # A part of another format is left as it is: in a list of its own it would be no better.
    assert [left.finding.code for left in done.refused if left.finding.severity == "error"] == [
        "C001"
    ]


def test_the_key_of_what_is_dropped_goes_with_it() -> None:
    text = {"type": "text", "text": "See.", "mime_type": "image/png", "data": "iVBORw0KGgo="}
    done = twice([{"role": "user", "content": text}], format="anthropic", policy="lossy")
    assert [str(loss.place) for loss in done.losses if loss.what.startswith("the key")] == [
        "messages[0].content.data", "messages[0].content.mime_type",
    ]  # fmt: skip


def test_what_changed_its_kind_before_it_was_dropped_is_listed() -> None:
    thought = {"type": "thinking", "thinking": "hm"}
    messages = [user("Do it."), {"role": "assistant", "content": thought}, user("And?")]
    done = twice(messages, format="anthropic", policy="lossy")
    assert not done.refused
    assert thought in [loss.raw for loss in done.losses]


def test_thousands_of_faults_in_one_turn_are_healed_in_one_round() -> None:
    asked = [call("read", {}, f"c{k}") for k in range(2_000)]
    done = repair([user("all"), reply(*asked), user("go on")], format="pi", as_="request")
    assert done.report.ok
    assert len(done.changes) == 2_000
    assert [m["tool_call_id"] for m in done.messages[2:-1]] == [one["id"] for one in asked]
    real = [tool_result(one, "ok") for one in reversed(asked)]
    late = repair([user("all"), reply(*asked), user("go on"), *real], format="pi", as_="request")
    assert [*map(id, late.messages[2:-1])] == [*map(id, reversed(real))]
