"""`shape`, `show` and `diff`: every printed line to the letter, every format, every JSON value."""

from __future__ import annotations

import difflib
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.acts.lab_messages import (
    Message,
    call,
    fail,
    history,
    reply,
    say,
    text,
    tool_result,
    user,
)
from transcript_doctor import check, diff, shape, show
from transcript_doctor.acts.show.diffing import unified
from transcript_doctor.acts.show.shaping import marks, outline_of, spans
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.errors import UnknownFormat

PRINTED_SHAPES = [
    "U A[c1] A(error)", "U A[c1] R(c1) A[c2] R(c2) A", "U", "U A U", "U R(c1) R(c2) A[c1,c2]",
    "U A[c1,c2] R(c2) R(c1)", "U A[c1,c2] R(c1) R(c2)", "U A(error)", "U A(error) U A", "",
    "U A[c1] R(c1) A", "U A[c1] R(c1) A U", "U A[c1]", "U A[c1] R(c1) A[c2] R(c2) A U A",
    "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A(error)", "U U A",
    "U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3)",
]  # fmt: skip


@pytest.mark.parametrize("printed", PRINTED_SHAPES)
def test_the_printed_shapes(printed: str) -> None:
    assert shape(history(printed)) == printed


PRINTED_LINES = [
    (user("Find the port."), 'user -> "Find the port."'),
    (say("The port is 9090."), 'assistant -> "The port is 9090."'),
    (say("A and B = 2."), 'assistant -> "A and B = 2."'),
    (say("`def target` is on line 2400 of big.log."),
     'assistant -> "`def target` is on line 2400 of big.log."'),
    (reply(call("read", {"path": "config.py"})),
     'assistant -> toolCall c1 read({"path": "config.py"})'),
    (fail("503 overloaded"), "assistant -> (nothing)  [error: 503 overloaded]"),
    (fail("Agent stopped after max_turns=3"),
     "assistant -> (nothing)  [error: Agent stopped after max_turns=3]"),
    (fail("400 invalid_request: messages[1]: toolCall c1 has no toolResult"),
     ("assistant -> (nothing)  [error: 400 invalid_request: messages[1]: toolCall c1 has no "
      "toolResult]")),
    (fail("400 invalid_request: messages[1]: assistant message has empty content"),
     ("assistant -> (nothing)  [error: 400 invalid_request: messages[1]: assistant message has "
      "empty content]")),
]  # fmt: skip


@pytest.mark.parametrize(("message", "line"), PRINTED_LINES)
def test_the_printed_lines(message: Message, line: str) -> None:
    assert show([message]) == line


def test_the_printed_failure_of_the_first_lab() -> None:
    messages = [user("Find the port."), reply(call("read", {"path": "config.py"}))]
    assert show(messages) == (
        'user -> "Find the port."\nassistant -> toolCall c1 read({"path": "config.py"})'
    )
    assert show(messages[-1:]) == 'assistant -> toolCall c1 read({"path": "config.py"})'
    assert shape(messages) == "U A[c1]"


READ = call("read", {"path": "config.py"})
DAY = [
    user("Find the port."),
    reply(text("I will look."), READ),
    tool_result(READ, "PORT = 9090\n"),
    reply(call("raed", {}, id="c2")),
    tool_result(call("raed", {}, id="c2"), "Tool raed not found", is_error=True),
    {**reply(text("The po")), "stop_reason": "aborted"},
    reply(),
]


def test_what_is_shown_of_a_day() -> None:
    assert shape(DAY) == "U A[c1] R(c1) A[c2] R(c2) A(error) A(empty)"
    assert show(DAY).splitlines() == [
        'user -> "Find the port."',
        'assistant -> "I will look.", toolCall c1 read({"path": "config.py"})',
        'toolResult c1 read -> "PORT = 9090\\n"',
        "assistant -> toolCall c2 raed({})",
        'toolResult c2 raed -> "Tool raed not found"  [error]',
        'assistant -> "The po"  [error: aborted]',
        "assistant -> (nothing)",
    ]


