"""The way through a tree of records: what is lost costs itself alone, and no circle holds anybody up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.core.transcript import Damage, Origin
from transcript_doctor.sessions.shared.climbing import ROOT, Parent, climb, places
from transcript_doctor.sessions.shared.rows import Row

IDS = st.sampled_from(["a", "b", "c", "d", "gone"])
VALUES = st.fixed_dictionaries({"id": IDS | st.none() | st.integers()}, optional={"up": IDS})


def parent_of(value: Mapping[str, Any]) -> Parent:
    return ROOT if "id" in value and value.get("up", 0) is None else value.get("up")


def way(
    values: list[dict[str, Any]], tip: int | None = None, **more: str
) -> tuple[list[int], list[Damage]]:
    records = [Row(value, Origin("s.jsonl", n, 0)) for n, value in enumerate(values, 1)]
    damage: list[Damage] = []
    start = len(records) - 1 if tip is None else tip
    found = climb(records, places(records, "id"), start, parent_of, damage, **more)
    return found, damage


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], []),
        ([{"id": "a", "up": None}, {"id": "b", "up": "a"}], [0, 1]),
        ([{"id": "a", "up": None}, {"id": "x", "up": "a"}, {"id": "b", "up": "a"}], [0, 2]),
        (
            [{"id": "x"}, {"id": "a", "up": None}, {"id": "b", "up": "a"}],
            [1, 2],
        ),  # the root ends it
        (
            [{"id": "a"}, {"id": "b"}, {"id": "c"}],
            [0, 1, 2],
        ),  # who says nothing follows the one before
        ([{"id": "a", "up": "b"}, {"id": "b", "up": "a"}], [0, 1]),  # a circle
        ([{"id": "b", "up": "c"}, {"id": "c", "up": None}, {"id": "d", "up": "b"}], [1, 0, 2]),
    ],
)
def test_the_way_leads_from_the_root_to_the_tip(
    values: list[dict[str, Any]], expected: list[int]
) -> None:
    assert way(values) == (expected, [])


def test_a_lost_parent_costs_itself_alone_and_is_told() -> None:
    values = [{"id": "a", "up": None}, {"id": "b", "up": "gone", "in": "s1"}]
    found, damage = way(values, session="in")
    assert found == [0, 1]
    told = {"parent": "gone", "session": "s1"}
    assert damage == [Damage("S104", "no-parent", Origin("s.jsonl", 2, 0), told)]
    assert way(values)[1][0].values == {"parent": "gone", "session": None}


def test_without_a_tip_there_is_no_way() -> None:
    assert way([{"id": "a", "up": "gone"}], tip=-1) == ([], [])


@given(st.lists(VALUES, max_size=8))
def test_every_record_is_met_once_at_most(values: list[dict[str, Any]]) -> None:
    found, damage = way(values)
    assert len(set(found)) == len(found)
    assert found[-1:] == ([len(values) - 1] if values else [])
    assert len(damage) <= len(found)
