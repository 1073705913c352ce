"""The walk over OpenAI chat lists: rows, notes and letters, and what a body states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from openai.types import chat as sdk

from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.formats.openai_chat import FORMAT, keys, walk

CASES = json.loads(Path(__file__).with_name("openai_chat.json").read_text("utf-8"))
FUNCTION = {"name": "f", "arguments": "{}"}
CALL = {"id": "c1", "type": "function", "function": FUNCTION}
TURN = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "c1", "content": "ok"}
USER = {"role": "user", "content": "Hi"}
DATA = "data:image/png;base64,iVBORw0KGgo="
HALF = "\ud83d"


def walked(*messages: Any) -> Outline:
    outline = Outline("openai-chat", list(messages), {}, Facts({}))
    FORMAT.read(outline)
    return outline


def notes(*messages: Any) -> list[tuple[str, str, int, tuple[str | int, ...]]]:
    return [(n.code, n.case, n.message, n.part) for n in walked(*messages).notes]


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(parts)}


# -- letters and rows -----------------------------------------------------------------------------


def test_letters_say_what_each_message_is() -> None:
    words = ["system", "developer", "user", None, "tool", "assistant", "function", "human"]
    messages = [{**RESULT, "role": word} if word else TURN for word in words]
    outline = walked(*messages, "text")
    assert outline.letters == "SSUCRAR?!"
    assert outline.roles == "ssuatat??"


def test_a_call_and_its_result_are_rows_that_point_at_their_nodes() -> None:
    outline = walked(USER, TURN, RESULT)
    [call], [result] = outline.calls, outline.results
    assert (call.id, call.name, call.arguments, call.kind) == ("c1", "f", "{}", "function")
    assert call.place == (1, "tool_calls", 0)
    assert call.raw is CALL
    assert (result.id, result.name, result.place, result.lead) == ("c1", None, (2,), True)
    assert result.raw is RESULT
    assert not outline.untidy
    assert outline.notes == []


def test_custom_calls_and_calls_of_the_old_form_are_calls() -> None:
    custom = {"id": "c1", "type": "custom", "custom": {"name": "g", "input": "x{"}}
    old = {"role": "assistant", "content": None, "function_call": FUNCTION}
    outline = walked({**TURN, "tool_calls": [custom]}, RESULT, old)
    assert [(c.id, c.name, c.arguments, c.kind) for c in outline.calls] == [
        ("c1", "g", "x{", "custom"),
        (None, "f", "{}", "legacy"),
    ]
    assert ("I001", "legacy-call", 2, ("function_call",)) in notes(USER, USER, old)


@pytest.mark.parametrize(
    ("messages", "untidy"),
    [
        ([USER], False),
        ([TURN, RESULT], False),
        ([TURN, RESULT, TURN, RESULT, USER], False),
        ([TURN], True),
        ([TURN, USER], True),
        ([RESULT], True),
        ([TURN, USER, RESULT], True),
        ([TURN, "x", RESULT], True),
        ([TURN, RESULT, RESULT], True),
        ([TURN, {**RESULT, "tool_call_id": "c2"}], True),
        ([USER, {**TURN, "tool_calls": [CALL, {**CALL, "id": "c2"}]}, RESULT], True),
    ],
)
def test_tidy_means_that_every_exchange_is_whole_in_call_order(
    messages: list[Any], untidy: bool
) -> None:
    # Calls in the first message count as untidy, since some targets overlook them.
    assert walked(USER, *messages).untidy is untidy


def test_reasoning_beside_the_content_is_a_row() -> None:
    message = {"role": "assistant", "content": "x", "reasoning_content": "", "reasoning": "why"}
    outline = walked(USER, message)
    assert [(r.part, r.kind, r.text) for r in outline.reasoning] == [
        (("reasoning_content",), "field", ""),
        (("reasoning",), "field", "why"),
    ]
    assert [(n.code, n.case) for n in outline.notes] == [("T006", "field"), ("T006", "reasoning")]
    assert walked(USER, {**message, "reasoning_content": None}).reasoning[0].part == ("reasoning",)


@pytest.mark.parametrize("case", CASES["media"], ids=lambda case: json.dumps(case["part"]))
def test_media_are_rows(case: dict[str, Any]) -> None:
    part = case["part"]
    [medium] = walked(user(part)).media
    assert [medium.kind, medium.label, medium.data, medium.url] == case["row"]
    assert medium.part == ("content", 0, part["type"])
    assert not medium.in_result


def test_media_in_a_result_are_told_apart() -> None:
    picture = {"type": "image_url", "image_url": {"url": DATA}}
    outline = walked(USER, TURN, {**RESULT, "content": [picture]})
    assert outline.media[0].in_result
    assert [(n.code, n.case) for n in outline.notes] == [("C005", "media")]


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": HALF},
        user({"type": "text", "text": HALF}),
        user({"type": "strange", "deep": [{"er": HALF}]}),
        {"role": "user", "content": "x", "extra": {"a": HALF}},
        {"role": "human", "content": [HALF]},
        {**TURN, "reasoning_content": HALF},
        {**TURN, "tool_calls": [{**CALL, "function": {"name": "f", "arguments": HALF}}]},
        {**TURN, "tool_calls": [{**CALL, "function": {"name": "f", "arguments": {"a": HALF}}}]},
        {**RESULT, "content": HALF},
        {**RESULT, "content": {"a": HALF}},
    ],
)
def test_every_text_outside_ascii_is_seen(message: Any) -> None:
    outline = walked(message)
    assert [text for _, _, text in outline.wide] == [HALF]
    index, part, text = outline.wide[0]
    node: Any = outline.messages[index]
    for step in part:
        node = node[step]
    assert node is text


# -- notes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        USER,
        {"role": "user", "content": "", "name": "ann"},
        {"role": "user", "content": []},
        {"role": "user", "content": "x", "name": None, "tool_calls": None, "extra": None},
        {"role": "user", "content": "x", "tool_calls": []},
        user({"type": "text", "text": "x", "cache_control": None}),
        user({"type": "text", "text": "x", "prompt_cache_breakpoint": {"mode": "explicit"}}),
        {"role": "assistant", "content": "x", "refusal": None, "audio": None, "tool_calls": None},
        {"role": "assistant", "content": "", "function_call": None},
    ],
)
def test_nothing_is_odd_about_these(message: dict[str, Any]) -> None:
    assert notes(message) == []


@pytest.mark.parametrize("case", CASES["oddities"], ids=lambda case: json.dumps(case["message"]))
def test_each_oddity_is_noted_once(case: dict[str, Any]) -> None:
    code, kind, part = case["note"]
    assert notes(case["message"]) == [(code, kind, 0, tuple(part))]


def test_parts_that_only_the_assistant_has() -> None:
    thought, reasoning = {"type": "thinking", "thinking": "x"}, {"type": "reasoning"}
    refusals = [{"type": "refusal", "refusal": "No."}, {"type": "refusal"}]
    outline = walked(USER, {"role": "assistant", "content": [thought, *refusals, reasoning]})
    assert [(n.code, n.case, n.part) for n in outline.notes] == [
        ("C006", "not-string", ("content",)),
        ("C006", "foreign-type", ("content", 0)),
        ("C006", "no-payload", ("content", 2)),
        ("C006", "foreign-type", ("content", 3)),
    ]
    assert [(r.kind, r.text, r.first) for r in outline.reasoning] == [
        ("part", "x", True),
        ("part", None, False),
    ]


def test_a_call_of_the_old_form_that_is_no_object_is_still_a_call() -> None:
    outline = walked({"role": "assistant", "function_call": "f"})
    assert [(n.code, n.case) for n in outline.notes][:2] == [
        ("I001", "legacy-call"),
        ("C006", "not-object"),
    ]
    assert [(call.id, call.kind) for call in outline.calls] == [(None, "legacy")]


def test_a_marked_picture_and_its_strange_keys() -> None:
    picture = {"type": "image_url", "image_url": {"url": DATA}, "cache_control": {}, "alt": "x"}
    outline = walked(user(picture))
    assert outline.markers == [(0, "content", 0)]
    assert [(n.code, n.case, n.part) for n in outline.notes] == [
        ("Y003", "unknown", ("content", 0, "alt"))
    ]


def test_a_list_beside_calls_is_noted_as_a_list_and_as_empty() -> None:
    assert notes(USER, {**TURN, "content": []}) == [
        ("C006", "not-string", 1, ("content",)),
        ("C001", "beside-calls", 1, ("content",)),
    ]


def test_blank_parts_are_told_from_blank_messages() -> None:
    blank, text = {"type": "text", "text": " "}, {"type": "text", "text": "x"}
    assert notes(user(blank, text)) == [("C002", "blank", 0, ("content", 0))]
    assert notes(user(blank, blank)) == [
        ("C002", "all-blank", 0, ("content", 0)),
        ("C002", "all-blank", 0, ("content", 1)),
    ]
    assert ("C002", "in-result", 2, ("content", 0)) in notes(
        USER, TURN, {**RESULT, "content": [blank]}
    )


def test_empty_messages_are_remembered_and_stand_ins_count_as_content() -> None:
    empty = [
        {"role": "user", "content": ""},
        {"role": "user", "content": []},
        {"role": "assistant", "content": ""},
        {"role": "assistant", "content": [], "reasoning_content": "x"},
    ]
    full = [TURN, {**TURN, "content": ""}, {"role": "assistant", "content": "", "refusal": "No."}]
    full += [{"role": "assistant", "content": "", "audio": {"id": "a"}}, {**RESULT, "content": ""}]
    assert walked(*empty, *full).empty == {0, 1, 2, 3}


def test_cache_markers_are_counted_where_they_stand() -> None:
    marked = {"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}
    outline = walked(
        {"role": "system", "content": [marked]}, user(marked, {**marked, "cache_control": None})
    )
    assert outline.markers == [(0, "content", 0), (1, "content", 0)]


def test_names_of_speakers_are_remembered() -> None:
    outline = walked({**USER, "name": "ann"}, {"role": "assistant", "content": "x", "name": "bob"})
    assert outline.participants == [(0, ("name",), "ann"), (1, ("name",), "bob")]


# -- against the SDK's own types ------------------------------------------------------------------

MESSAGES = {
    "s": [sdk.ChatCompletionSystemMessageParam, sdk.ChatCompletionDeveloperMessageParam],
    "u": [sdk.ChatCompletionUserMessageParam],
    "a": [sdk.ChatCompletionAssistantMessageParam],
    "t": [sdk.ChatCompletionToolMessageParam, sdk.ChatCompletionFunctionMessageParam],
}


@pytest.mark.parametrize("role", MESSAGES)
def test_every_key_of_the_request_types_is_known(role: str) -> None:
    for kind in MESSAGES[role]:
        assert set(kind.__annotations__) <= keys.KEYS[role]


def test_every_role_and_part_type_of_the_request_types_is_known() -> None:
    roles = {
        get_args(get_args(get_type_hints(kind, include_extras=True)["role"])[0])[0]
        for kinds in MESSAGES.values()
        for kind in kinds
    }
    assert roles == set(walk.ROLES)
    for kind in get_args(sdk.ChatCompletionContentPartParam):
        hints = get_type_hints(kind, include_extras=True)
        [word] = get_args(get_args(hints["type"])[0])
        assert word in keys.OWN_TYPES
        if word != "text":
            assert set(hints) <= keys.PART_KEYS | {word}
    assert set(sdk.ChatCompletionContentPartTextParam.__annotations__) <= keys.TEXT_KEYS


def test_every_key_of_a_call_is_known() -> None:
    for kind in get_args(sdk.ChatCompletionMessageToolCallUnionParam):
        assert set(kind.__annotations__) <= keys.CALL_KEYS


# -- seen from outside ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([USER, TURN], "messages[1] has the key 'tool_calls'"),
        ([RESULT], "messages[0] has the role 'tool'"),
        ([{"role": "developer", "content": "x"}], "messages[0] has the role 'developer'"),
        ([user({"type": "file"})], "messages[0] holds a part of type 'file'"),
        ([user({"type": "thinking"})], "messages[0] holds a part of type 'thinking'"),
        ([user({"type": "thinking", "signature": "s"})], None),
        ([USER, "x", 3, None, user(7), user({"type": []})], None),
        ([], None),
    ],
)
def test_recognised_by_what_only_this_format_has(messages: list[Any], said: str | None) -> None:
    assert FORMAT.why(messages) == said


@pytest.mark.parametrize(
    ("body", "known"),
    [
        ({}, {"tools_declared": False}),
        ({"model": "m", "tools": [{}]}, {"tools_declared": True, "model": "m"}),
        ({"functions": [{}], "model": 3}, {"tools_declared": True}),
        ({"thinking": {"type": "enabled"}}, {"tools_declared": False, "thinking": "enabled"}),
        ({"enable_thinking": False}, {"tools_declared": False, "thinking": "disabled"}),
    ],
)
def test_a_body_states_facts(body: dict[str, Any], known: dict[str, Any]) -> None:
    assert FORMAT.facts(body) == known


def test_parts_are_what_people_see() -> None:
    thought = {"type": "thinking", "thinking": "y"}
    message = {
        "role": "assistant",
        "reasoning_content": "why",
        "refusal": "No.",
        "content": [{"type": "text", "text": "x"}, thought, {"type": "odd"}, 7],
        "function_call": FUNCTION,
        "tool_calls": [CALL, 7, {"custom": {"name": "g", "input": "z"}}],
    }
    assert [(p.kind, p.text, p.id, p.name, p.place) for p in FORMAT.parts(message)] == [
        ("reasoning", "why", None, None, ("reasoning_content",)),
        ("text", "x", None, None, ("content", 0)),
        ("reasoning", "y", None, None, ("content", 1)),
        ("other", "odd", None, None, ("content", 2)),
        ("other", None, None, None, ("content", 3)),
        ("text", "No.", None, None, ("refusal",)),
        ("call", "{}", "c1", "f", ("tool_calls", 0)),
        ("call", None, None, None, ("tool_calls", 1)),
        ("call", "z", None, "g", ("tool_calls", 2)),
        ("call", "{}", None, "f", ("function_call",)),
    ]
    assert [(p.kind, p.text, p.id, p.place) for p in FORMAT.parts(RESULT)] == [
        ("result", "ok", "c1", ("content",))
    ]
    assert [p.kind for p in FORMAT.parts(user({"type": "image_url"}))] == ["media"]
    assert [p.text for p in FORMAT.parts({"role": "user", "content": "x"})] == ["x"]
    assert [p.kind for p in FORMAT.parts("text")] == ["other"]
    assert FORMAT.parts({"role": "user", "content": ""}) == []
    assert FORMAT.parts({"role": ["tool"], "content": 7}) == []
