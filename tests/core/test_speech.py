"""Values in rows of speech: as base64, as JSON, as addresses, whatever they are."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.core.speech import File, address_of, addressed, base64_of, json_of, object_of
from transcript_doctor.core.walk import wide_strings


def test_data_is_base64_text_whether_it_was_text_or_bytes() -> None:
    assert base64_of(b"PNG") == base64_of(bytearray(b"PNG")) == "UE5H"
    assert base64_of("UE5H") == "UE5H"
    assert base64_of(7) is None


def test_what_is_no_json_is_the_text_that_python_has_for_it() -> None:
    assert json_of({"é": [1, None]}) == '{"é": [1, null]}'
    assert json_of({"at": range(2)}) == '{"at": "range(0, 2)"}'
    circle: list[Any] = []
    circle.append(circle)
    assert json_of(circle) == "[[...]]"


@pytest.mark.parametrize(
    "text", ["[1]", "{", '{"a": 1, "a": 2}', '{"a": 1e999}', '{"a": NaN}', '"x"']
)
def test_an_object_that_would_not_come_back_is_none(text: str) -> None:
    assert object_of(text) is None


def test_a_data_address_holds_its_label_and_its_data() -> None:
    file = addressed("image", "data:image/png;base64,UE5H")
    assert file == File("image", "image/png", "UE5H")
    assert address_of(file) == "data:image/png;base64,UE5H"
    assert address_of(File("image", None, "UE5H")) is None


def test_only_texts_are_looked_through_for_wide_letters() -> None:
    assert [*wide_strings({"a": ["é", 1], "ö": None}, ("x",))] == [
        (("x",), "ö"),
        (("x", "a", 0), "é"),
    ]
    assert [*wide_strings(7, ())] == []
