"""What the walks share: texts outside ASCII at any depth, and the words for types."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.walk import MAX_DEPTH, see_wide, type_words, wide_strings


def test_every_text_and_key_outside_ascii_is_found_with_its_place() -> None:
    value = {"a": ["x", "ü", {"é": 1, "b": "ö"}], "c": 3, "d": None, "e": ("ä",)}
    assert sorted(wide_strings(value, ("content",)), key=str) == [
        (("content", "a", 1), "ü"),
        (("content", "a", 2), "é"),
        (("content", "a", 2, "b"), "ö"),
    ]
    assert list(wide_strings("ü", ("content",))) == [(("content",), "ü")]
    assert list(wide_strings("u", ())) == []


def test_what_is_nested_too_deep_is_not_looked_into() -> None:
    deep: Any = "ü"
    for _ in range(MAX_DEPTH):
        deep = [deep]
    assert len(list(wide_strings(deep, ()))) == 1
    assert list(wide_strings([deep], ())) == []
    for _ in range(50_000):
        deep = {"k": deep}
    assert list(wide_strings(deep, ())) == []


@pytest.mark.parametrize("value", [None, 3, 2.5, True, b"\xff", ("ü",), "", [], {}])
def test_other_values_hold_no_text(value: Any) -> None:
    outline = Outline("openai-chat", [], {}, Facts({}))
    see_wide(outline, 0, (), value)
    assert outline.wide == []


@pytest.mark.parametrize(
    ("value", "kind", "a_kind"),
    [
        (None, "null", "null"),
        (True, "boolean", "a boolean"),
        (2, "number", "a number"),
        (2.5, "number", "a number"),
        ("x", "string", "a string"),
        ([], "array", "an array"),
        ({}, "object", "an object"),
        ((), "object", "an object"),
    ],
)
def test_types_have_their_words(value: Any, kind: str, a_kind: str) -> None:
    words = type_words(value)
    assert (words["type"], words["a_type"]) == (kind, a_kind)