def test_contents_are_cut_and_roles_and_ids_stay() -> None:
    assert show([*DAY[:3], fail("503")], contents=0).splitlines() == [
        'user -> "…"',
        'assistant -> "…", toolCall c1 read(…)',
        'toolResult c1 read -> "…"',
        "assistant -> (nothing)  [error: …]",
    ]
    assert show([*DAY[:3], fail("503")], contents=4).splitlines() == [
        'user -> "Find…"',
        'assistant -> "I wi…", toolCall c1 read({"pa…)',
        'toolResult c1 read -> "PORT…"',
        "assistant -> (nothing)  [error: 503]",
    ]
    assert show([user("")], contents=0, format="pi") == 'user -> ""'


OPENAI = [
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "What?"}, {"type": "image_url"}]},
    {"role": "assistant", "content": None, "reasoning_content": "Hm.", "tool_calls": [
        {"id": "call_a", "type": "function", "function": {"name": "ls", "arguments": '{"a":1}'}},
        {"id": "call_b", "type": "function", "function": {"name": "ls", "arguments": "{"}},
    ]},
    {"role": "tool", "tool_call_id": "call_a", "content": "x"},
    {"role": "tool", "tool_call_id": "call_b", "content": [{"type": "text", "text": "y"}]},
    {"role": "assistant", "content": None},
]  # fmt: skip
ANTHROPIC = [
    {"role": "user", "content": "Go."},
    {"role": "assistant", "content": [
        {"type": "thinking", "thinking": "Hm.", "signature": "s"},
        {"type": "redacted_thinking", "data": "s"},
        {"type": "tool_use", "id": "toolu_01AAAA", "name": "ls", "input": {"a": 1}},
        {"type": "tool_use", "id": "toolu_01BBBB", "name": "ls", "input": {}},
    ]},
    {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "toolu_01BBBB", "content": "x", "is_error": True},
        {"type": "tool_result", "tool_use_id": "toolu_01AAAA", "content": [{"type": "image"}]},
    ]},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "x", "name": "ls", "input": {}}]},
    {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "x"}, {"type": "text", "text": "Well?"},
        {"type": "image", "source": {}},
    ]},
]  # fmt: skip


def test_openai_chat() -> None:
    assert shape(OPENAI) == "S U A[call_a,call_b] R(call_a) R(call_b) A(empty)"
    assert show(OPENAI).splitlines() == [
        'developer -> "Be brief."',
        'user -> "What?", (image)',
        'assistant -> thinking "Hm.", toolCall call_a ls({"a":1}), toolCall call_b ls({)',
        'tool call_a -> "x"',
        'tool call_b -> "y"',
        "assistant -> (nothing)",
    ]


def test_anthropic_and_long_ids_are_numbered_in_order_of_appearance() -> None:
    assert shape(ANTHROPIC) == "U A[c1,c2] R(c2,c1) A[c3] U[R(c3),text,image]"
    assert show(ANTHROPIC).splitlines() == [
        'user -> "Go."',
        (
            'assistant -> thinking "Hm.", thinking (nothing), '
            'toolCall toolu_01AAAA ls({"a": 1}), toolCall toolu_01BBBB ls({})'
        ),
        'user -> toolResult toolu_01BBBB -> "x"  [error], toolResult toolu_01AAAA -> (image)',
        "assistant -> toolCall x ls({})",
        'user -> toolResult x -> (nothing), "Well?", (image)',
    ]


def test_a_mixed_message_with_short_ids() -> None:
    assert shape([ANTHROPIC[3], ANTHROPIC[4]]) == "A[x] U[R(x),text,image]"


