"""Templates and what fills them: our own sentences are always made, a provider's is exact or not made."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.core.wording import a_part, filled, named, why_not, with_article, worded


@pytest.mark.parametrize(
    ("template", "values", "made"),
    [
        ("the id {id} is odd", {"id": "c1"}, "the id c1 is odd"),
        ("the id {id} is odd", {"id": None}, "the id is odd"),
        ("the id {id} is odd", {}, "the id is odd"),
        ("the content is {a_type}", {"type": "object"}, "the content is an object"),
        ("the content is {a_type}", {"type": "number"}, "the content is a number"),
        ("the content is {a_type}", {"type": "array"}, "the content is a list"),
        ("the content is {a_type}", {"type": "null"}, "the content is null"),
        ("it holds {a_part}", {"type": "image"}, "it holds an `image`"),
        ("the key {key!r}", {"key": "x"}, "the key 'x'"),
        ("the type {type!r}", {"type": None}, "the type null"),
        ("the type {type!r}", {"type": {"a": [None, True]}}, 'the type {"a": [null, true]}'),
        ("the type {type!r}", {"type": {1, 2}}, "the type set"),
        ("{count} are {max}", {"count": 3, "max": 2}, "3 are 2"),
        ("answer {call}", {"call": "the 2nd call, f,"}, "answer the 2nd call, f"),
        ("an empty {{}} list", {}, "an empty {} list"),
    ],
)
def test_our_own_sentences(template: str, values: dict[str, Any], made: str) -> None:
    assert worded(template, values) == made


@pytest.mark.parametrize(
    ("template", "values", "made"),
    [
        ("messages[{i}]", {"i": 3}, "messages[3]"),
        ("messages[{i}]", {"i": None}, None),
        ("messages[{i}]", {}, None),
        ("of {list}", {"list": ["a", "b"]}, "of ['a', 'b']"),
        ("of {list}", {"list": ["a", None]}, None),
        ("role {value!r}", {"value": "x"}, "role 'x'"),
        ("role {value!r}", {"value": {"a": None}}, None),
        ("no field, {{braces}}", {}, "no field, {braces}"),
    ],
)
def test_sentences_of_providers(template: str, values: dict[str, Any], made: str | None) -> None:
    assert filled(template, values) == made


@pytest.mark.parametrize(
    "word",
    [
        "an image",
        "an object",
        "an input_text",
        "an mcp_tool_use",
        "an unknown",
        "a text",
        "a number",
        "a url",
        "a user_location",
        "a boolean",
        "a tool_use",
        "a list",
        "an upload",
    ],
)
def test_articles(word: str) -> None:
    _, _, bare = word.partition(" ")
    assert with_article(bare) == word
    assert a_part(bare) == word.replace(" ", " `") + "`"


@given(st.recursive(st.none() | st.booleans() | st.text() | st.floats(), lambda x: st.lists(x)))
def test_no_value_leaves_a_gap(value: Any) -> None:
    made = worded("a {type!r} of {a_type} and {type}.", {"type": value})
    assert "{type" not in made
    assert not made.endswith(",")


def test_a_value_of_any_depth_is_written() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    assert worded("{type!r}", {"type": deep}) == "list"


def test_a_value_beyond_all_measure_is_cut() -> None:
    megabyte = "x" * 1_000_000
    assert worded("the id {id} is odd", {"id": "x" * 200}) == f"the id {'x' * 200} is odd"
    assert worded("the id {id} is odd", {"id": megabyte}) == f"the id {'x' * 199}… is odd"
    assert len(worded("{id!r} {value!r}", {"id": megabyte, "value": [megabyte]})) < 500
    assert filled("ids: {ids}", {"ids": "x" * 1000}) == f"ids: {'x' * 1000}"
    assert filled("ids: {ids}", {"ids": megabyte}) == f"ids: {'x' * 999}…"
    assert filled("of {list}", {"list": [megabyte]}) == f"of ['{'x' * 199}…']"
    assert len(filled("of {list}", {"list": ("x",) * 1_000_000}) or "") < 1000


def test_a_number_beyond_all_measure_is_named_or_leaves_no_sentence() -> None:
    assert worded("the id {id}", {"id": 10**5000}) == "the id int"
    assert filled("the id {id}", {"id": 10**5000}) is None
    assert named(10**5000) == "int"


@pytest.mark.parametrize(
    ("value", "word"),
    [("x", "x"), (None, "None"), (3, "3"), (True, "True"), (["x"], '["x"]'), (object(), "object")],
)
def test_what_stands_where_a_name_should(value: Any, word: str) -> None:
    assert named(value) == word


@pytest.mark.parametrize(
    ("fault", "what", "words"),
    [
        (FileNotFoundError(2, "No such file or directory"), "file", "there is no such file"),
        (FileNotFoundError(2, "No such file or directory"), "folder", "there is no such folder"),
        (PermissionError(13, "Permission denied"), "file", "Permission denied"),
        (OSError("odd"), "file", "odd"),
    ],
)
def test_why_a_file_could_not_be_opened(fault: OSError, what: str, words: str) -> None:
    assert why_not(fault, what) == words
