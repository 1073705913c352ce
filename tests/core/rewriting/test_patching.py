"""Edits done in a text are those done to its value, and what is not touched keeps its characters."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.core.edit import Edit, apply
from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.rewriting.comparing import alike, differences, longest_rising, paired
from transcript_doctor.core.rewriting.patching import patched
from transcript_doctor.core.rewriting.style import Style

WORDS = st.text('a"\\{}[],:\u2028é😀\n\ud800', max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)
LAYOUTS = st.fixed_dictionaries(
    {
        "indent": st.sampled_from([None, 0, 1, 4, "\t"]),
        "separators": st.sampled_from([(",", ":"), (", ", ": "), (" , ", " : ")]),
        "ensure_ascii": st.booleans(),
    }
)


@st.composite
def edits(draw: st.DrawFn, value: Any) -> list[Edit]:
    """Some edits of a value, none of them below another."""
    found: list[Edit] = []
    for _ in range(draw(st.integers(0, 4))):
        place: tuple[str | int, ...] = ()
        here = value
        while isinstance(here, dict | list) and here and (not place or draw(st.booleans())):
            step = draw(
                st.sampled_from(sorted(here) if isinstance(here, dict) else range(len(here)))
            )
            place, parent, here = (*place, step), here, here[step]
        if not place or any(e.place[: len(place)] == place[: len(e.place)] for e in found):
            continue
        kinds = ["drop", "put"] + (["insert"] if isinstance(parent, list) else [])
        kind = draw(st.sampled_from(kinds))
        found.append(Edit(kind, place, None if kind == "drop" else draw(VALUES)))
    return found


@given(data=st.data(), layout=LAYOUTS)
def test_a_text_says_afterwards_what_its_value_does(
    data: st.DataObject, layout: dict[str, Any]
) -> None:
    value = data.draw(st.lists(VALUES, max_size=4) | st.dictionaries(WORDS, VALUES, max_size=4))
    text = data.draw(st.sampled_from(["", " ", "\ufeff"])) + json.dumps(value, **layout)
    wanted = data.draw(edits(value))
    made = patched(text, wanted)
    (after,) = apply([value], [edit._replace(place=(0, *edit.place)) for edit in wanted])
    assert json.loads(made.lstrip("\ufeff")) == after
    if not wanted:
        assert made == text


@given(data=st.data(), layout=LAYOUTS)
def test_an_element_that_is_not_touched_keeps_its_text(
    data: st.DataObject, layout: dict[str, Any]
) -> None:
    values = data.draw(st.lists(VALUES, min_size=1, max_size=5))
    gone = data.draw(st.integers(0, len(values) - 1))
    texts = [json.dumps(value, **layout) for value in values]
    made = patched("[ " + " ,  ".join(texts) + "\t]", [Edit("drop", (gone,))])
    kept = texts[:gone] + texts[gone + 1 :]
    at = 0
    for one in kept:
        at = made.index(one, at) + len(one)
    assert json.loads(made) == values[:gone] + values[gone + 1 :]


@pytest.mark.parametrize(
    ("text", "edit", "made"),
    [
        ('{"a": 1,  "b":2 }', Edit("put", ("a",), "x"), '{"a": "x",  "b":2 }'),
        ('{"a":1}', Edit("put", ("b",), [1, 2]), '{"a":1,"b":[1,2]}'),
        ('{"a": 1, "b": 2}', Edit("put", ("c",), [1, 2]), '{"a": 1, "b": 2, "c": [1, 2]}'),
        ('{"a":1,"a":2}', Edit("put", ("a",), 3), '{"a":1,"a":3}'),
        ("[]", Edit("insert", (0,), {"a": 1}), '[{"a":1}]'),
        ("[1]", Edit("drop", (0,)), "[]"),
        ('["\\u00e9"]', Edit("put", (0,), "é"), '["\\u00e9"]'),
        ('["é"]', Edit("put", (0,), "é\ud800"), '["é\\ud800"]'),
        ("[\r\n  1\r\n]", Edit("insert", (1,), [2]), "[\r\n  1,\r\n  [\r\n    2\r\n  ]\r\n]"),
        ('{\n "a": []\n}', Edit("put", ("b",), 1), '{\n "a": [],\n "b": 1\n}'),
    ],
)
def test_what_is_new_is_written_like_what_stands_around_it(
    text: str, edit: Edit, made: str
) -> None:
    assert patched(text, [edit]) == made


@pytest.mark.parametrize(
    ("text", "edit"),
    [
        ('{"a":1}', Edit("put", ("a", "b"), 1)),
        ("[1]", Edit("drop", (3,))),
        ("[1", Edit("drop", (0,))),
        ('{"a":[]}', Edit("put", ("b", "c"), 1)),
        ("[" * 100_000, Edit("drop", (0,))),
    ],
)
def test_a_place_that_is_not_in_the_text_is_refused(text: str, edit: Edit) -> None:
    with pytest.raises(Unwritable):
        patched(text, [edit])


@given(old=st.lists(VALUES, max_size=6), data=st.data())
def test_differences_make_the_new_value_of_the_old_one(old: list[Any], data: st.DataObject) -> None:
    pool = st.sampled_from(old) if old else VALUES
    new = data.draw(st.lists(pool | VALUES, max_size=6))
    assert apply(old, differences(old, new)) == new


@given(st.lists(st.integers(0, 30), unique=True, max_size=12))
def test_the_longest_rising_row_rises_and_no_swap_is_longer(numbers: list[int]) -> None:
    kept = longest_rising(numbers)
    row = [number for number in numbers if number in kept]
    assert row == sorted(row)
    best = [1] * len(numbers)
    for i in range(len(numbers)):
        best[i] = max([best[j] + 1 for j in range(i) if numbers[j] < numbers[i]], default=1)
    assert len(kept) == max(best, default=0)


def test_a_changed_element_is_found_between_those_that_stayed() -> None:
    a, b, c = (
        {"type": "text", "text": "a"},
        {"type": "tool_use", "id": "1"},
        {"type": "text", "text": "c"},
    )
    changed = {"type": "tool_use", "id": "2"}
    assert [i for i, _ in paired([a, b, c], [a, {"type": "image"}, changed, c])] == [0, None, 1, 2]


def test_a_value_may_have_become_another_that_says_half_the_same_of_itself() -> None:
    call = {"type": "tool_use", "id": "a", "name": "f", "input": {}}
    assert alike(call, {**call, "id": "b", "input": {"x": 1}})
    assert not alike(call, {**call, "id": "b", "name": "g"})
    assert not alike(call, {**call, "type": "text"})
    assert alike("a", "b")
    assert not alike("a", call)


def test_new_text_is_escaped_only_where_the_old_one_had_to_be() -> None:
    assert Style.of('{"a": 1}').written("é") == '"é"'
    assert Style.of('{"a": "\\u00e9"}').written("é") == '"\\u00e9"'
    assert Style.of('{"a": "é"}').written("é") == '"é"'


def test_what_is_laid_out_with_tabs_goes_on_with_tabs() -> None:
    style = Style.of('{\n\t"a": 1\n}')
    assert style.written({"b": [1]}, "\n\t") == '{\n\t\t"b": [\n\t\t\t1\n\t\t]\n\t}'
    assert style.written({"b": 1}, "\n  ") == '{\n    "b": 1\n  }'


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("[1,\n 2]", "[0,\n 1,\n 2]"),
        ('{"a": [1,\n  2]}', '{"a": [0,\n  1,\n  2]}'),
        ("[1, 2]", "[0, 1, 2]"),
        ("[\n 1,\n 2]", "[\n 0,\n 1,\n 2]"),
    ],
)
def test_a_new_first_one_stands_where_the_first_stood(text: str, after: str) -> None:
    place = ("a", 0) if text.startswith("{") else (0,)
    assert patched(text, [Edit("insert", place, 0)]) == after
