"""What calls and results are called in sentences: by their ids, or by number and name."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.core.naming import ordinal


def gemini(*names: str | None, answered: tuple[str, ...] = ()) -> list[Any]:
    calls = [{"functionCall": {"name": name, "args": {}}} for name in names]
    parts = [{"functionResponse": {"name": name, "response": {"a": 1}}} for name in answered]
    return [
        {"role": "user", "parts": [{"text": "Go."}]},
        {"role": "model", "parts": calls},
        {"role": "user", "parts": [*parts, {"text": "Well?"}]},
    ]


def told(messages: list[Any], code: str, **asked: Any) -> list[tuple[str, str]]:
    found = check(messages, **asked).findings
    return [(f.message, f.fix.title) for f in found if f.code == code and f.fix is not None]


SAYS = 'with "No result was recorded for this call."'


def test_calls_without_ids_have_numbers_and_names() -> None:
    assert told(gemini("look", "weather"), "P001", as_="request") == [
        ("the 1st call, look, has no result", f"answer the 1st call, look, {SAYS}"),
        ("the 2nd call, weather, has no result", f"answer the 2nd call, weather, {SAYS}"),
    ]


def test_a_call_that_is_alone_needs_no_number() -> None:
    assert told(gemini("weather"), "P001", as_="request") == [
        ("the call of weather has no result", f"answer the call of weather {SAYS}")
    ]


def test_calls_with_ids_are_called_by_them() -> None:
    call = {"type": "tool_use", "id": "toolu_1", "name": "bash", "input": {}}
    messages = [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": "b"},
    ]
    assert told(messages, "P001", as_="request") == [
        ("call toolu_1 of bash has no result", f"answer call toolu_1 of bash {SAYS}")
    ]


def test_results_out_of_order_without_ids() -> None:
    messages = gemini("look", "weather", answered=("weather", "look"))
    messages[2]["parts"].pop()
    found = [f.message for f in check(messages, as_="request").findings]
    assert found
    assert not [said for said in found if "None" in said or "{" in said]
    assert any("result, " in said for said in found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (None, "call c1 of f has no arguments"),
        (7, "the arguments of call c1 of f are a number, not a JSON text"),
        ("[1]", "the arguments of call c1 of f are a list, not an object"),
        ('{"a', "the arguments of call c1 of f are not JSON: "),
        ("nope}", "the arguments of call c1 of f are not JSON: "),
    ],
)
def test_arguments_name_their_call(arguments: Any, message: str) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": arguments}}
    messages = [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "b"},
    ]
    (said,) = [said for said, _ in told(messages, "Y001", target="vllm", as_="request")]
    assert said.startswith(message)


def test_numbers_in_words() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th",
    ]  # fmt: skip


def test_a_long_turn_without_ids_costs_no_search_for_each_call() -> None:
    found = check(gemini(*["look"] * 3000), as_="request").findings
    words = [finding.message for finding in found if finding.code == "P001"]
    assert words[2999] == "the 3000th call, look, has no result"
