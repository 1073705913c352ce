"""What is not about the history: no rule is claimed for it, however much its words are like those of a fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from transcript_doctor import check, diagnose
from transcript_doctor.acts.diagnose.meant import answer
from transcript_doctor.acts.diagnose.refusal import read_refusal

MET = [
    json.loads(line)
    for line in (Path(__file__).resolve().parents[2] / "data" / "refusals-beside.jsonl")
    .read_text("utf-8")
    .split("\n")
    if line
]
"""Refusals and errors from public reports that no message caused."""


def test_nothing_is_claimed_for_what_people_met_beside_the_history() -> None:
    claimed = {row["text"]: found.codes for row in MET if (found := diagnose(row["text"])).code}
    assert claimed == {}
    assert len(MET) >= 130


@pytest.mark.parametrize("number", range(0, len(MET), 7))
def test_nor_is_a_list_blamed_for_it(number: int) -> None:
    sick = [
        {"role": "user", "content": "Go."},
        {"role": "tool", "tool_call_id": "a", "content": "ok"},
    ]
    found = diagnose(MET[number]["text"], check(sick, target="openai", as_="request"))
    if found.beside is None:
        assert "no law known here says this" in found.said
    else:
        assert (found.finding, found.suspects, found.unseen) == (None, (), ())


BESIDE = {
    "setting": [
        "betas: Extra inputs are not permitted",
        "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
        "Invalid 'tools[0].function.name': string does not match pattern.",
        "model: Field required",
        "Invalid value: 'foo'. Supported values are: 'low', 'medium', and 'high'.",
        "Reasoning effort 'high' not supported",
        "No tool output parser configured",
        "Unknown parameter: 'foo'.",
        "Invalid type for 'tools[0].parameters': expected an object, but got an array instead.",
        "Missing required parameter: 'text.format.name'.",
        "Error code: 400 - {'error': {'message': 'Tool ids must be unique', 'param': 'tools'}}",
        "Value '9' at 'inferenceConfig.topP' failed to satisfy constraint: Member must have value at most 1",
        'Parameter validation failed: Unknown parameter in input: "tools", must be one of: modelId, messages',
    ],
    "own code": [
        "AttributeError: 'NoneType' object has no attribute 'tool_calls'",
        "TypeError: Object of type ToolMessage is not JSON serializable",
        "KeyError: 'choices'",
        "IndexError: list index out of range",
        "ReferenceError: messages is not defined",
    ],
    "connection": ["tool call timed out: no response in 30s", "ETIMEDOUT", "socket hang up"],
    "tool": ["ToolException: no results found for query", "MCP error -32602: bad tool call"],
}


@pytest.mark.parametrize(("name", "text"), [(n, t) for n, texts in BESIDE.items() for t in texts])
def test_the_parameter_or_the_exception_says_what_it_is_about(name: str, text: str) -> None:
    found = diagnose(text)
    assert found.code is None
    assert found.beside is not None
    assert found.beside.name == name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("messages.3.content.0.index: Extra inputs are not permitted", "Y003"),
        (
            "Invalid 'messages[9].tool_calls[0].function.name': string does not match pattern.",
            "Y002",
        ),
        ("messages: Field required", "R001"),
        ("Invalid value for 'content': expected a string, got null.", "C001"),
        (
            "{'message': \"Duplicate value for 'tool_call_id'\", 'param': 'messages.[2].tool_call_id'}",
            "P004",
        ),
        ("'dict' object has no attribute 'get'", "C006"),
        ("Requests which include `tool_use` blocks must define tools.", "P010"),
        ("An agent timed out at messages[3]: a tool call without its tool result", "P001"),
        (
            "* GenerateContentRequest.contents[3].parts[0].function_response.name: Name cannot be empty.",
            "P008",
        ),
    ],
)
def test_what_names_a_place_of_the_history_is_about_the_history(text: str, code: str) -> None:
    found = diagnose(text)
    assert found.beside is None
    assert found.code == code or code in found.codes[:2]


def test_words_that_the_law_has_too_are_not_enough() -> None:
    for text in (
        "The first message must be sent before 5pm",
        "user role is not permitted to view this resource",
        "Invalid id: must be a UUID",
        "a query without results",
        "This model's maximum is 8192 tokens (7554 in the messages, 1000 in the completion)",
    ):
        assert diagnose(text).code is None, text


def test_numbers_of_tokens_are_no_places() -> None:
    text = "prompt is too long: messages: 130000 tokens, tools: 512"
    pasted = read_refusal(text)
    assert pasted.indices == frozenset()
    assert pasted.beside is not None
    assert answer(pasted, check([{"role": "user", "content": "a"}])).finding is None
