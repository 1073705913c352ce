"""Every way in which people keep transcripts in a file is unpacked, with the way back to its lines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.acts.unpacking import is_transcript, unpack
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
        ([1, 2, 3], False),
        ("text", False),
    ],
)
def test_what_is_plainly_a_transcript(value: Any, is_one: bool) -> None:
    assert is_transcript(value) is is_one