@pytest.mark.parametrize(
    ("ids", "shown"),
    [
        (["12345678", "1"], "A[12345678] R(12345678) A[1] R(1)"),
        (["123456789", "1"], "A[c1] R(c1) A[c2] R(c2)"),
        (["1", "c2345678901", "c1"], "A[c1] R(c1) A[c2] R(c2) A[c3] R(c3)"),
        (["same-id-again", "same-id-again"], "A[c1] R(c1) A[c1] R(c1)"),
        ([""], 'A[""] R("")'),
        ([None], "A[read] R(read)"),
        ([None, "a-rather-long-id"], "A[read] R(read) A[c1] R(c1)"),
        (["a\nb\x1b"], "A[a\\nb\\x1b] R(a\\nb\\x1b)"),
    ],
)
def test_ids_are_shown_as_they_are_or_all_numbered(ids: list[str | None], shown: str) -> None:
    asked = [{**READ, "id": id} for id in ids]
    messages = [m for each in asked for m in (reply(each), tool_result(each, "x"))]
    assert shape(messages) == shown


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ([], "(nothing)"),
        (None, "(nothing)"),
        (["a", {"text": "b"}, {"type": "image"}, {"json": 1}], '"a", "b", (image), {"json": 1}'),
        ({"stdout": "ü"}, '{"stdout": "ü"}'),
        (5, "5"),
    ],
)
def test_the_contents_of_a_result(content: Any, shown: str) -> None:
    assert show([tool_result(READ, content)]) == f"toolResult c1 read -> {shown}"


def test_parts_of_every_kind() -> None:
    parts = [{"type": "thinking", "thinking": "Hm."}, {"type": "image", "data": "x"}, {"type": "x"}]
    failed = {**reply(*parts, READ), "stop_reason": "error"}
    assert shape([failed]) == "A[c1](error)"
    assert show([failed]) == (
        'assistant -> thinking "Hm.", (image), (x), '
        'toolCall c1 read({"path": "config.py"})  [error]'
    )
    kinds = [{"contentType": "x"}, {"contentType": "text", "value": "y"}]
    oracle = {"role": "user", "content": [*kinds, {"contentType": "image_url"}]}
    assert show([oracle]) == 'user -> (x), "y", (image)'


def test_a_call_without_id_and_name() -> None:
    messages = [reply({"type": "toolCall"}), {"role": "toolResult", "content": "x"}]
    assert shape(messages) == "A[?] R(?)"
    assert show(messages) == 'assistant -> toolCall()\ntoolResult -> "x"'


def test_the_oracle_s_two_lists() -> None:
    lists = {"roles": ["system", "user", "assistant"], "contents": ["Be brief.", "Hello!"]}
    assert shape(lists) == "S U A"
    assert show(lists).splitlines()[1:] == ['user -> "Hello!"', "assistant -> (nothing)"]


HOSTILE = "\x1b[31m\u202eevil\u202c\x07\r\n<b>"


def test_hostile_text_is_neutralised() -> None:
    messages = [
        user(HOSTILE),
        reply(call(HOSTILE, {HOSTILE: HOSTILE}, id=HOSTILE), text(HOSTILE)),
        tool_result(call(HOSTILE, {}, id=HOSTILE), HOSTILE),
        fail(HOSTILE),
        {"role": HOSTILE, "content": [{"type": HOSTILE}]},
        {"role": "user", "content": "half \ud83d"},
    ]
    for shown in (show(messages), show(messages, contents=5), shape(messages), diff(messages, [])):
        assert all(line.isprintable() for line in shown.split("\n"))
        shown.encode()
    assert len(show(messages).split("\n")) == len(messages)


def test_marks_say_where_each_message_stands_in_the_shape() -> None:
    outline = outline_of(DAY, None)
    found = marks(outline)
    line = shape(DAY)
    assert found == line.split(" ")
    assert [line[start:end] for start, end in spans(found)] == found
    assert spans([]) == []


def test_a_report_and_a_request_body_are_shown_too() -> None:
    body = {"model": "m", "messages": DAY[:3]}
    assert shape(check(body)) == shape(body) == "U A[c1] R(c1)"
    assert show(check(body)) == show(DAY[:3])


def test_an_unknown_format_is_misuse() -> None:
    with pytest.raises(UnknownFormat):
        shape([], format="opnai")
    assert shape([user("x")], format="mistral") == "U"


# -- diff ------------------------------------------------------------------------------------


