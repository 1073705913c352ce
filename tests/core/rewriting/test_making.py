"""What a new record takes from its neighbours."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from transcript_doctor.core.rewriting.making import new_id, time_between


@pytest.mark.parametrize(
    ("behind", "ahead", "made"),
    [
        ("2026-01-01T00:00:00.000Z", None, "2026-01-01T00:00:00.001Z"),
        ("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"),
        ("2026-01-01T01:00:00+01:00", "later", "2026-01-01T01:00:00.001+01:00"),
        ("9999-12-31T23:59:59.999Z", None, "9999-12-31T23:59:59.999Z"),
        ("9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"),
        ("soon", 5, "soon"),
        (None, "2026", "2026"),
        (1000, 1001, 1001),
        (1000, 1000, 1000),
        (10**400, 1.5, 10**400),
    ],
)
def test_a_time_is_right_behind_one_and_not_behind_the_other(
    behind: Any, ahead: Any, made: Any
) -> None:
    assert time_between(behind, ahead) == made


def test_an_id_is_nobodys_and_the_same_for_the_same() -> None:
    first = new_id((), 8, "about")
    assert new_id((), 8, "about") == first
    second = new_id({first}, 8, "about")
    assert (len(second), second == first) == (8, False)
    assert str(UUID(new_id((), None, "about"))) == new_id((), None, "about")


def test_where_the_short_ids_are_taken_it_is_longer() -> None:
    every = {f"{number:x}" for number in range(16)}
    assert len(new_id(every, 1, "about")) == 2
