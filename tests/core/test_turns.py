"""Turns: neighbours of one role, where the target joins them."""

from __future__ import annotations

import pytest

from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.turns import turn_starts


@pytest.mark.parametrize(
    ("roles", "joined"),
    [
        ("", []),
        ("u", [0]),
        ("uaua", [0, 1, 2, 3]),
        ("uuaau", [0, 0, 2, 2, 4]),
        ("usu", [0, 1, 2]),
        ("ssuu", [0, 1, 2, 2]),
        ("uatta", [0, 1, 2, 3, 4]),
        ("??", [0, 1]),
    ],
)
def test_neighbours_of_one_role_are_one_turn(roles: str, joined: list[int]) -> None:
    outline = Outline("anthropic", [{}] * len(roles), {}, Facts({}))
    outline.roles = roles
    assert turn_starts(outline, join=True) == joined
    assert turn_starts(outline, join=False) == list(range(len(roles)))
    assert turn_starts(outline, join=True) is turn_starts(outline, join=True)