def test_a_diff_shows_what_was_lost() -> None:
    assert diff(DAY, DAY) == ""
    assert diff(DAY[:3], [*DAY[:2], DAY[5]]).splitlines() == [
        "--- a",
        "+++ b",
        "@@ -1,3 +1,3 @@",
        ' user -> "Find the port."',
        ' assistant -> "I will look.", toolCall c1 read({"path": "config.py"})',
        '-toolResult c1 read -> "PORT = 9090\\n"',
        '+assistant -> "The po"  [error: aborted]',
    ]
    assert diff([user("a")], [user("b")], contents=0) == ""


LINES = st.lists(st.sampled_from("abcdefgh"), max_size=14)


@given(LINES, LINES)
def test_the_diff_is_the_standard_library_s(before: list[str], after: list[str]) -> None:
    wanted = list(difflib.unified_diff(before, after, "a", "b", lineterm=""))
    assert list(unified(before, after)) == wanted


def patched(before: list[str], found: list[str]) -> list[str]:
    """Apply a unified diff."""
    after, at = [], 0
    for line in found[2:]:
        if line.startswith("@@"):
            start, _, size = line.split(" ")[1][1:].partition(",")
            begin = int(start) - (size != "0")
            after += before[at:begin]
            at = begin
        elif line[0] == "+":
            after.append(line[1:])
        else:
            assert before[at] == line[1:]
            after += [before[at]] if line[0] == " " else []
            at += 1
    return after + before[at:]


def test_long_lists_without_a_common_line_are_replaced() -> None:
    before, after = ["a"] * 1100, ["b"] * 1100
    assert list(unified(before, after))[2:] == [
        "@@ -1,1100 +1,1100 @@", *(["-a"] * 1100), *(["+b"] * 1100)
    ]  # fmt: skip


@given(st.randoms(use_true_random=False), st.integers(1, 3000), st.integers(0, 5))
def test_a_long_diff_leads_from_one_list_to_the_other(
    rng: random.Random, kinds: int, changes: int
) -> None:
    before = [str(rng.randrange(kinds)) for _ in range(1500)]
    after = list(before)
    for _ in range(changes):
        at = rng.randrange(len(after))
        after[at : at + rng.randrange(3)] = [str(rng.randrange(kinds))] * rng.randrange(3)
    found = list(unified(before, after))
    assert patched(before, found) == after
    assert (found == []) == (before == after)


# -- whatever it is --------------------------------------------------------------------------

KEYS = st.sampled_from(
    re.findall(
        r"\w+",
        "role content type text id name arguments input function tool_calls tool_call_id parts "
        "tool_use_id messages roles contents contentType value toolResult thinking stop_reason "
        "functionCall functionResponse toolUse call_id output",
    )
)
WORDS = st.sampled_from(
    re.findall(
        r"\w+",
        "user assistant tool toolResult toolCall text tool_use tool_result thinking image error "
        "image_url function_call function_call_output reasoning message",
    )
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=30,
)


@pytest.mark.parametrize("format", [None, *FORMATS])
@given(value=JSON)
def test_any_json_value_has_a_shape(format: str | None, value: Any) -> None:
    outline = outline_of(value, format)
    assert len(marks(outline)) == len(outline.messages)
    shown = show(value, format=format)
    assert shown.split("\n") == [""] if not outline.messages else True
    assert all(line.isprintable() for line in shown.split("\n"))
    assert shape(value, format=format).isprintable()
    assert show(value, contents=0, format=format).count("\n") == shown.count("\n")
    assert diff(value, value, format=format) == ""


def test_depth_and_size_are_no_trouble() -> None:
    deep: Any = "x"
    for _ in range(5000):
        deep = [deep]
    messages = [reply(call("f", {"x": deep})), tool_result(READ, deep), user(deep)]
    assert show(messages).splitlines() == [
        "assistant -> toolCall c1 f((unreadable))",
        "toolResult c1 read -> (unreadable)",
        "user -> (array)",
    ]
    many = [call("f", {}, id=f"c{i}") for i in range(5000)]
    assert len(shape([reply(*many), *(tool_result(each, "x") for each in many)]).split()) == 5001
