"""A session file that is one JSON value: its records with their lines, sound or damaged."""

from __future__ import annotations

import json
from typing import Any

from transcript_doctor.acts.reading.sessions import text_source
from transcript_doctor.core.transcript import Damage
from transcript_doctor.sessions.shared.whole import Whole

VALUE = {
    "v": 1,
    "messages": [{"role": "user"}, {"role": "assistant"}],
    "by": {"a": {"n": 1}, "b": 2},
}


def opened(text: str | bytes) -> tuple[Whole, list[Damage]]:
    damage: list[Damage] = []
    return Whole(text_source(text, "a.json"), damage), damage


def told(damage: list[Damage]) -> list[tuple[str, str, int]]:
    return [(harm.code, harm.case, harm.origin.line) for harm in damage]


def test_rows_of_a_list_and_of_an_object() -> None:
    text = json.dumps(VALUE, indent=1)
    whole, damage = opened(text)
    rows = whole.rows("messages")
    assert [row.value for row in rows] == VALUE["messages"]
    assert [row.origin.line for row in rows] == [4, 7]
    assert [text[row.origin.offset :].splitlines()[0] for row in rows] == ["  {", "  {"]
    assert [(row.value, row.origin.line) for row in whole.rows("by")] == [({"n": 1}, 12)]
    assert damage == []


def test_a_place_that_is_not_there() -> None:
    whole, _ = opened(json.dumps(VALUE))
    assert whole.rows("none") == []
    assert whole.at("messages", 7, "role") is None
    assert whole.at("v", "role") is None
    assert whole.origin("messages", 7).line == 1


def test_a_byte_order_mark_and_windows_line_ends() -> None:
    text = b"\xef\xbb\xbf" + json.dumps(VALUE, indent=1).replace("\n", "\r\n").encode()
    whole, damage = opened(text)
    assert [row.origin.line for row in whole.rows("messages")] == [4, 7]
    assert damage == []


def test_a_torn_record_is_left_out_and_reported() -> None:
    lines = json.dumps(VALUE, indent=1).split("\n")
    lines[4] = '   "role": "us'
    whole, damage = opened("\n".join(lines))
    assert [row.value for row in whole.rows("messages")] == [{"role": "assistant"}]
    assert told(damage) == [("S101", "broken", 5)]


def test_each_torn_record_is_reported_once() -> None:
    lines = json.dumps(VALUE, indent=1).split("\n")
    lines[4], lines[7] = '   "role": "us', '   "role" "assistant"'
    whole, damage = opened("\n".join(lines))
    for _ in range(2):
        assert whole.rows("messages") == []
    assert told(damage) == [("S101", "broken", 5), ("S101", "left-out", 7)]


def test_a_file_that_ends_too_early() -> None:
    whole, damage = opened(json.dumps(VALUE, indent=1)[:62])
    assert whole.rows("messages") == [({"role": "user"}, whole.origin("messages", 0))]
    assert told(damage) == [("S101", "tail", 8)]
    assert whole.is_torn(whole.value)


def test_what_stood_under_a_lost_key_is_found() -> None:
    lines = json.dumps(VALUE, indent=1).split("\n")
    del lines[2]
    whole, _ = opened("\n".join(lines))
    found: list[Any] = [row.value for row in whole.rows("messages")]
    assert found == VALUE["messages"]


def test_nothing_at_all() -> None:
    for text in ("", "no JSON", b"\x00\xff\xfe"):
        whole, damage = opened(text)
        assert whole.value is None
        assert whole.rows("messages") == []
        assert [harm.code for harm in damage] == ["S101"]
