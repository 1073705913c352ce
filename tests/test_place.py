"""Places as people write them."""

from __future__ import annotations

import pytest

from transcript_doctor.place import Place


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ((), ""),
        (("messages", 3, "content", 0), "messages[3].content[0]"),
        (("a key", "b.c", "ü"), "['a key']['b.c']['ü']"),
        ((0, "$x", "cache-control"), "[0].$x.cache-control"),
        (("", "9"), "['']['9']"),
    ],
)
def test_a_place_is_written_as_a_path(steps: tuple[str | int, ...], text: str) -> None:
    assert str(Place(steps)) == text


def test_a_long_key_is_cut_and_a_usual_one_is_not() -> None:
    usual = "k" * 100
    assert str(Place(("messages", 0, usual))) == f"messages[0].{usual}"
    cut = str(Place(("messages", 0, "k" * 1_000_000)))
    assert cut == f"messages[0]['{'k' * 99}…']"


def test_keys_and_indices_sort_in_reading_order() -> None:
    places = [Place(("a", 10)), Place(("a", 9)), Place(("a",)), Place((1,)), Place(("a", "b"))]
    ordered = sorted(places, key=lambda place: place.sort_key)
    assert ordered == [(1,), ("a",), ("a", 9), ("a", 10), ("a", "b")]
