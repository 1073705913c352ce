"""Whatever Python lets a caller hand over, every act ends in a value or in a `DoctorError`."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.everything import HI, look_into, survive
from tests.properties.odd_values import Dump, RaisingDict, RaisingList, Text, deep, heavy, small
from tests.properties.real_bodies import damaged
from transcript_doctor import DoctorError, Report, check, check_history, diff, explain, shape, show


def wrapped(value: Any) -> list[Any]:
    """Return a value, and transcripts that hold it in every kind of place."""
    return [
        value, [value], [HI, value], {"messages": value}, {"messages": [value]}, {"input": value},
        {"contents": [value]}, {"messages": [HI], "thinking": value, "tools": [{"type": value, "name": value}]}, {"messages": [HI], "tools": value, "system": value, "model": value},
        [{"role": value, "content": "x"}], [{"role": "user", "content": value}],
        [{"role": "user", "content": [value]}], [HI, {"role": "assistant", "content": None, "tool_calls": value}],
        [HI, {"role": "assistant", "content": [{"type": "tool_use", "id": value, "name": value, "input": value}]}],
        [HI, {"role": "user", "content": "x", "a key": value}],
    ]  # fmt: skip


@pytest.mark.parametrize("number", range(len(small())))
def test_odd_values_anywhere(number: int) -> None:
    rng = random.Random(number)
    for value in wrapped(small()[number]):
        survive(value, rng)


@pytest.mark.parametrize("number", range(len(heavy())))
def test_deep_and_endless_values(number: int) -> None:
    rng = random.Random(number)
    value = heavy()[number]
    for each in (value, [HI, {"role": "user", "content": [{"type": "text", "text": value}]}]):
        with suppress(DoctorError):
            look_into(check(each, target=rng.choice(["all", "anthropic", "openai"])))
            assert isinstance(show(each, contents=10), str)
            check_history(each)


@settings(max_examples=60)
@given(text=st.text(max_size=40), code=st.text(max_size=6))
def test_any_text_as_a_name(text: str, code: str) -> None:
    for act in (
        lambda: check([HI], format=text),
        lambda: check([HI], target=text),
        lambda: check([HI], select=[code]),
        lambda: check([HI], as_=text),
        lambda: shape([HI], format=text),
        lambda: explain(code),
    ):
        with suppress(DoctorError):
            act()


@pytest.mark.parametrize("option", ["format", "target", "as_", "context", "select", "ignore"])
def test_options_of_a_wrong_type_are_named(option: str) -> None:
    for value in (
        3,
        10**5000,
        [],
        ["x"],
        {"a": 1},
        b"x",
        object(),
        1.5,
        Text("x"),
        [[]],
        deep(2000),
    ):
        with suppress(DoctorError):
            assert isinstance(check([HI], **{option: value}), Report)


@pytest.mark.parametrize("contents", ["x", [], 1.5, b"1", object()])
def test_a_length_that_is_no_number_is_named(contents: Any) -> None:
    with pytest.raises(DoctorError, match="number of characters"):
        show([HI], contents=contents)


def disguised(rng: random.Random, value: Any) -> Any:
    """Return a value with some of its containers and texts as other classes have them."""
    if isinstance(value, dict):
        made: Any = {key: disguised(rng, child) for key, child in value.items()}
        return rng.choice([RaisingDict, Dump])(made) if rng.random() < 0.1 else made
    if isinstance(value, list):
        items = [disguised(rng, child) for child in value]
        return rng.choice([tuple, RaisingList])(items) if rng.random() < 0.1 else items
    return Text(value) if isinstance(value, str) and rng.random() < 0.1 else value


@pytest.mark.parametrize("seed", range(40))
def test_other_classes_make_no_difference(seed: int) -> None:
    rng = random.Random(seed)
    value = damaged(rng, rng.choice((0, 1, 3)))
    other = disguised(rng, value)
    for target in (None, "all"):
        assert check(other, target=target) == check(value, target=target)
    assert shape(other) == shape(value)
    assert show(other) == show(value)
    assert diff(other, value) == ""


LONG = "x" * 1_000_000


@pytest.mark.parametrize(
    "messages",
    [
        [{"role": "assistant", "content": None, "tool_calls": [
            {"id": LONG + str(i), "type": "function", "function": {"name": LONG, "arguments": "{" + LONG}}]}
            for i in range(5)],
        [{"role": "assistant", "content": [{"type": "tool_use", "id": LONG + str(i), "name": LONG, "input": {}}]}
            for i in range(5)],
        [{"role": LONG, "content": [{"type": LONG, LONG: LONG}], LONG: {LONG: "\ud800"}}],
        [HI, {"role": "assistant", "content": [
            {"type": "tool_use", "id": f"toolu_{i:06}", "name": "f", "input": {}} for i in range(500)]}, HI],
    ],
    ids=["calls", "blocks", "keys", "many calls"],
)  # fmt: skip
@pytest.mark.parametrize("target", [None, "all"])
def test_reports_stay_small(messages: list[Any], target: str | None) -> None:
    report = check(messages, target=target)
    assert report.findings
    assert len(json.dumps(report.to_json())) < 5000 * len(report.findings)
