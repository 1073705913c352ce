"""What is given as an error: exceptions of SDKs and their bodies, and a transcript by mistake."""

from __future__ import annotations

import json
from typing import Any

import anthropic
import httpx2
import openai
import pytest
from botocore.exceptions import ClientError
from google.genai.errors import APIError

from tests.cli.running import EXAMPLES
from transcript_doctor import diagnose
from transcript_doctor.acts.diagnose.given import error_text, is_list
from transcript_doctor.core.errors import BadOption

LONE: list[Any] = [
    {"role": "user", "content": "Go."},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_01", "name": "f", "input": {}}]},
    {"role": "user", "content": "So?"},
]  # fmt: skip
SAID = "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01."
BODY = {"type": "error", "error": {"type": "invalid_request_error", "message": SAID}}


def answered(body: Any) -> httpx2.Response:
    return httpx2.Response(400, json=body, request=httpx2.Request("POST", "https://api.test/v1"))


def raised() -> list[tuple[str, Exception]]:
    """What the SDKs raise, and clients without one; the rule of each."""
    inner = {"message": "Invalid value for 'content': expected a string, got null.", "param": "messages.[1].content"}  # fmt: skip
    bare = answered(BODY)
    gemini = {
        "error": {"code": 400, "message": "* GenerateContentRequest.contents: contents is not specified"}
    }  # fmt: skip
    bedrock = {"Error": {"Code": "ValidationException", "Message": "Expected toolResult blocks at messages.2.content for the following Ids: a"}}  # fmt: skip
    found: list[tuple[str, Exception]] = [
        ("P001", anthropic.BadRequestError("Error code: 400", response=bare, body=BODY)),
        (
            "C001",
            openai.BadRequestError(
                "Error code: 400", response=answered({"error": inner}), body=inner
            ),
        ),
        ("R001", APIError(400, gemini)),
        ("P001", ClientError(bedrock, "Converse")),
    ]
    try:
        bare.raise_for_status()
    except httpx2.HTTPStatusError as fault:
        found.append(("P001", fault))
    return found


def test_an_exception_is_read_with_what_was_answered() -> None:
    for code, fault in raised():
        assert diagnose(fault).code == code, fault


def test_an_exception_and_its_body_find_the_place() -> None:
    fault = anthropic.BadRequestError("Error code: 400", response=answered(BODY), body=BODY)
    for error in (fault, fault.body, json.dumps(BODY).encode()):
        found = diagnose(error, LONE, target="anthropic")
        assert (found.code, str(found.place)) == ("P001", "messages[1].content[0]")


def test_what_was_wrapped_is_read_too() -> None:
    outer = RuntimeError("the agent failed")
    outer.__cause__ = ValueError(SAID)
    assert diagnose(outer).code == "P001"
    loop = RuntimeError("again")
    loop.__cause__ = loop
    assert error_text(loop) == "RuntimeError: again"


def test_an_exception_of_the_own_code_is_said_to_be_that() -> None:
    found = diagnose(AttributeError("'NoneType' object has no attribute 'tool_calls'"), LONE)
    assert found.beside is not None
    assert found.beside.name == "own code"


class Sick(Exception):
    """An exception whose own code raises."""

    @property
    def body(self) -> Any:
        raise RuntimeError("not read yet")

    @property
    def response(self) -> Any:
        return self

    @property
    def text(self) -> Any:
        return 7

    def __str__(self) -> str:
        raise ValueError("no words")


def test_nothing_of_a_sick_exception_is_raised() -> None:
    assert error_text(Sick()) == "Sick: "
    assert diagnose(Sick(), LONE, target="anthropic").code == "P001"
    nested: Any = []
    for _ in range(100_000):
        nested = [nested]
    assert diagnose({"message": nested}).code is None


def test_what_is_neither_text_nor_exception_nor_json_is_misuse() -> None:
    for odd in (7, object(), 1.5):
        with pytest.raises(BadOption, match="an exception or its body"):
            diagnose(odd)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(LONE),
        json.dumps({"model": "m", "messages": LONE}),
        "\ufeff\n" + json.dumps(LONE, indent=2),
        "\n".join(map(json.dumps, LONE)),
        (EXAMPLES / "dead-session-claude-code.jsonl").read_text("utf-8"),
        (EXAMPLES / "trimmed-orphan-openai.json").read_text("utf-8"),
    ],
)
def test_a_transcript_is_no_refusal(text: str) -> None:
    assert is_list(text)
    found = diagnose(text)
    assert (found.code, found.suspects) == (None, ())
    assert found.said.startswith("this is a transcript, no refusal")
    told = " ".join(str(found).split())
    assert "diagnose(None, messages)" in told
    assert "@error.txt" not in told


def test_a_list_in_the_place_of_the_error_is_no_refusal() -> None:
    assert diagnose(LONE).beside == diagnose(json.dumps(LONE)).beside
    assert diagnose({"messages": LONE, "model": "m"}).code is None
    assert diagnose(json.dumps(LONE), LONE, target="anthropic").code == "P001"


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(BODY),
        json.dumps({"error": BODY["error"], "model": "m", "messages": LONE}),
        json.dumps([BODY]),
        "[ERROR] a tool call without its tool result",
        '{"level": "error", "message": "a tool call without its tool result"}\n{"level": "info", "message": "x"}',
        "[" * 200_000,
        "",
    ],
)
def test_a_body_of_an_error_is_no_transcript(text: str) -> None:
    assert not is_list(text)
