"""Damaged JSON read as far as it goes: what is whole is kept, what is not is called torn."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sessions.made import kit
from transcript_doctor.jsontext.salvage import LOST, Salvage, salvage

TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | kit.WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(kit.WORDS, inner, max_size=3),
    max_leaves=8,
)


@st.composite
def documents(draw: st.DrawFn) -> kit.Made:
    count = draw(st.integers(1, 6))
    records = [
        {
            "role": "user",
            "content": [{"type": "text", "text": f"{kit.word(k)} {draw(kit.WORDS)}"}],
            "more": draw(TREES),
        }
        for k in range(count)
    ]
    value = {"v": 1, "messages": records, "after": draw(TREES)}
    return kit.made_document("a.json", value, records, draw(st.sampled_from([1, 2, 4, None])))


def whole_records(found: Salvage) -> list[Any]:
    value = found.value if isinstance(found.value, dict) else {}
    records = value.get("messages", value.get(LOST, []))
    return [one for one in records if isinstance(one, dict) and id(one) not in found.torn]


def assert_kept(made: kit.Made, harm: kit.Harm) -> None:
    """Every record that is whole is there, and none that is half."""
    text = harm.data.decode("utf-8", "ignore")
    try:
        json.loads(text)
        return
    except ValueError:
        pass
    found = salvage(text)
    assert found.first or not text
    kept = [json.dumps(one, ensure_ascii=False) for one in whole_records(found)]
    if harm.at < made.head:
        return
    for record in harm.readable:
        sound = json.dumps(json.loads(made.data[record.start : record.end]), ensure_ascii=False)
        assert sound in kept


@given(value=TREES)
def test_a_sound_value_is_read_as_it_is(value: Any) -> None:
    for indent in (None, 2):
        text = json.dumps([value], indent=indent)
        found = salvage(text)
        assert found.value == [value]
        assert (found.torn, found.first) == ({}, 0)


@given(data=st.data(), made=documents())
def test_cut_at_any_byte(data: st.DataObject, made: kit.Made) -> None:
    assert_kept(made, kit.cut(made, data.draw(st.integers(1, len(made.data) - 1))))


@settings(max_examples=300)
@given(data=st.data(), made=documents())
def test_any_line_dropped_doubled_or_spliced(data: st.DataObject, made: kit.Made) -> None:
    number = data.draw(st.integers(0, kit.lines_of(made) - 1))
    assert_kept(made, kit.without_line(made, number))
    assert_kept(made, kit.line_twice(made, number))


@settings(max_examples=300)
@given(text=st.text('{}[]":,\\ \n01tnaé', max_size=60))
def test_no_text_raises(text: str) -> None:
    found = salvage(text)
    try:
        sound = json.loads(text)
    except ValueError:
        return
    if isinstance(sound, list | dict):
        assert found.value == sound


@pytest.mark.parametrize(
    ("text", "value", "torn", "line", "cut"),
    [
        ('[{"a": 1}, {"b": ', [{"a": 1}, {}], 1, 1, True),
        ('[\n {"a": 1},\n {"b": "half', [{"a": 1}, {}], 1, 3, True),
        ('[\n {"a": 1},\n {"a": 2},\n}\n]', [{"a": 1}, {"a": 2}], 0, 4, False),
        ('{"messages": [{"a": 1}', {"messages": [{"a": 1}]}, 0, 1, True),
        ('[{"a": tru}, {"a": 2}]', [{}, {"a": 2}], 1, 1, False),
        ("", None, 0, 0, True),
        ("no JSON at all", None, 0, 1, False),
    ],
)
def test_values(text: str, value: Any, torn: int, line: int, cut: bool) -> None:
    found = salvage(text)
    assert found.value == value
    records = found.value if isinstance(found.value, list) else []
    assert sum(id(one) in found.torn for one in records) == torn
    assert (found.first, found.cut) == (line, cut or not found.first)


def test_a_member_out_of_line_behind_a_lost_bracket_is_closed_by_its_own() -> None:
    rows = ("{", ' "m": {', '  "a": {', '   "x": 1', '  "b": {', '   "y": 2', "  }", " }", "}")
    wide = [" " * (len(row) - len(row.lstrip())) + row for row in rows]
    wide[4] = " " + wide[4]
    found = salvage("\n".join(wide))
    (outer,) = found.value["m"].values()
    assert outer == {"x": 1, "b": {"y": 2}}
    assert id(outer) in found.torn
    assert id(outer["b"]) not in found.torn


@pytest.mark.parametrize("deep", ['{"a":' * 5000 + "1" + "}" * 5000, "[" * 5000 + "]" * 5000])
def test_what_is_too_deep_is_lost_and_nothing_beside_it(deep: str) -> None:
    found = salvage(f'{{"b": [1, {{"c": {deep}, "d": 2}}, 3], "e": 4}}')
    assert len(json.dumps(found.value)) < 5000
    assert (found.value["b"][0], found.value["b"][1]["d"], found.value["b"][2]) == (1, 2, 3)
    assert found.value["e"] == 4
    assert id(found.value["b"][1]) in found.torn
    assert (found.first, found.cut) == (1, False)


@pytest.mark.parametrize("number", range(13))
def test_of_a_line_that_stands_there_twice_nothing_is_lost(number: int) -> None:
    value = {"m": {"a": {"x": 1, "y": {"w": 3}}, "b": {"x": 2}}, "z": 3}
    lines = json.dumps(value, indent=2).split("\n")
    found = salvage("\n".join([*lines[: number + 1], *lines[number:]]))
    assert found.value == value
    assert found.first in (0, number + 2)  # a member that is a number may stand there twice


def test_lines_of_containers() -> None:
    found = salvage('{\n "a": [\n  {"b": 1},\n  {"c": {\n')
    inner = found.value["a"]
    assert [found.lines[id(one)] for one in (found.value, inner, *inner)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "text",
    ["[" * 50_000, "]" * 50_000, '{"a":' * 50_000, "[{" * 50_000, '"' * 100_000, "\n [" * 30_000, '{"a"}' * 30_000,
     "[" * 20_000 + "}" * 20_000, '"\\' * 50_000],
    ids=range(9),
)  # fmt: skip
def test_hostile_texts_come_to_an_end(text: str) -> None:
    assert salvage(text).first == 1 or "\n" in text


def test_a_value_that_begins_further_left_than_its_key_belongs_to_it() -> None:
    found = salvage('{\n  "a": {\n    "b":\n{"c": 1}\n  },\n  "d": [1\n}')
    assert found.value == {"a": {"b": {"c": 1}}, "d": [1]}
    assert found.first == 7
