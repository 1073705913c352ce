"""Calls of custom tools: which text such a tool gets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.provider.wires.messages import call, said
from transcript_doctor.provider.wires.openai_calls import input_of, is_custom
from transcript_doctor.provider.wires.saying import parts_of

GREP = {"type": "custom", "name": "grep"}


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"input": "def main"}, "def main"),
        ({"input": ""}, ""),
        ({"input": "x", "more": 1}, '{"input":"x","more":1}'),
        ({"input": 5}, '{"input":5}'),
        ({"text": "x"}, '{"text":"x"}'),
        ({}, "{}"),
        ("def main", "def main"),
        ('{"input": "x"}', "x"),
    ],
)
def test_a_custom_tool_gets_what_stands_under_input_alone_or_all_of_it(
    arguments: Any, text: str
) -> None:
    (part,) = parts_of(said(call("c1", arguments, "grep")))
    assert input_of(part) == text


@pytest.mark.parametrize(
    ("tools", "custom"),
    [
        ([GREP], True),
        ([{"type": "custom", "custom": {"name": "grep"}}], True),
        ([{"type": "function", "name": "grep"}], False),
        ([{**GREP, "name": "sed"}, 5, {"type": "custom", "custom": None}], False),
        ("grep", False),
        (None, False),
    ],
)
def test_a_tool_is_custom_where_the_request_declares_it_so(tools: Any, custom: bool) -> None:
    (part,) = parts_of(said(call("c1", {}, "grep")))
    assert is_custom(part, {"tools": tools}) == custom
