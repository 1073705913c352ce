"""Simulated mistakes: the right one is named first, and hardly ever is another one stated."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.acceptance.mechanisms import MECHANISMS, Mechanism, sound, turns
from transcript_doctor import Diagnosis, check, diagnose

_RUNS = 120
"""Histories that each mechanism is tried on."""


def diagnoses(mechanism: Mechanism) -> Iterator[Diagnosis]:
    """Diagnose what a mistake makes of histories, with the sentence that the provider answers with."""
    for seed in range(_RUNS):
        chance = random.Random(seed)
        history = sound(chance)
        made = mechanism.make(history, chance) if turns(history) else None
        if made is None:
            continue
        report = check(made, target=mechanism.target, as_="request", context=mechanism.context)
        if not report.findings:
            continue
        errors = [finding for finding in report.findings if finding.severity == "error"]
        yield diagnose(errors[0].provider_says if errors else None, report)


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda one: one.make.__name__)
def test_the_right_cause_comes_first_and_hardly_a_wrong_one_is_stated(mechanism: Mechanism) -> None:
    found = list(diagnoses(mechanism))
    assert len(found) >= _RUNS // 4
    first = Counter(d.suspects[0].mistake.name if d.suspects else "nothing" for d in found)
    told = Counter(s.mistake.name for d in found for s in d.suspects[:3])
    stated = Counter(d.mistake.name for d in found if d.mistake)
    right = sum(first[name] for name in {mechanism.name, *mechanism.twins})
    wrong = stated.total() - stated[mechanism.name]
    figures = f"of {len(found)}: first {first}, stated {stated}"
    assert right / len(found) >= 0.7, figures
    assert wrong / len(found) <= 0.05, figures
    assert told[mechanism.name] / len(found) >= 0.7, figures


def test_what_a_list_decides_is_stated() -> None:
    decided = {
        m.make.__name__
        for m in MECHANISMS
        if sum(d.mistake is not None for d in diagnoses(m)) > _RUNS // 10
    }
    assert len(decided) >= 12, decided
