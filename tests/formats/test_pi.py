"""The format `pi`: what one walk writes down, in both spellings, and how it is recognised."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.formats.pi import FORMAT

EXAMPLES = Path(__file__).parents[2] / "examples"
CALL = {"type": "toolCall", "id": "c1", "name": "read", "arguments": {"path": "a.py"}}
SNAKE = [
    {"role": "user", "content": "Read a.py."},
    {"role": "assistant", "stop_reason": "toolUse", "content": [
        {"type": "thinking", "thinking": "One read.", "thinking_signature": "seal"},
        {"type": "text", "text": "I will."}, CALL,
    ]},
    {"role": "toolResult", "tool_call_id": "c1", "tool_name": "read", "content": "A = 1\n",
     "is_error": True},
    {"role": "assistant", "stop_reason": "error", "content": [], "error_message": "503"},
    {"role": "user", "content": [
        {"type": "text", "text": "Again."},
        {"type": "image", "data": "iVBORw0KGgo=", "mime_type": "image/png"},
    ]},
]  # fmt: skip
CAMEL = [
    SNAKE[0],
    {"role": "assistant", "stopReason": "toolUse", "api": "x", "usage": {}, "timestamp": 1,
     "content": [
        {"type": "thinking", "thinking": "One read.", "thinkingSignature": "seal"},
        {"type": "text", "text": "I will.", "textSignature": "t"}, CALL,
    ]},
    {"role": "toolResult", "toolCallId": "c1", "toolName": "read", "isError": True,
     "content": [{"type": "text", "text": "A = 1\n"}], "details": {}, "timestamp": 2},
    {"role": "assistant", "stopReason": "aborted", "content": [], "errorMessage": "stopped"},
    {"role": "user", "content": [
        {"type": "text", "text": "Again."},
        {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"},
    ]},
]  # fmt: skip


def walked(messages: list[Any]) -> Outline:
    outline = Outline("pi", messages, {}, Facts({}))
    FORMAT.read(outline)
    return outline


@pytest.mark.parametrize("messages", [SNAKE, CAMEL], ids=["snake_case", "camelCase"])
def test_both_spellings_make_the_same_rows(messages: list[Any]) -> None:
    outline = walked(messages)
    assert (outline.letters, outline.roles) == ("UCRAU", "uatau")
    [call], [result] = outline.calls, outline.results
    assert (call.id, call.name, call.message, call.part) == ("c1", "read", 1, ("content", 2))
    assert call.raw is CALL
    assert call.arguments is CALL["arguments"]
    assert (result.id, result.name, result.message, result.part) == ("c1", "read", 2, ())
    assert (result.error, result.raw is messages[2]) == (True, True)
    [thought] = outline.reasoning
    assert (thought.text, thought.seal, thought.first, thought.last) == (
        "One read.", "seal", True, False,
    )  # fmt: skip
    [image] = outline.media
    assert (image.label, image.data, image.in_result) == ("image/png", "iVBORw0KGgo=", False)
    assert (outline.failed, outline.empty, outline.untidy) == ({3}, {3}, False)
    assert outline.notes == []


@pytest.mark.parametrize("messages", [SNAKE, CAMEL], ids=["snake_case", "camelCase"])
def test_a_failed_empty_turn_may_stay_on_the_record_and_is_not_sent(messages: list[Any]) -> None:
    record, request = (check(messages, as_=as_) for as_ in ("record", "request"))
    assert (record.format, record.target, record.findings) == ("pi", "lab", ())
    [finding] = request.findings
    assert (finding.code, finding.case, finding.index) == ("C001", "assistant", 3)


def test_the_example_file() -> None:
    body = json.loads((EXAMPLES / "failed-turn-pi.json").read_text("utf-8"))
    report = check(body)
    assert (report.format, report.as_) == ("pi", "request")
    assert [(f.code, f.index) for f in report.findings] == [("C001", 3)]


@pytest.mark.parametrize(
    ("messages", "untidy"),
    [
        ([SNAKE[1], SNAKE[2]], False),
        ([SNAKE[0], SNAKE[0]], False),
        ([SNAKE[1]], True),
        ([SNAKE[2], SNAKE[1]], True),
        ([SNAKE[1], SNAKE[0], SNAKE[2]], True),
        ([SNAKE[1], SNAKE[2], SNAKE[2]], True),
        ([SNAKE[1], {**SNAKE[2], "tool_call_id": "c2"}], True),
        ([SNAKE[1], SNAKE[1], SNAKE[2]], True),
    ],
)
def test_tidy_means_every_exchange_is_plainly_whole(messages: list[Any], untidy: bool) -> None:
    assert walked(messages).untidy is untidy


def assistant(*parts: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(parts)}


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


def result(**keys: Any) -> dict[str, Any]:
    return {**SNAKE[2], **keys}


TEXT = {"type": "text", "text": "x"}
NOTES: list[tuple[Any, list[tuple[str, str, tuple[Any, ...]]]]] = [
    ("Hi", [("S001", "not-object", ())]),
    ({"role": "system", "content": "x"}, [("R002", "unknown", ("role",))]),
    ({"role": 5, "content": "x"}, [("R002", "type", ("role",))]),
    ({"content": "x"}, [("R002", "missing", ("role",))]),
    ({"role": "user"}, [("C001", "missing", ("content",))]),
    (user(None), [("C001", "null", ("content",))]),
    (user({}), [("C001", "type", ("content",))]),
    (user(" \n"), [("C002", "all-blank", ("content",))]),
    (user([{"type": "text", "text": ""}, TEXT]), [("C002", "empty", ("content", 0))]),
    (user([TEXT, {"type": "text", "text": " "}]), [("C002", "blank", ("content", 1))]),
    (user([{"type": "text", "text": " "}]), [("C002", "all-blank", ("content", 0))]),
    (user([{"type": "text"}]), [("C006", "no-payload", ("content", 0))]),
    (user(["x"]), [("C006", "not-object", ("content", 0))]),
    (user([{"text": "x"}]), [("C006", "no-type", ("content", 0))]),
    (user([{"type": "video"}]), [("C006", "unknown-type", ("content", 0))]),
    (user([{"type": "image"}]), [("C006", "no-payload", ("content", 0))]),
    (user([CALL]), [("R009", "call-outside-assistant", ("content", 0))]),
    (user([{"type": "thinking"}]), [("R009", "reasoning-outside-assistant", ("content", 0))]),
    (assistant({"type": "image", "data": "x"}), [("R009", "media-outside-user", ("content", 0))]),
    (assistant({**CALL, "id": ""}), [("I001", "call-empty", ("content", 0, "id"))]),
    (assistant({**CALL, "id": 5}), [("I001", "call-type", ("content", 0, "id"))]),
    (assistant({**CALL, "name": ""}), [("Y002", "empty", ("content", 0, "name"))]),
    (assistant({"type": "toolCall", "id": "c1", "arguments": {}}),
     [("Y002", "missing", ("content", 0, "name"))]),
    (assistant({**CALL, "arguments": "{}"}), [("Y001", "not-object", ("content", 0, "arguments"))]),
    (assistant({"type": "toolCall", "id": "c1", "name": "ls"}),
     [("Y001", "missing", ("content", 0, "arguments"))]),
    ({"role": "toolResult", "content": "x"}, [("I001", "result-missing", ("tool_call_id",))]),
    ({"role": "toolResult", "toolCallId": "", "content": "x"},
     [("I001", "result-empty", ("toolCallId",))]),
    (result(content=None), [("C005", "null", ("content",))]),
    (result(content={}), [("C005", "type", ("content",))]),
    ({"role": "toolResult", "tool_call_id": "c1"}, [("C005", "missing", ("content",))]),
    (result(content=[5]), [("C006", "not-object", ("content", 0))]),
    (user("x"), []),
    (user([]), []),
    (assistant(), []),
    ({"role": "assistant", "content": "x"}, []),
    ({"role": "assistant", "content": None}, []),
    ({"role": "assistant"}, []),
    (assistant({"type": "thinking", "thinking": "x"}, TEXT, {**CALL, "thoughtSignature": "s"}), []),
    (result(content=[TEXT, {"type": "image", "data": "x", "mimeType": "image/png"}]), []),
    (result(content=""), []),
    ({**user("x"), "timestamp": 1, "whatever": {}}, []),
]  # fmt: skip


@pytest.mark.parametrize(("message", "notes"), NOTES)
def test_the_walk_notes_what_is_odd(message: Any, notes: list[Any]) -> None:
    found = [(note.code, note.case, note.part) for note in walked([message]).notes]
    assert found == notes


def test_empty_and_failed_are_told_apart() -> None:
    half = {**assistant(TEXT), "stop_reason": "aborted"}
    lost = {"role": "assistant", "stop_reason": "error", "error_message": "x"}
    outline = walked([user(""), assistant(), half, lost, user([])])
    assert (outline.empty, outline.failed) == ({0, 1, 3, 4}, {2, 3})


def test_texts_outside_ascii_are_written_down() -> None:
    thinking, called = {"type": "thinking", "thinking": "ß"}, {**CALL, "arguments": {"p": "ü"}}
    outline = walked([user("é"), assistant({"type": "text", "text": "ñ"}, thinking, called),
                      result(content="ж")])  # fmt: skip
    assert [(message, text) for message, _, text in outline.wide] == [
        (0, "é"), (1, "ñ"), (1, "ß"), (1, "ü"), (2, "ж"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (SNAKE[2], "messages[0] has the role 'toolResult'"),
        (SNAKE[3], "messages[0] has stop_reason 'error'"),
        (CAMEL[3], "messages[0] has stopReason 'aborted'"),
        (assistant(CALL), "messages[0] holds a part of type 'toolCall'"),
        (SNAKE[4], "messages[0] holds a part of type 'image'"),
        (user("x"), None),
        ({"role": "assistant", "content": [TEXT], "stop_reason": "end_turn"}, None),
        ({"role": "assistant", "content": "x", "stop_reason": "stop"}, None),
        (user([{"type": "image", "source": {}}]), None),
        (None, None),
    ],
)
def test_the_format_is_recognised_by_what_only_it_has(message: Any, why: str | None) -> None:
    assert FORMAT.why([message]) == why


def test_thinking_in_front_of_a_call_is_not_taken_for_another_format() -> None:
    for target in (None, "anthropic", "openai", "gemini", "all"):
        assert check(SNAKE[:3], target=target).format == "pi"
        assert check(CAMEL[:3], target=target).format == "pi"


def test_what_a_body_states() -> None:
    body = {"model": "m", "systemPrompt": "x", "tools": [{}], "messages": []}
    assert FORMAT.facts(body) == {"model": "m", "system": "x", "tools_declared": True}
    assert FORMAT.facts({"messages": []}) == {"tools_declared": False}
