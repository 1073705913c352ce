"""What a caller states: wrong options raise, wrong facts are listed and not used, plain words for flags are taken."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import DoctorError, check
from transcript_doctor.acts.opening.stating import sort_context
from transcript_doctor.core.errors import BadOption, UnknownFormat, UnknownRule, UnknownTarget

PLAIN = [{"role": "user", "content": "Hi"}]


@pytest.mark.parametrize(
    ("option", "error"),
    [
        ({"as_": "z"}, BadOption),
        ({"as_": ["record"]}, BadOption),
        ({"as_": ""}, BadOption),
        ({"context": ["thinking"]}, BadOption),
        ({"context": "thinking=enabled"}, BadOption),
        ({"select": 5}, BadOption),
        ({"ignore": [5]}, UnknownRule),
        ({"select": ["Q1"]}, UnknownRule),
        ({"format": "klingon"}, UnknownFormat),
        ({"format": 5}, UnknownFormat),
        ({"format": ["anthropic"]}, UnknownFormat),
        ({"target": "klingon"}, UnknownTarget),
        ({"target": {"name": "openai"}}, UnknownTarget),
    ],
)
def test_wrong_options_raise(option: dict[str, Any], error: type[DoctorError]) -> None:
    with pytest.raises(error):
        check(PLAIN, **option)


@pytest.mark.parametrize("word", ["request", "record", None])
def test_right_words_do_not(word: Any) -> None:
    assert check(PLAIN, as_=word).as_ == (word or "record")


SETTINGS = "enabled, adaptive or disabled"


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("thinking", "much", SETTINGS),
        ("thinking", 5, SETTINGS),
        ("thinking", {"type": "much"}, SETTINGS),
        ("thinking", ["enabled"], SETTINGS),
        ("tools_declared", "perhaps", "true or false"),
        ("tools_declared", 2, "true or false"),
        ("store", "there", "true or false"),
        ("store", [], "true or false"),
        ("alternate", "sometimes", "true or false"),
        ("prefill", {}, "true or false"),
        ("max_images", "ten", "a number"),
        ("max_images", True, "a number"),
        ("max_image_bytes", [5], "a number"),
        ("cache_markers", -1, "a number"),
        ("cache_markers", "two", "a number"),
        ("stale_thinking_at", "3", "a list of indices"),
        ("stale_thinking_at", ["3"], "a list of indices"),
        ("stale_thinking_at", [True], "a list of indices"),
        ("turn_models", "claude-opus-4-8", "models by the index"),
        ("model", 5, "a name"),
        ("target_model", ["m"], "a name"),
        ("wire", "klingon", "a format (pi, anthropic,"),
        ("wire", 5, "a format"),
        ("provider", 5, "a name"),
    ],
)
def test_a_wrong_value_is_listed_and_not_used(key: str, value: Any, expected: str) -> None:
    report = check(PLAIN, context={key: value})
    (unknown,) = [u for u in report.unknowns if u.fact == key]
    assert unknown.how_to_say_it.startswith(f"this key of the context takes {expected}")
    assert unknown.how_to_say_it.endswith("what was stated is not used")
    stated = sort_context({key: value})
    assert (stated.facts, stated.laid_over, stated.format, stated.provider) == ({}, {}, None, None)


@pytest.mark.parametrize(
    ("key", "value", "fact"),
    [
        ("thinking", "Enabled", "enabled"),
        ("thinking", "adaptive", "adaptive"),
        ("thinking", True, "enabled"),
        ("thinking", "off", "disabled"),
        ("thinking", {"type": "enabled", "budget_tokens": 9}, "enabled"),
        ("tools_declared", "yes", True),
        ("tools_declared", 0, False),
        ("tools_declared", [{"name": "read"}], True),
        ("tools_declared", [], False),
        ("store", "False", False),
        ("store", 1, True),
        ("cache_markers", 2, 2),
        ("stale_thinking_at", 3, [3]),
        ("stale_thinking_at", (1, 3), [1, 3]),
        ("stale_thinking_at", range(2), [0, 1]),
        ("turn_models", {"1": "m"}, {"1": "m"}),
        ("model", "m", "m"),
        ("previous_response_id", None, None),
        ("prompt", {"id": "p"}, {"id": "p"}),
    ],
)
def test_a_value_that_is_plain_enough_is_taken(key: str, value: Any, fact: Any) -> None:
    stated = sort_context({key: value})
    assert stated.facts == {key: fact}
    assert type(stated.facts[key]) is type(fact)
    assert stated.unknown == ()


@pytest.mark.parametrize(
    "key", ["thinking", "tools_declared", "store", "model", "max_images", "wire"]
)
def test_null_states_nothing(key: str) -> None:
    assert sort_context({key: None}) == sort_context({})


@pytest.mark.parametrize("flag", [True, "true", "yes", 1, "ON"])
def test_flags_lie_over_the_target_however_they_are_written(flag: Any) -> None:
    twice = PLAIN * 2
    report = check(twice, context={"alternate": flag})
    assert ([f.code for f in report.findings], report.unknowns) == (["R004"], ())
    assert check(twice, context={"alternate": "no"}).ok


def test_names_and_orders_of_other_acts_are_no_unknowns() -> None:
    stated = sort_context({"wire": "Anthropic", "provider": "some gateway", "trim_to_tokens": 9})
    assert (stated.format, stated.provider, stated.unknown) == ("Anthropic", "some gateway", ())
    (unknown,) = sort_context({7: 1}).unknown
    assert (unknown.fact, unknown.how_to_say_it) == (
        "7",
        "this key of the context means nothing here",
    )
