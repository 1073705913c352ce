"""Damage of every kind, in every format: what a repair leaves, and what it may never do."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.acceptance.case_files import load_cases
from tests.properties import damages
from tests.properties.damages import ANY, LIST_KEYS, NAMED, ORDER, damaged, healthy
from tests.properties.real_bodies import ODD
from transcript_doctor import DoctorError, check
from transcript_doctor.acts.repair import Repair, repair
from transcript_doctor.catalog import FORMATS, target_names
from transcript_doctor.core.errors import UnprovenRepair
from transcript_doctor.core.safety import POLICIES

SEEDS = st.integers(0, 2**32)
FORMAT_NAMES = st.sampled_from(sorted(LIST_KEYS))


def said(format: str, messages: list[Any]) -> Counter[tuple[str, str]]:
    """What the texts and results of a list say."""
    parts = [part for message in messages for part in FORMATS[format].parts(message)]
    return Counter(
        (part.kind, json.dumps(part.text, sort_keys=True))
        for part in parts
        if part.kind in ("text", "result") and part.text
    )


def words(value: Any) -> Counter[str]:
    """Every text below a value that a healthy history tells apart from all others."""
    found: Counter[str] = Counter()
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            found.update(w for w in node.split("\n") if w.startswith(("asked", "said", "answered")))
            found.update(f"gave {w.split()[0]}" for w in node.split("gave ")[1:] if w.split())
        elif isinstance(node, dict | list):
            stack += node.values() if isinstance(node, dict) else node
    return found


def settled(format: str, body: dict[str, Any], policy: Any) -> Repair:
    """A repair, with everything that holds of every one of them."""
    before, named = copy.deepcopy(body), format if format in NAMED else None
    done = repair(body, format=named, policy=policy)
    assert body == before
    key = next(key for key in LIST_KEYS.values() if key in body)
    assert (done.transcript is body) == (not done.changes)
    assert done.transcript[key] is done.messages or done.transcript is body
    assert repair(done.transcript, format=named, policy=policy).transcript is done.transcript
    rank = POLICIES.index(policy)
    assert {change.safety for change in done.changes} <= {*POLICIES[: rank + 1]}
    for message, then in zip(done.messages, done.came_from, strict=True):
        assert then is None or message != before[key][then] or message is body[key][then]
    left = {(f.code, f.place) for f in done.report.findings if f.severity == "error"}
    assert left <= {(r.finding.code, r.finding.place) for r in done.refused}
    assert all(r.reason for r in done.refused)
    return done


@given(FORMAT_NAMES, SEEDS)
@settings(max_examples=40)
def test_what_is_sound_comes_back_as_it_is(format: str, seed: int) -> None:
    body = healthy(format, random.Random(seed))
    done = repair(body, format=format if format in NAMED else None)
    assert done.report.ok
    assert done.transcript is body
    assert done.messages is body[LIST_KEYS[format]]


@given(FORMAT_NAMES, SEEDS, st.sampled_from(POLICIES))
@settings(max_examples=150)
def test_any_damage_settles_and_nothing_is_lost_unreported(
    format: str, seed: int, policy: Any
) -> None:
    body = damaged(format, ANY, random.Random(seed))
    key = LIST_KEYS[format]
    done = settled(format, body, policy)
    before, after = words(body[key]), words(done.messages)
    lost = words([loss.raw for loss in done.losses])
    doubled = {word for word, times in before.items() if times > 1}
    assert not {*(before - after - lost)} - doubled
    assert before.keys() <= after.keys() | lost.keys()
    assert not after - before


OPENS = {"P007", "R003"}
"""A list whose first question was moved away begins with an answer: what it should begin with is not told."""


@given(FORMAT_NAMES, SEEDS)
@settings(max_examples=120)
def test_moves_doubles_and_splits_lose_nothing(format: str, seed: int) -> None:
    sound = said(format, healthy(format, random.Random(seed))[LIST_KEYS[format]])
    body = damaged(format, ORDER, random.Random(seed))
    done = settled(format, body, "marked")
    assert {r.finding.code for r in done.refused if r.finding.severity == "error"} <= OPENS
    assert not done.losses
    after = said(format, done.messages)
    # Where a second result is taken, it stays.
    assert after.keys() == sound.keys()
    assert {k: n for k, n in after.items() if k[0] == "text"} == {
        k: n for k, n in sound.items() if k[0] == "text"
    }
    assert sound <= after <= said(format, body[LIST_KEYS[format]])


@given(SEEDS)
@settings(max_examples=150)
def test_hostile_values_never_raise(seed: int) -> None:
    rng = random.Random(seed)
    case = rng.choice([case for case in load_cases() if len(case.messages) < 30])
    messages = copy.deepcopy(case.messages)
    for _ in range(rng.randint(1, 4)):
        spots = damages.spots(messages, lambda key, value: True)
        if spots:
            node, key = rng.choice(spots)
            node[key] = copy.deepcopy(rng.choice(ODD))
    try:
        done = repair(
            messages,
            format=case.format,
            target=rng.choice([None, "all", *target_names()]),
            context=case.context,
            policy=rng.choice(POLICIES),
            unanswered=rng.choice(["marker", "drop"]),
            orphan=rng.choice(["quote", "drop"]),
        )
    except UnprovenRepair:
        raise
    except DoctorError:
        return
    assert len(done.came_from) == len(done.messages)
    for row in (*done.changes, *done.refused):
        assert json.dumps(row.to_json())


@pytest.mark.parametrize("format", LIST_KEYS)
def test_the_histories_are_sound_before_they_are_damaged(format: str) -> None:
    for seed in range(20):
        named = format if format in NAMED else None
        report = check(healthy(format, random.Random(seed)), format=named)
        assert not report.findings, report
