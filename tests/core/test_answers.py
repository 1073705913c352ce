"""Who answers whom: doubles, results of ids that come back, places that are nowhere."""

from __future__ import annotations

from typing import Any

from transcript_doctor import check
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.core.answers import Answers
from transcript_doctor.core.transcript import AT_LINE, IN_FILE, Origin, Transcript

GO = {"role": "user", "content": "Go."}


def call(ident: str) -> dict[str, Any]:
    function = {"name": "f", "arguments": "{}"}
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": ident, "type": "function", "function": function}]}  # fmt: skip


def gave(ident: str, text: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": text}


def answers_in(messages: list[Any]) -> Answers:
    report = check(messages, format="openai-chat", target="openai")
    outline, verbs = report.outline, FORMATS["openai-chat"].verbs
    laws = report.laws_of(target_named("openai"))
    assert outline is not None
    assert verbs is not None
    assert laws is not None
    return Answers(outline, laws, verbs)


def test_a_call_has_the_result_that_counts_and_its_doubles() -> None:
    messages = [GO, call("a"), gave("a", "1"), gave("a", "2"), call("b")]
    answers = answers_in(messages)
    one, two = answers.outline.calls
    assert [row.raw for row in answers.answers_of(one)] == messages[2:4]
    assert answers.answers_of(two) == []


def test_a_repeat_is_told_by_the_first_few_results_of_its_id() -> None:
    turns = [row for n in range(12) for row in (GO, call("a"), gave("a", f"{n}"))]
    answers = answers_in([*turns, GO, gave("a", "3"), gave("a", "11"), gave("b", "3")])
    known, late, other = answers.outline.results[-3:]
    assert answers.is_repeat(known)
    assert not answers.is_repeat(late)  # the list of an id is not searched without end
    assert not answers.is_repeat(other)


def test_a_place_that_is_a_part_s_own_line_or_a_line_of_a_file() -> None:
    part = Origin("b.jsonl", 7, 2)
    session = Transcript(
        [GO], "openai-chat", "Agent", "a test", (Origin("a.jsonl", 3, 1),), {0: (part,)}, (), ()
    )
    assert session.origin_of(("messages", 0, "content", 0)) == part
    assert session.spot((AT_LINE, 9)) == ("a.jsonl", 9)
    assert session.spot((IN_FILE, "c.json", "row", 4)) == ("c.json", 4)
    assert session.spot(("messages", 0)) == ("a.jsonl", 3)


def test_a_place_that_is_nowhere_is_the_beginning() -> None:
    session = Transcript(
        [GO], "openai-chat", "Agent", "a test", (Origin("a.jsonl", 3, 1),), {}, (), ()
    )
    assert session.origin_of(()) == session.origin_of((0,)) == session.origin_of((9,))
    empty = session._replace(origins=())
    assert empty.origin_of((0,)) is None
