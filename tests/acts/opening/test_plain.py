"""Making plain: the same object where nothing is odd, exact JSON where something is, never a raise."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from anthropic.types import TextBlock, ToolUseBlock
from openai.types.chat import ChatCompletionMessage
from openai.types.responses import ResponseFunctionToolCall

from tests.properties.odd_values import (
    Dump,
    EndlessDump,
    OwnDump,
    RaisingDict,
    RaisingDump,
    RaisingList,
    RaisingNumber,
    RaisingText,
    Role,
    Text,
    ToDict,
    deep,
    small,
    wide,
)
from transcript_doctor import check, shape
from transcript_doctor.acts.opening.making import Opaque
from transcript_doctor.acts.opening.plain import plain

HI = {"role": "user", "content": "x"}


@pytest.mark.parametrize(
    "value", [None, "x", 1.5, b"y", [], {}, [HI], {"messages": [HI, [1, None]]}]
)
def test_what_is_plain_stays_the_same_object(value: Any) -> None:
    assert plain(value) is value


def test_what_is_deep_stays_the_same_object() -> None:
    for value in (deep(100_000), deep(100_000, "content")):
        assert plain(value) is value


def test_one_container_in_several_places_stays_the_same_object() -> None:
    value = [HI, HI, [HI]]
    assert plain(value) is value


def pairs() -> list[tuple[Any, Any]]:
    """Return odd values, each with what it becomes; made late, for pytest itself would look at them."""
    return [
        ((1, [2]), [1, [2]]),
        (frozenset({1}), [1]),
        (Text("x"), "x"),
        (Role.USER, "user"),
        (RaisingText("x"), "x"),
        (RaisingList([1]), [1]),
        (RaisingDict(a=(1,)), {"a": [1]}),
        (Dump({"a": Dump([Text("x")])}), {"a": ["x"]}),
        (ToDict(), {"role": "user", "content": "x"}),
        ({1: 1, None: 2, 1.5: 4}, {"1": 1, "null": 2, "1.5": 4}),
        (
            {True: 0, False: 1, (1,): 2, 10**5000: 3},
            {"true": 0, "false": 1, "(tuple)": 2, "(int)": 3},
        ),
        ({Text("a"): 1}, {"a": 1}),
    ]


@pytest.mark.parametrize("number", range(len(pairs())))
def test_odd_classes_become_exact_ones(number: int) -> None:
    value, made = pairs()[number]
    found = plain(value)
    assert found == made
    assert type(found) is type(made)


def test_a_number_that_cannot_be_compared_becomes_one_that_can() -> None:
    assert type(plain([RaisingNumber(3)])[0]) is int


@pytest.mark.parametrize("number", range(len(small())))
def test_nothing_odd_is_left(number: int) -> None:
    stack = [plain([small()[number]])]
    while stack:
        node = stack.pop()
        if type(node) is dict:
            assert {*map(type, node)} <= {str}
            stack += node.values()
        elif type(node) is list:
            stack += node
        else:
            exact = type(node) in (str, int, float, bool, type(None), bytes, bytearray)
            assert exact or isinstance(node, Opaque)


def test_what_is_no_json_keeps_its_name() -> None:
    assert repr(plain(object())) == "(object)"
    assert repr(plain(RaisingDump())) == "(RaisingDump)"
    assert repr(plain(OwnDump())) == "(OwnDump)"
    assert repr(plain(ToDict)) == "(type)"


def test_a_loop_ends_where_it_closes() -> None:
    loop: dict[str, Any] = {"role": "user"}
    loop["content"] = [loop]
    made = plain(loop)
    assert made["role"] == "user"
    assert repr(made["content"]) == "[(dict)]"
    assert loop["content"][0] is loop


def test_few_objects_that_are_endless_to_read_are_cut() -> None:
    assert "(list)" in repr(plain(wide(60)))
    stack, count = [plain(EndlessDump())], 0
    while stack:
        node = stack.pop()
        count += 1
        stack += node if type(node) is list else ()
    assert count < 1_000_000


def test_only_what_is_odd_is_copied() -> None:
    messages = [HI, {"role": "user", "content": ("x",)}, dict(HI)]
    made = plain(messages)
    assert made == [HI, {"role": "user", "content": ["x"]}, HI]
    assert made[0] is messages[0]
    assert made[2] is messages[2]
    assert messages[1]["content"] == ("x",)


def test_an_object_that_fails_is_asked_in_another_way() -> None:
    other = SimpleNamespace(model_dump=lambda: 1, to_dict=lambda: {"a": 1})
    assert plain(other) == {"a": 1}


ANSWERS: list[tuple[Any, str, str]] = [
    (
        {
            "role": "assistant",
            "content": [
                TextBlock(type="text", text="a"),
                ToolUseBlock(type="tool_use", id="t1", name="f", input={}),
            ],
        },
        "anthropic",
        "U A[t1] U",
    ),
    (
        ChatCompletionMessage.model_validate(
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
                ],
            }
        ),
        "openai-chat",
        "U A[c1] U",
    ),
    (
        ResponseFunctionToolCall(type="function_call", call_id="c1", name="f", arguments="{}"),
        "openai-responses",
        "U A[c1] U",
    ),
]


@pytest.mark.parametrize(("answer", "format", "marks"), ANSWERS)
def test_an_sdk_object_behind_a_plain_message_tells_the_format(
    answer: Any, format: str, marks: str
) -> None:
    messages = [HI, answer, HI]
    for transcript in (messages, tuple(messages), {"messages": messages, "input": messages}):
        report = check(transcript)
        assert report.format in (format, "openai-chat", "openai-responses")
    report = check(messages)
    assert report.format == format
    assert [finding.code for finding in report.findings] == ["P001"]
    assert shape(messages) == marks
