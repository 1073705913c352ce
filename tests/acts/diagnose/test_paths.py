"""The place that an error names comes first, also where several findings are of the same rule."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import check, diagnose
from transcript_doctor.acts.diagnose.paths import nearness, paths_in
from transcript_doctor.acts.diagnose.refusal import read_refusal
from transcript_doctor.place import Place

STREAMED: list[Any] = [
    {"role": "user", "content": "a"},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "I will", "index": 0},
            {"type": "tool_use", "id": "toolu_s", "name": "f", "input": {}, "partial_json": "{"},
        ],
    },
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_s", "content": "x"}]},
]  # fmt: skip
EXTRA = "messages.1.content.{}: Extra inputs are not permitted"


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("1.tool_use.partial_json", "messages[1].content[1].partial_json"),
        ("0.text.index", "messages[1].content[0].index"),
    ],
)
def test_of_two_findings_of_one_rule_the_named_place_is_meant(path: str, place: str) -> None:
    found = diagnose(EXTRA.format(path), STREAMED, target="anthropic")
    assert (found.code, str(found.place)) == ("Y003", place)


def test_steps_are_compared_in_the_way_that_all_write_them() -> None:
    place = Place(("contents", 3, "parts", 0, "functionResponse", "name"))
    (path,) = paths_in("GenerateContentRequest.contents[3].parts[0].function_response.name: no")
    assert nearness((path,), place) == len(place)
    assert nearness(paths_in("contents[4].parts[0]"), place) == 0
    assert nearness(paths_in("contents[3].parts[1]"), place) == 3
    assert nearness(paths_in("Value at 'messages.3.member.content.0.member.toolUse' failed"), Place(("messages", 3, "content", 0))) == 4  # fmt: skip
    assert nearness((), place) == 0
    assert len(paths_in(" ".join(f"messages[{i}]" for i in range(500)))) == 20


def test_an_id_still_counts_more_than_a_path() -> None:
    calls = [{"type": "tool_use", "id": f"toolu_0{i}", "name": "f", "input": {}} for i in range(3)]
    listed = [STREAMED[0], {"role": "assistant", "content": calls}, STREAMED[0]]
    text = "messages.1.content.0: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_02"
    found = diagnose(text, listed, target="anthropic")
    assert str(found.place) == "messages[1].content[2]"


GEMINI: list[Any] = [
    {"role": "user", "parts": [{"text": "Go."}]},
    {"role": "model", "parts": [{"functionCall": {"name": n, "args": {}}} for n in ("f", "g")]},
    {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {}}}]},
]
SPLIT: list[Any] = [
    *GEMINI[:2],
    GEMINI[2],
    {"role": "user", "parts": [{"functionResponse": {"name": "g", "response": {}}}]},
]


def test_what_is_said_of_several_faults_is_about_the_one_that_is_there() -> None:
    text = "the number of function response parts should equal the number of function call parts"
    assert diagnose(text, GEMINI, target="gemini").code == "P001"
    assert diagnose(text, SPLIT, target="gemini").code == "P005"
    assert "no such fault" not in diagnose(text, GEMINI, target="gemini").said


def test_the_words_name_the_rule_of_the_finding_that_is_shown() -> None:
    long_id = "call_abcdefghijklmnopq"
    call = {"id": long_id, "type": "function", "function": {"name": "f", "arguments": "{}"}}
    listed = [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": long_id, "name": "f", "content": "x"},
    ]
    report = check(listed, target="mistral", as_="request")
    for text in (
        "tool call id must be 9 characters, letters and digits, got call_abc",
        "Tool call id must be exactly 9 alphanumeric characters",
        "invalid tool call id call_abc: length must be 9",
    ):
        assert read_refusal(text).meanings[0].code == "I002"
        found = diagnose(text, report)
        assert found.code == "I002"
        assert "I002 invalid-id" in found.said
        assert "P001" not in found.said
