"""Messages of another format in a list: named once a format, and never in a list of one format."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import check

USER = {"role": "user", "content": "List it."}
OPENAI = [
    {"role": "assistant", "content": None, "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "a.py"},
]  # fmt: skip
ANTHROPIC = [
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "ls", "input": {}}]},
    {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "c1", "content": "a.py"}]},
]  # fmt: skip
PI = [
    {"role": "assistant", "content": [
        {"type": "toolCall", "id": "c1", "name": "ls", "arguments": {}}]},
    {"role": "toolResult", "tool_call_id": "c1", "tool_name": "ls", "content": "a.py"},
]  # fmt: skip


def mixed(messages: list[Any], format: str | None = None) -> list[tuple[int | None, str, str]]:
    findings = check(messages, format=format, select=["S002"]).findings
    return [(f.index, f.message, f.severity) for f in findings]


@pytest.mark.parametrize(
    ("messages", "format", "index", "own", "other"),
    [
        (PI + OPENAI, "pi", 2, "pi and tau", "OpenAI Chat Completions"),
        (PI + ANTHROPIC, "pi", 2, "pi and tau", "Anthropic Messages"),
        (ANTHROPIC + OPENAI, "anthropic", 2, "Anthropic Messages", "OpenAI Chat Completions"),
        (OPENAI + ANTHROPIC, "openai-chat", 2, "OpenAI Chat Completions", "Anthropic Messages"),
        (OPENAI + PI, "openai-chat", 2, "OpenAI Chat Completions", "pi and tau"),
        ([USER, *ANTHROPIC], "openai-chat", 1, "OpenAI Chat Completions", "Anthropic Messages"),
    ],
)
def test_the_first_message_of_another_format_is_named(
    messages: list[Any], format: str, index: int, own: str, other: str
) -> None:
    says = f"the list is read as {own}, and this message looks like {other}"
    assert mixed([*messages, *messages], format)[:1] == [(index, says, "warning")]


def test_each_format_is_named_once() -> None:
    found = mixed([USER, *OPENAI, *PI, *ANTHROPIC, *PI, *ANTHROPIC], "openai-chat")
    assert [(index, says.rsplit("like ")[1]) for index, says, _ in found] == [
        (3, "pi and tau"),
        (5, "Anthropic Messages"),
    ]


@pytest.mark.parametrize("messages", [OPENAI, ANTHROPIC, PI, [], [USER]])
def test_lists_of_one_format_are_left_alone(messages: list[Any]) -> None:
    assert mixed([USER, *messages]) == []


def test_what_no_format_knows_is_not_another_format_s() -> None:
    strange = [USER, {"role": "bot", "content": "x"}, {"role": "user", "content": [{"type": "x"}]}]
    assert mixed(strange, "anthropic") == mixed(strange, "pi") == mixed([*strange, None]) == []


@pytest.mark.parametrize("type", ["image_url", ["image"], {"a": 1}, None, 7])
def test_a_strange_medium_makes_no_message_another_format_s(type: object) -> None:
    part = {"type": type, "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
    assert mixed([{"role": "user", "content": [part]}], "anthropic") == []
