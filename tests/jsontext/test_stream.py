"""Lines of JSON read one at a time: what is torn, what shares a line, and where it stood."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.jsontext.stream import Line, read_lines

A, B = '{"type":"a","t":"x"}', '{"type":"b","in":{"type2":1,"t":[{"u":"}\\\\\\""}]}}'


def is_record(value: Any) -> bool:
    return isinstance(value, dict) and "type" in value


def lines(data: str | bytes) -> list[Line]:
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return list(read_lines(BytesIO(raw), is_record))


def types(line: Line) -> str:
    return "".join(record["type"] for record in line.records)


def test_records_end_at_a_line_feed_and_nowhere_else() -> None:
    text = '{"type":"a","t":"x\u2028y\u2029z\u0085"}\r\n\n{"type":"b"}'
    found = lines("\ufeff" + text)
    assert [(types(x), x.number, x.torn, x.closed) for x in found] == [
        ("a", 1, False, True),
        ("b", 3, False, False),
    ]
    assert found[1].offset == len(("\ufeff" + text[: text.index('{"type":"b"')]).encode())


@pytest.mark.parametrize(
    ("text", "found", "torn"),
    [
        (A + B, "ab", False),
        (A + ", " + B, "ab", False),
        (A[:9] + B, "b", True),
        (A[:9] + B + A + B, "bab", True),
        (A + B[:30], "a", True),
        (A + B[:30] + A, "aa", True),
        ('{"k":' + B, "b", True),
        ('{"k":[1,' + B, "b", True),
        ('{"k":"\\' + B, "b", True),
        ('{"k":{"l":1}' + B, "b", True),
        ('"half"} ' + A, "a", True),
        ("\0\0\0" + A, "a", True),
        (A[:-1] + B[:20] + A + B[:12], "a", True),
        ("17", "", True),
        ('{"k":' * 100_000, "", True),
        ('{"type":"a"' + "}" * 100_000, "a", True),
    ],
)
def test_whole_records_of_a_line_are_found(text: str, found: str, torn: bool) -> None:
    (line,) = lines(text)
    assert (types(line), line.torn) == (found, torn)


def test_bytes_that_are_no_utf8_cost_nothing_else() -> None:
    (line,) = lines(b'{"type":"a","t":"\xff"}')
    assert line.records == [{"type": "a", "t": "\ufffd"}]


@given(st.lists(st.dictionaries(st.just("type"), st.text(), min_size=1), max_size=5))
def test_sound_lines_are_what_json_reads(records: list[dict[str, Any]]) -> None:
    text = "\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    found = lines(text)
    assert [record for line in found for record in line.records] == records
    assert not any(line.torn for line in found)


@given(st.binary(max_size=200))
def test_nothing_raises(data: bytes) -> None:
    for line in lines(data):
        assert all(type(record) is dict for record in line.records)
