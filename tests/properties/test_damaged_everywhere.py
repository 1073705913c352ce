"""Damage of every kind in all seven formats: what a cut and a conversion make of it."""

from __future__ import annotations

import copy
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.acts.trim.sickness import is_no_sicker
from tests.properties.damages import ANY, LIST_KEYS, damaged
from transcript_doctor import check, convert, repair, trim
from transcript_doctor.core.errors import SickTranscript

SEEDS = st.integers(0, 2**32)
FORMAT_NAMES = st.sampled_from(sorted(LIST_KEYS))
CUT_OFF = {"P007", "R001"}
"""Where a damage took the question away, or all: no conversion brings that back, and its report says so."""
LAX = {"R009", "Y002"}
"""What the lab takes and nobody else does: calls in the user's words, calls of no tool."""
HOMES = ("anthropic", "openai", "openai-responses", "gemini", "bedrock", "lab", "oracle")


@settings(max_examples=80, deadline=None)
@given(FORMAT_NAMES, SEEDS, st.integers(0, 8))
def test_a_cut_of_a_sick_list_is_never_sicker(format: str, seed: int, budget: int) -> None:
    messages: list[Any] = damaged(format, ANY, random.Random(seed))[LIST_KEYS[format]]
    before = copy.deepcopy(messages)
    how = {"format": format, "as_": "request"}
    found = trim(messages, max_messages=budget, **how)
    assert messages == before
    assert found.met == (found.cost <= budget)
    is_no_sicker(found, messages, **how)


@settings(max_examples=80, deadline=None)
@given(FORMAT_NAMES, SEEDS, st.integers(1, 9))
def test_what_was_repaired_is_legal_at_every_cut(format: str, seed: int, budget: int) -> None:
    messages = damaged(format, ANY, random.Random(seed))[LIST_KEYS[format]]
    done = repair(messages, format=format, as_="request")
    if done.report.ok:
        found = trim(done.messages, max_messages=budget, format=format, as_="request")
        assert found.report.ok


@settings(max_examples=80, deadline=None)
@given(FORMAT_NAMES, SEEDS, st.sampled_from(HOMES))
def test_a_sick_list_is_refused_or_repaired_before_it_is_converted(
    format: str, seed: int, to: str
) -> None:
    messages = damaged(format, ANY, random.Random(seed))[LIST_KEYS[format]]
    before = copy.deepcopy(messages)
    there = refused = None
    try:
        there = convert(messages, to=to, format=format, repair=True)
    except SickTranscript as error:
        refused = error.report
    assert messages == before
    if there is None:
        assert refused is not None
        assert not refused.ok
    else:
        found = check(there.transcript, format=there.report.format, target=to, as_=there.report.as_)
        assert found == there.report
        left = {finding.code for finding in found.findings if finding.severity == "error"}
        assert left <= CUT_OFF | (LAX if format == "pi" else set())
