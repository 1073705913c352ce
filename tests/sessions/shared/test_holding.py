"""Lists of messages, wherever in a file they stand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from transcript_doctor.acts.reading.sessions import text_source
from transcript_doctor.core.transcript import Damage
from transcript_doctor.sessions.shared.holding import held, lists_below
from transcript_doctor.sessions.shared.layout import of_lines


def owns(value: dict[str, Any]) -> bool:
    return "own" in value


def joins(value: dict[str, Any]) -> bool:
    return "own" in value or "may" in value


def found(text: str) -> tuple[list[list[Any]], list[Damage]]:
    damage: list[Damage] = []
    lists = held(text_source(text, "a.json"), owns, damage, joins)
    return [[row.value for row in one.rows] for one in lists], damage


ONE, MAY = {"own": 1}, {"may": 2}


@pytest.mark.parametrize(
    "value",
    [
        [ONE, MAY],
        {"a": [ONE, MAY]},
        [[5, [ONE, MAY]]],
        {"a": {"b": [{"c": [ONE, MAY]}]}, "d": [MAY]},
    ],
)
def test_below_any_keys(value: Any) -> None:
    assert found(json.dumps(value)) == ([[ONE, MAY]], [])


def test_not_below_too_many() -> None:
    value: Any = [ONE]
    for _ in range(13):
        value = [value]
    assert list(lists_below(value, owns)) == []
    assert len(list(lists_below(value[0], owns))) == 1


def test_on_lines() -> None:
    other = {"x": [ONE]}
    text = "".join(json.dumps(one) + "\n" for one in (MAY, other, ONE, {"y": 1}))
    assert found(text) == ([[ONE], [MAY, ONE]], [])
    assert found(json.dumps(MAY) + "\n" + json.dumps(MAY)) == ([], [])
    assert found(json.dumps(ONE)) == ([[ONE]], [])


def test_a_list_on_each_line() -> None:
    text = f"{json.dumps([ONE])}\n\n[5\n{json.dumps([MAY])}\n{json.dumps([ONE, MAY])}"
    assert found(text.replace("\n\n", "\n"))[0] == [[ONE], [ONE, MAY]]
    lists, damage = found(f"{json.dumps([ONE])}\n[5\n\n{json.dumps([ONE])}\n[")
    assert lists == [[ONE], [ONE]]
    assert [(harm.case, harm.origin.line) for harm in damage] == [("torn", 2), ("tail", 5)]


def test_lines_that_are_longer_than_a_sample() -> None:
    long = json.dumps({"own": "a" * 70_000})
    for text, lines in ((f"{long}\n{long}\n", True), (long, False), (f"[{long},\n{long}]", False)):
        assert of_lines(text_source(text)) is lines
        assert len(found(text)[0][0]) == 1 + (text != long)


def test_where_a_value_in_a_message_stands() -> None:
    text = json.dumps({"a": [{"own": [1, 2]}, MAY]}, indent=1)
    (one,) = held(text_source(text), owns, [], joins)
    assert [one.line(0, ()).line, one.line(0, ("own", 1)).line, one.line(1, ()).line] == [3, 6, 9]
    (line,) = held(text_source(json.dumps({"x": [ONE]}) + "\n{}"), owns, [], joins)
    assert line.line(0, ("own",)).line == 1
    (alone,) = held(text_source(json.dumps(ONE, indent=1)), owns, [], joins)
    assert alone.line(0, ("own",)).line == 2
