"""The surgeon where a spot is taken, or is none that can be worked on: nothing is asked for by halves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.test_surgeon import GO, called, gave, surgeon_on
from transcript_doctor.core.edit import apply
from transcript_doctor.core.surgeon import Surgeon

PAIR = [GO, called("a", "b"), gave("a"), gave("b")]
BLOCKS: list[Any] = [
    GO,
    {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]},
    {"role": "user", "content": [{"type": "text", "text": "Well?"},
                                 {"type": "tool_result", "tool_use_id": "a", "content": "ok"}]},
]  # fmt: skip
SYSTEM = {"role": "system", "content": "Be brief."}


def test_a_key_is_removed_once() -> None:
    surgeon = surgeon_on(PAIR)
    assert surgeon.remove_key(1, ("content",))
    assert not surgeon.remove_key(1, ("content",))
    assert len(surgeon.edits()) == 1


@pytest.mark.parametrize("work", [Surgeon.lead, Surgeon.set_aside])
def test_a_message_that_is_taken_is_not_parted(work: Any) -> None:
    surgeon = surgeon_on(BLOCKS, "anthropic")
    assert surgeon.take(2)
    assert not surgeon.tries(lambda: work(surgeon, 2))
    assert not surgeon.edits()


@pytest.mark.parametrize("work", [Surgeon.lead, Surgeon.set_aside])
def test_a_message_without_a_list_of_parts_is_not_parted(work: Any) -> None:
    surgeon = surgeon_on([GO, {"role": "user", "content": 5}], "anthropic")
    assert not surgeon.tries(lambda: work(surgeon, 1))
    assert not surgeon.edits()


@pytest.mark.parametrize("taken", [1, 2, 3])
def test_calls_are_not_parted_where_one_of_them_or_a_result_is_taken(taken: int) -> None:
    surgeon = surgeon_on(PAIR)
    assert surgeon.take(taken)
    assert not surgeon.tries(lambda: surgeon.one_by_one(surgeon.outline.calls))
    assert not surgeon.edits()


def test_calls_among_the_parts_are_one_message() -> None:
    surgeon = surgeon_on(BLOCKS, "anthropic")
    assert not surgeon.tries(lambda: surgeon.one_by_one(surgeon.outline.calls))


@pytest.mark.parametrize("taken", [0, 2])
def test_a_system_message_stays_where_it_or_the_first_is_taken(taken: int) -> None:
    surgeon = surgeon_on([SYSTEM, GO, SYSTEM])
    assert surgeon.take(taken)
    assert not surgeon.tries(lambda: surgeon.to_front(2))
    assert not surgeon.edits()


def test_a_result_that_is_taken_is_neither_moved_nor_quoted_nor_put_elsewhere() -> None:
    surgeon = surgeon_on(BLOCKS, "anthropic")
    (call,), (result,) = surgeon.outline.calls, surgeon.outline.results
    assert surgeon.take(2)
    assert not surgeon.move(result, call)
    assert not surgeon.quote(result)
    assert not surgeon.replace(result, result)
    assert not surgeon.edits()


def test_only_a_format_with_an_old_form_writes_it_anew() -> None:
    surgeon = surgeon_on(BLOCKS, "anthropic")
    assert not surgeon.modernise(surgeon.outline.calls[0], "b")


def test_results_in_order_are_not_sorted() -> None:
    surgeon = surgeon_on(PAIR)
    first, second = surgeon.outline.results
    assert not surgeon.sort_results(first)
    assert not surgeon.sort_results(second)  # the same turn again
    assert not surgeon.edits()


def test_what_stands_in_front_stays_while_a_result_of_it_stands_behind() -> None:
    messages = [called("a"), gave("b"), {"role": "assistant", "content": "Hm."}, GO, gave("a")]
    surgeon = surgeon_on(messages)
    assert not surgeon.drop_front(1)
    assert surgeon_on(messages[:-1]).drop_front(1)


@pytest.mark.parametrize(("alone", "made"), [(False, ["put", "insert"]), (True, ["put"])])
def test_a_quotation_has_its_picture_beside_it(alone: bool, made: list[str]) -> None:
    picture = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
    shot = {"name": "shot", "response": {"result": "ok"}, "parts": [picture]}
    messages = [
        {"role": "user", "parts": [{"text": "q"}]},
        {
            "role": "user",
            "parts": {"functionResponse": shot} if alone else [{"functionResponse": shot}],
        },
    ]
    surgeon = surgeon_on(messages, "gemini")
    assert surgeon.quote(surgeon.outline.results[0])
    assert [edit.do for edit in surgeon.edits()] == made
    quoted = apply(messages, surgeon.edits())[1]["parts"]
    assert [sorted(part) for part in quoted] == [["text"], ["inlineData"]]
    assert quoted[1] is picture
