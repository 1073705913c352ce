"""Real requests and sick histories, damaged at random: findings lead to a place that is there."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any

import pytest

from tests.properties.everything import FORMAT_NAMES, HI, TARGET_NAMES, look_into
from tests.properties.real_bodies import damaged
from transcript_doctor import DoctorError, Report, check, check_history, diff, validate


@pytest.mark.parametrize("seed", range(250))
def test_damaged_bodies_give_findings_that_can_be_found(seed: int) -> None:
    rng = random.Random(seed)
    value = damaged(rng, rng.choice((1, 1, 2, 3, 6)))
    before = json.dumps(value)
    for format, target in (
        (None, None),
        (None, "all"),
        (rng.choice(FORMAT_NAMES), rng.choice(TARGET_NAMES)),
    ):
        with suppress(DoctorError):
            report = check(value, format=format, target=target)
            look_into(report)
            look_up(value, report)
    with suppress(DoctorError):
        validate(value)
        check_history(value)
    assert isinstance(diff(value, [HI], contents=5), str)
    assert json.dumps(value) == before


def look_up(value: Any, report: Report) -> None:
    outline = report.outline
    assert outline is not None
    for finding in report.findings:
        assert finding.index is None or 0 <= finding.index < len(outline.messages)
        for place in (finding.place, *finding.related):
            root = len(outline.root)
            if report.format == "oracle":
                continue  # its list is put together from two, so its places are not the body's
            if place[:root] == outline.root:
                assert stands(outline.messages, place[root:]), (finding, place)
            else:
                assert isinstance(value, dict), (finding, place)
                assert stands(value, place), (finding, place)


def stands(node: Any, steps: tuple[Any, ...]) -> bool:
    """Tell whether steps lead to a node, or to one that its parent lacks."""
    for number, step in enumerate(steps, 1):
        try:
            node = node[step]
        except (KeyError, IndexError, TypeError):
            is_last = number == len(steps)
            return is_last and isinstance(node, list if isinstance(step, int) else dict)
    return True
