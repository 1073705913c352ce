"""A draft that nobody edits gives the bytes that it was made of, and dropped lines take no others along."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.rewriting.draft import draft_of_document, draft_of_lines
from transcript_doctor.core.rewriting.making import new_id, time_between
from transcript_doctor.jsontext import read

LINES = st.lists(
    st.sampled_from(
        [
            b'{"type":"a"}',
            b' {"type" :"b"}\t',
            b"",
            b"  ",
            b'{"type":"a", "x',
            b"\xff",
            b'{"type":"\xff"}',
            b"7",
        ]
    ),
    min_size=1,
    max_size=8,
)


def is_record(value: Any) -> bool:
    return isinstance(value, dict) and "type" in value


@given(
    LINES, st.sampled_from([b"\n", b"\r\n"]), st.sampled_from([b"", b"\xef\xbb\xbf"]), st.booleans()
)
def test_what_is_not_touched_is_the_same_to_the_byte(
    lines: list[bytes], end: bytes, mark: bytes, is_closed: bool
) -> None:
    data = mark + end.join(lines) + (end if is_closed else b"")
    draft = draft_of_lines(data, is_record)
    assert draft.data() == data


@given(LINES, st.sampled_from([b"\n", b"\r\n"]), st.data())
def test_a_dropped_line_takes_no_other_along(
    lines: list[bytes], end: bytes, data: st.DataObject
) -> None:
    draft = draft_of_lines(end.join([*lines, b""]), is_record)
    if not draft.at:
        return
    line = data.draw(st.sampled_from(sorted(draft.at)))
    draft.at[line].dropped = True
    assert draft.data() == end.join([*lines[: line - 1], *lines[line:], b""])


def test_new_records_stand_on_lines_of_their_own_behind_the_one_that_was_named() -> None:
    draft = draft_of_lines(b'{"type": "a"}\r\n{"type": "b"}', is_record)
    first = draft.add({"type": "c"}, draft.at[1])
    draft.add({"type": "d"}, first)
    draft.add({"type": "e"}, draft.at[2])
    draft.add({"type": "f"}, None)
    lines = [b'{"type": "%b"}' % word for word in (b"f", b"a", b"c", b"d", b"b", b"e")]
    assert draft.data() == b"\r\n".join(lines)


def test_a_moved_record_keeps_its_bytes() -> None:
    draft = draft_of_lines(b'{"type":"a"}\n {"type" : "b"} \n{"type":"c"}\n', is_record)
    draft.move(draft.at[2], draft.at[3])
    assert draft.data() == b'{"type":"a"}\n{"type":"c"}\n {"type" : "b"} \n'


def test_spliced_records_get_lines_of_their_own_and_what_is_torn_stays() -> None:
    whole = [b'{"type":"a","n":%d}' % n for n in range(3)]
    data = whole[0] + whole[1] + b'\n{"type":"x","y":"half' + whole[2] + b"\n"
    assert draft_of_lines(data, is_record).data() == b"\n".join(
        [whole[0], whole[1], b'{"type":"x","y":"half', whole[2], b""]
    )


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\n\n"])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_document_of_several_values_is_the_same_to_the_byte(
    end: bytes, indent: int | None
) -> None:
    values = [
        json.dumps({"role": "user", "content": f"w{i}"}, indent=indent).encode() for i in range(3)
    ]
    data = b"\xef\xbb\xbf" + end.join([*values, b'{"torn', b""])
    draft = draft_of_document(data, read(data))
    assert draft.data() == data
    draft.records[0].dropped = True
    assert draft.data().endswith(end.join([*values[1:], b'{"torn', b""]))
    assert values[0] not in draft.data()


@pytest.mark.parametrize("data", [b"[{'role': 'user'}]", '[{"role":"é"}]'.encode("utf-16")])
def test_what_is_no_json_in_utf8_is_not_edited(data: bytes) -> None:
    with pytest.raises(Unwritable):
        draft_of_document(data, read(data))


@pytest.mark.parametrize(
    ("behind", "ahead", "made"),
    [
        ("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.000Z", "2026-01-01T00:00:00.001Z"),
        ("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"),
        ("2026-01-01T00:00:00.000000+02:00", None, "2026-01-01T00:00:00.001000+02:00"),
        ("yesterday", None, "yesterday"),
        (1767225600000, None, 1767225600001),
        (1767225600000, 1767225600000, 1767225600000),
        (None, "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"),
        (None, None, None),
    ],
)
def test_a_time_stands_between_its_neighbours(behind: Any, ahead: Any, made: Any) -> None:
    assert time_between(behind, ahead) == made


def test_an_id_is_nobody_elses_and_the_same_each_time() -> None:
    first = new_id((), 8, "about")
    assert new_id((), 8, "about") == first
    assert new_id({first}, 8, "about") != first
    assert len(new_id((), 32, "about")) == 32
    assert len(new_id((), None, "about")) == 36


@given(LINES, st.sampled_from([b"\n", b"\r\n"]), st.data())
def test_a_record_is_added_behind_any_line_also_behind_a_torn_one(
    lines: list[bytes], end: bytes, data: st.DataObject
) -> None:
    draft = draft_of_lines(end.join([*lines, b""]), is_record)
    behind = data.draw(st.sampled_from([None, *draft.records]))
    draft.add({"type": "new", "x": [1]}, behind)
    at = 0 if behind is None else behind.line
    made = draft.data().split(end)
    assert json.loads(made.pop(at)) == {"type": "new", "x": [1]}
    assert end.join(made) == end.join([*lines, b""])


@pytest.mark.parametrize("torn", [b"{", b'{"', b'{"type"', b"[1"])
def test_a_torn_line_is_no_model_for_a_new_one(torn: bytes) -> None:
    draft = draft_of_lines(torn + b'\n{"type": "a", "x": 1}\n', is_record)
    draft.add({"type": "new", "x": 1}, draft.records[0])
    assert draft.data() == torn + b'\n{"type": "new", "x": 1}\n{"type": "a", "x": 1}\n'
