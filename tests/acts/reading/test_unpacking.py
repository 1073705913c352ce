"""Every way in which people keep transcripts in a file is unpacked, with the way back to its lines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.acts.reading.admitting import admit
from transcript_doctor.acts.reading.looking import is_transcript
from transcript_doctor.acts.reading.unpacking import unpack
from transcript_doctor.jsontext import read

USER = {"role": "user", "content": "a"}
ORPHAN = {"role": "tool", "tool_call_id": "x", "content": "b"}
LIST = [USER, ORPHAN]
BODY = {"model": "gpt-4.1", "messages": LIST}


def lines(*values: Any) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


@pytest.mark.parametrize(
    ("text", "values", "starts"),
    [
        (json.dumps(LIST), [LIST], [1]),
        (json.dumps(BODY, indent=1), [BODY], [1]),
        (json.dumps(USER), [USER], [1]),
        (repr(LIST), [LIST], [1]),
        ("[]", [[]], [1]),
        ("17", [17], [1]),
        (lines(LIST, BODY), [LIST, BODY], [1, 2]),
        (lines(USER, ORPHAN), [LIST], [1]),
        (lines(BODY, USER, ORPHAN, LIST), [BODY, LIST, LIST], [1, 2, 4]),
        (lines({"custom_id": "1", "body": BODY}, {"custom_id": "2", "body": BODY}), [BODY] * 2, [1, 2]),
        (json.dumps([LIST, BODY], indent=1), [LIST, BODY], [2, 13]),
        (json.dumps([{"params": BODY}]), [BODY], [1]),
        ("\n\n" + lines(LIST), [LIST], [3]),
    ],
)  # fmt: skip
def test_transcripts_are_found(text: str, values: list[Any], starts: list[int]) -> None:
    found = unpack(read(text))
    assert [one.value for one in found] == values
    assert [one.line for one in found] == starts


@pytest.mark.parametrize(
    ("value", "taken", "under"),
    [
        ({"id": 7, "session": {"history": LIST}}, LIST, "session.history"),
        ({"history": LIST}, LIST, "history"),
        ({"conversation": LIST, "id": "c1"}, LIST, "conversation"),
        ({"payload": {"messages": LIST}}, {"messages": LIST}, ""),
        ({"data": {"messages": LIST}}, LIST, "data.messages"),
        ({"data": {"model": "m", "messages": LIST}}, {"model": "m", "messages": LIST}, "data"),
        ({"event": {"request": BODY}}, BODY, "event.request"),
        ({"level": "info", "body": {"input": LIST}}, {"input": LIST}, ""),
        ({"input": ["src/a.ts"], "log": {"turns": LIST}}, LIST, "log.turns"),
    ],
)  # fmt: skip
def test_a_list_within_two_keys_is_found(value: Any, taken: Any, under: str) -> None:
    for text in (json.dumps(value, indent=1), lines(value, value)):
        admitted = admit(read(text), alone=False)
        assert {json.dumps(one.value) for one in admitted.found} == {json.dumps(taken)}
        assert {one.under for one in admitted.found} == {under}
        assert bool(admitted.notes) is bool(under)
        assert all(f"under {under}" in note for note in admitted.notes)


def test_a_large_object_is_not_searched_for_ever() -> None:
    many = {f"key{i}": {"a": i} for i in range(2000)}
    assert admit(read(json.dumps({**many, "history": LIST})), alone=True).found == []
    assert admit(read(json.dumps({"history": LIST, **many})), alone=True).found[0].value == LIST


def test_the_line_of_a_finding_below_keys() -> None:
    (one,) = unpack(read(json.dumps({"session": {"history": LIST}}, indent=1)))
    finding = next(f for f in check(one.value).findings if f.code == "P002")
    assert one.line_of(finding.place) == 8


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (json.dumps({"a": LIST, "b": {"c": LIST}}), "several lists of messages stand in it (a, b.c)"),
        (json.dumps({"name": "left-pad"}), "no transcript here: a list of messages was looked for"),
        (json.dumps([{"name": "Bob", "role": "admin"}]), "no transcript here"),
        (lines({"level": "info", "role": "web"}, {"level": "warn", "tool_call_id": "x"}), "no transcript"),
        (lines({"type": "event", "ts": 1}, {"type": "message", "id": "x"}), "no transcript here"),
        (lines({"t": 1, "message": USER}, {"t": 2, "message": ORPHAN}), "one message under 'message'"),
        (lines(*[{"type": "log", "at": i} for i in range(9)], USER), "no transcript here"),
        (json.dumps({"model": "m", "input": ["a", "b"]}), "no transcript here"),
        (json.dumps({"input": "src/index.ts"}), "no transcript here"),
        (json.dumps({"a": {"b": {"c": {"messages": LIST}}}}), "no transcript here"),
        ("17", "no transcript here"),
        ('["a", "b"]', "no transcript here"),
    ],
)  # fmt: skip
def test_what_is_no_transcript_is_not_judged(text: str, reason: str) -> None:
    admitted = admit(read(text), alone=True)
    assert admitted.found == []
    assert reason in admitted.reason
    assert admit(read(text), alone=False).found == []


LANGCHAIN = [
    [{"type": "human", "data": {"content": "a"}}, {"type": "ai", "data": {"content": "b"}}],
    [{"type": "human", "content": "a"}, {"type": "ai", "content": "b", "tool_calls": []}],
    [{"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "HumanMessage"], "kwargs": {}}],
]  # fmt: skip
VERCEL = [
    [USER, {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "x", "toolName": "f"}]}],
    [USER, {"role": "assistant", "parts": [{"type": "step-start"}, {"type": "text", "text": "a"}]}],
    [USER, {"role": "assistant", "content": "", "toolInvocations": []}],
]  # fmt: skip


@pytest.mark.parametrize(
    ("messages", "title"),
    [
        *((one, "these are LangChain messages; ") for one in LANGCHAIN),
        *((one, "these are messages of the Vercel AI SDK; ") for one in VERCEL),
        ([{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "a"}]}], "Pydantic AI"),
        ([{"role": "user", "blocks": [{"block_type": "text", "text": "a"}]}], "LlamaIndex"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("alone", [True, False])
def test_messages_of_frameworks_are_named(messages: Any, title: str, alone: bool) -> None:
    for text in (
        json.dumps(messages),
        lines(*messages),
        json.dumps({"messages": messages}),
        json.dumps({"model": "m", "messages": messages}),
        lines(messages, messages),
    ):
        admitted = admit(read(text), alone=alone)
        assert admitted.found == []
        assert title in admitted.reason


def test_a_framework_beside_transcripts_costs_only_itself() -> None:
    admitted = admit(read(lines(LIST, VERCEL[0])), alone=True)
    assert [one.value for one in admitted.found] == [LIST]
    assert admitted.notes == ["line 2 holds no message: passed over"]


def test_lines_that_hold_no_message_are_left_out() -> None:
    text = lines({"type": "session", "id": 1}, USER, {"type": "end"}, ORPHAN, USER)
    (one,) = admit(read(text), alone=False).found
    assert one.value == [USER, ORPHAN, USER]
    assert one.left_out == (1, 3)
    finding = next(f for f in check(one.value).findings if f.code == "P002")
    assert one.line_of(finding.place) == 4
    notes = admit(read(text), alone=False).notes
    assert notes == ["2 places, the first on line 1, hold no message: passed over"]


def test_a_sick_line_stays_among_messages() -> None:
    (one,) = admit(
        read(lines(USER, {"content": "no role"}, {}, 17, ORPHAN, USER)), alone=False
    ).found
    assert len(one.value) == 6


@pytest.mark.parametrize(
    ("value", "judged"),
    [
        ([], True),
        ({"messages": []}, True),
        ({"contents": []}, True),
        ([{"role": 5}], True),
        ([{"role": 5, "content": "a"}], True),
        ([{"role": 5, "name": "Bob"}], False),
        ([USER, None, [USER]], True),
        ([USER, {"event": 1}, {"event": 2}], False),
        ({"messages": [{"role": "user"}]}, True),
        (USER, True),
        ({"role": "admin", "name": "Bob"}, False),
        ({}, False),
        (None, False),
    ],
)
def test_a_doubtful_value_is_judged_where_it_is_alone(value: Any, judged: bool) -> None:
    assert bool(admit(read(json.dumps(value)), alone=True).found) is judged
    assert admit(read(json.dumps(value)), alone=False).found == []


def test_an_empty_list_among_transcripts_is_one() -> None:
    admitted = admit(read(lines(LIST, [], {"messages": []}, {"event": "end"})), alone=False)
    assert [one.value for one in admitted.found] == [LIST, [], {"messages": []}]
    assert admitted.notes == ["line 4 holds no message: passed over"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (json.dumps(LIST, indent=1), 6),
        (json.dumps(BODY, indent=1), 8),
        (json.dumps({"body": BODY}, indent=1), 9),
        (lines(USER, ORPHAN), 2),
        (json.dumps([USER, ORPHAN]), 1),
        (json.dumps([[USER], LIST], indent=1), 13),
        ("[\n{'role': 'user', 'content': 'a'},\n{'role': 'tool', 'tool_call_id': 'x', 'content': None},\n]", 3),
    ],
)  # fmt: skip
def test_the_line_of_a_finding_is_the_line_in_the_file(text: str, line: int) -> None:
    one = unpack(read(text))[-1]
    finding = next(f for f in check(one.value).findings if f.code == "P002")
    assert one.line_of(finding.place) == line


def test_the_line_of_a_single_message() -> None:
    (one,) = unpack(read('{\n"role": "narrator",\n"content": "a"}'))
    (finding,) = check(one.value).findings
    assert str(finding.place) == "messages[0].role"
    assert one.line_of(finding.place) == 2


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        (LIST, True),
        (BODY, True),
        ({"model": "m", "messages": []}, True),
        ([{"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}], True),
        ([], False),
        ({"name": "left-pad", "version": "1.0.0"}, False),
        ({"messages": ["hello", "bye"]}, False),
        ({"model": "m", "input": "hello"}, True),
        ({"input": "src/index.ts"}, False),
        ({"model": "m", "input": ["a", "b"]}, False),
        ([{"name": "Bob", "role": "user"}], False),
        ([{"tool_call_id": "x", "event": "done"}], False),
        ([USER, 1, 2], False),
        ([USER, None], True),
        ([{"parts": [{"text": "a"}]}], True),
        ([1, 2, 3], False),
        ("text", False),
    ],
)
def test_what_is_plainly_a_transcript(value: Any, is_one: bool) -> None:
    assert is_transcript(value) is is_one
