"""What agents send for what their files hold: rare spellings of calls, thoughts and media."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.sessions.datasets.texts import calls_in
from transcript_doctor.sessions.inspect.messages import message_of, resolver
from transcript_doctor.sessions.kimi.sending import output_of, sent

CALL = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": "{}"}}


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            {"role": "assistant", "content": [{"type": "think", "think": "Hm."}]},
            {"role": "assistant", "content": None, "reasoning_content": "Hm."},
        ),
        (
            {
                "role": "assistant",
                "content": [
                    {"type": "think", "think": "Hm."},
                    {"type": "text", "text": "Yes."},
                    {"type": "think", "think": " Well."},
                ],
            },
            {"role": "assistant", "content": "Yes.", "reasoning_content": "Hm. Well."},
        ),
        (
            {
                "role": "assistant",
                "content": [],
                "toolCalls": [{"id": "c1", "name": "read"}, CALL, "odd"],
            },
            {"role": "assistant", "content": None, "tool_calls": [CALL, CALL, "odd"]},
        ),
        (
            {"role": "tool", "content": "9", "toolCallId": "c1"},
            {"role": "tool", "content": "9", "tool_call_id": "c1"},
        ),
    ],
)
def test_kimi_sends_its_own_words_in_those_of_the_wire(message: Any, expected: Any) -> None:
    assert sent(message) == expected


def test_kimi_sends_the_very_object_where_it_is_the_wire_s() -> None:
    message = {"role": "assistant", "content": "Yes.", "tool_calls": [CALL]}
    assert sent(message) is message


@pytest.mark.parametrize(
    ("payload", "output"),
    [
        ({"result": "9"}, "9"),
        ({"return_value": {"output": "", "message": "it ran"}}, "it ran"),
        ({"result": 5}, ""),
        ({}, ""),
    ],
)
def test_kimi_s_results_are_their_output(payload: Any, output: Any) -> None:
    assert output_of(payload) == output


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('<think>a "name": "b"</think>{"name": "read", "arguments": {}}', ["read"]),
        ('[{"name": "read"}, {"tool": "list"}]', ["read", "list"]),
        ('"{\\"name\\": \\"read\\"}"', ["read"]),
        ('<think>never closed {"name": "read"}', ["read"]),
        ("no call at all", ["unknown"]),
        ("[5]", ["unknown"]),
    ],
)
def test_a_text_that_is_a_call(text: str, names: list[str]) -> None:
    assert [call.name for call in calls_in(text)] == names


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("words", "words"),
        (
            {"type": "image", "image": "attachment://a", "detail": "low"},
            {
                "type": "image_url",
                "image_url": {"url": "data:image/png;base64,iVBO", "detail": "low"},
            },
        ),
        (
            {"type": "audio", "audio": "attachment://a", "format": "wav"},
            {"type": "input_audio", "input_audio": {"data": "iVBO", "format": "wav"}},
        ),
        (
            {"type": "document", "document": "attachment://a", "filename": "a.png"},
            {
                "type": "file",
                "file": {"filename": "a.png", "file_data": "data:image/png;base64,iVBO"},
            },
        ),
        (
            {"type": "video", "video": "attachment://lost"},
            {"type": "file", "file": {"file_data": "attachment://lost"}},
        ),
    ],
)
def test_inspect_sends_media_with_what_it_keeps_apart(part: Any, expected: Any) -> None:
    resolve = resolver({"a": "data:image/png;base64,iVBO"})
    made = message_of({"role": "user", "content": [part, {"type": "reasoning"}]}, resolve)
    assert made == {"role": "user", "content": [expected]}


def test_inspect_keeps_odd_calls_as_they_are() -> None:
    message = {"role": "assistant", "content": "", "tool_calls": ["odd", {"function": "f"}]}
    made = message_of(message, resolver(None))
    assert made is not None
    function = {"name": "f", "arguments": "{}"}
    assert made["tool_calls"] == ["odd", {"type": "function", "function": function}]
