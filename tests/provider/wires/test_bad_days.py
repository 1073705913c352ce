"""What goes wrong on purpose: arguments that are no JSON, answers that fail half-way, odd scripts."""

from __future__ import annotations

import json
import re
from typing import Any

import anthropic
import openai
import pytest
from botocore.eventstream import EventStreamBuffer
from google.genai import errors

from tests.provider.wires.messages import answer, broken, call, said, text, thinking
from tests.provider.wires.reading import anthropic_client, google_client, openai_client, play
from transcript_doctor.provider.wires import WIRES
from transcript_doctor.provider.wires.wire import Break

RAW = '{"path": "a.txt", "li'
TORN = said(text("Reading."), call("one", RAW))
HALF = said(text("Half an ans"))
ASKED: list[Any] = [{"role": "user", "content": "Go."}]


def test_torn_arguments_go_out_as_they_were_written_where_the_wire_carries_text() -> None:
    chat = WIRES["openai-chat"].whole(answer("openai-chat", TORN))
    assert chat["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"] == RAW
    mistral = WIRES["mistral"].whole(answer("mistral", TORN))
    assert mistral["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"] == RAW
    responses = WIRES["openai-responses"].whole(answer("openai-responses", TORN))
    assert responses["output"][1]["arguments"] == RAW


def test_torn_arguments_stream_as_they_were_written_where_the_wire_carries_parts_of_json() -> None:
    frames = b"".join(WIRES["anthropic"].frames(answer("anthropic", TORN))).decode().split("\n")
    rows = [json.loads(line.removeprefix("data: ")) for line in frames if line.startswith("data")]
    parts = [row["delta"]["partial_json"] for row in rows if "partial_json" in row.get("delta", {})]
    assert "".join(parts) == RAW
    buffer = EventStreamBuffer()
    for frame in WIRES["bedrock"].frames(answer("bedrock", TORN)):
        buffer.add_data(frame)
    payloads = [json.loads(row.payload) for row in buffer]
    uses = [
        row["delta"]["toolUse"]["input"] for row in payloads if "toolUse" in row.get("delta", {})
    ]
    assert "".join(uses) == RAW
    assert [row["stopReason"] for row in payloads if "stopReason" in row] == ["malformed_tool_use"]


def test_torn_arguments_where_the_wire_carries_objects_only() -> None:
    whole = WIRES["anthropic"].whole(answer("anthropic", TORN))
    assert whole["content"][1]["input"] == {"INVALID_JSON": RAW}
    bedrock = WIRES["bedrock"].whole(answer("bedrock", TORN))
    assert bedrock["output"]["message"]["content"] == [{"text": "Reading."}]
    assert bedrock["stopReason"] == "malformed_tool_use"
    candidate = WIRES["gemini"].whole(answer("gemini", TORN))["candidates"][0]
    assert candidate["content"]["parts"] == [{"text": "Reading."}]
    assert candidate["finishReason"] == "MALFORMED_FUNCTION_CALL"
    assert candidate["finishMessage"] == f"Malformed function call: read({RAW})"
    alone = WIRES["gemini"].whole(answer("gemini", said(call("one", RAW))))
    assert sorted(alone["candidates"][0]) == ["finishMessage", "finishReason", "index"]


def test_arguments_that_are_text_with_an_object_in_it_are_no_fault() -> None:
    fine = said(call("one", '{ "a": 1 }'))
    assert WIRES["anthropic"].whole(answer("anthropic", fine))["content"][0]["input"] == {"a": 1}
    chat = WIRES["openai-chat"].whole(answer("openai-chat", fine))
    assert chat["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"] == '{ "a": 1 }'
    part = WIRES["gemini"].whole(answer("gemini", fine))["candidates"][0]["content"]["parts"][0]
    assert part["functionCall"]["args"] == {"a": 1}


def test_a_call_without_arguments_streams_no_piece_of_them() -> None:
    frames = b"".join(WIRES["anthropic"].frames(answer("anthropic", said(call("one", {})))))
    rows = [json.loads(line) for line in re.findall(r"^data: (.*)$", frames.decode(), re.MULTILINE)]
    deltas = [row["delta"] for row in rows if row["type"] == "content_block_delta"]
    assert deltas == [{"type": "input_json_delta", "partial_json": ""}]


def fails(name: str) -> None:
    made = answer(name, HALF)
    play(name, made.endless, streamed=True, more=(broken(name, made)[-1],))


def test_clients_meet_their_own_error_when_a_stream_fails() -> None:
    fails("anthropic")
    with (
        anthropic_client().messages.stream(model="m", max_tokens=9, messages=ASKED) as stream,
        pytest.raises(anthropic.APIStatusError, match="It broke"),
    ):
        stream.get_final_message()
    fails("openai-chat")
    chunks = openai_client().chat.completions.create(model="m", messages=ASKED, stream=True)
    with pytest.raises(openai.APIError, match="It broke"):
        list(chunks)
    fails("openai-responses")
    events = openai_client().responses.create(model="m", input="Go.", stream=True)
    with pytest.raises(openai.APIError, match="It broke"):
        list(events)
    fails("gemini")
    with pytest.raises(errors.ServerError, match="It broke"):
        list(google_client().models.generate_content_stream(model="m", contents="Go."))


ENDS = [
    b"[DONE]", b"message_stop", b"messageStop", b"response.completed", b"finishReason", b'"stop"',
]  # fmt: skip
"""What says that a stream has come to its end."""


@pytest.mark.parametrize("name", WIRES)
def test_what_was_said_before_a_failure_comes_first_and_no_end(name: str) -> None:
    *frames, last = broken(name, answer(name, HALF))
    assert b"Half an ans" in b"".join(frames)
    assert (b"It broke." in last) == (name != "mistral")
    assert [end for end in ENDS if end in b"".join([*frames, last])] == []


@pytest.mark.parametrize("sent", [0, 1, 3])
def test_an_array_that_breaks_off_is_json(sent: int) -> None:
    wire, made = WIRES["gemini-array"], answer("gemini-array", said(text("x" * 100)))
    frames = list(wire.frames(made.endless))[:sent]
    raw = b"".join([*frames, wire.broken(Break(made, len(frames), 503, "Away."))])
    rows = json.loads(raw)
    assert (len(rows), rows[-1]["error"]["status"]) == (sent + 1, "UNAVAILABLE")


def test_the_events_of_a_response_that_fails_are_numbered_on() -> None:
    raw = b"".join(broken("openai-responses", answer("openai-responses", HALF))).decode()
    rows = [json.loads(line) for line in re.findall(r"^data: (.*)$", raw, re.MULTILINE)]
    assert [row["sequence_number"] for row in rows] == list(range(len(rows)))
    assert [row["type"] for row in rows[-2:]] == ["error", "response.failed"]
    ended = rows[-1]["response"]
    assert (ended["status"], ended["error"]["message"]) == ("failed", "It broke.")


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (429, "throttlingException"),
        (500, "internalServerException"),
        (529, "serviceUnavailableException"),
        (424, "modelStreamErrorException"),
    ],
)
def test_the_exception_frame_of_bedrock(status: int, kind: str) -> None:
    buffer = EventStreamBuffer()
    buffer.add_data(broken("bedrock", answer("bedrock", HALF), status, "Slow down.")[-1])
    (row,) = buffer
    assert row.headers == {
        ":exception-type": kind,
        ":content-type": "application/json",
        ":message-type": "exception",
    }
    assert json.loads(row.payload) == {"message": "Slow down."}


def test_the_frame_that_says_that_a_stream_failed() -> None:
    assert broken("anthropic", answer("anthropic", HALF), 529, "Overloaded")[-1] == (
        b'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'
    )
    for name in ("openai-chat", "openai-responses"):
        data = json.loads(broken(name, answer(name, HALF))[-1].split(b"data: ")[1].split(b"\n")[0])
        assert (data["error"]["message"], data["error"]["type"]) == ("It broke.", "server_error")


ODD: list[Any] = [
    None, 5, "plain text", [], [None, 3, "x"], [{"type": "image"}], [{"type": "text"}], [{}],
    [{"type": "text", "text": 5}], [{"type": "toolCall"}], [{"type": "toolCall", "arguments": [1]}],
    [{"type": "toolCall", "id": 3, "name": None, "arguments": "[" * 100_000}],
    [{"type": "thinking", "thinking": None, "thinking_signature": 7}],
    [{"type": "text", "text": "\ud800"}], [{"type": "thinking", "thinking": "\udfff"}],
]  # fmt: skip


@pytest.mark.parametrize("content", ODD)
@pytest.mark.parametrize("name", WIRES)
def test_odd_content_is_answered_all_the_same(name: str, content: Any) -> None:
    made = answer(
        name, {"role": "assistant", "content": content}, stream_options=3, include="x", tools={}
    )
    json.dumps(WIRES[name].whole(made))
    frames = list(WIRES[name].frames(made))
    assert frames
    assert all(type(frame) is bytes and frame for frame in frames)


def test_an_empty_answer() -> None:
    empty = said()
    assert WIRES["anthropic"].whole(answer("anthropic", empty))["content"] == []
    chat = WIRES["openai-chat"].whole(answer("openai-chat", empty))["choices"][0]
    assert (chat["message"]["content"], chat["finish_reason"]) == ("", "stop")
    assert WIRES["openai-responses"].whole(answer("openai-responses", empty))["output"] == []
    candidate = WIRES["gemini"].whole(answer("gemini", empty))["candidates"][0]
    assert candidate == {"content": {"role": "model"}, "finishReason": "STOP", "index": 0}
    assert WIRES["bedrock"].whole(answer("bedrock", empty))["output"]["message"]["content"] == []


def test_thinking_is_shown_where_the_provider_shows_it() -> None:
    message = said(thinking("Hm.", thinking_signature="QUJD"), text("Yes."))
    for model, shown in (("deepseek-v4", "Hm."), ("gpt-5.4", None)):
        made = answer("openai-chat", message)._replace(model=model)
        chat = WIRES["openai-chat"].whole(made)["choices"][0]["message"]
        assert chat.get("reasoning_content") == shown
        streamed = b"".join(WIRES["openai-chat"].frames(made))
        assert (b"reasoning_content" in streamed) == (shown is not None)
    assert (
        WIRES["anthropic"].whole(answer("anthropic", message))["content"][0]["signature"] == "QUJD"
    )
    include = ["reasoning.encrypted_content"]
    sealed = WIRES["openai-responses"].whole(answer("openai-responses", message, include=include))
    assert sealed["output"][0]["encrypted_content"] == "QUJD"
    parts = WIRES["gemini"].whole(answer("gemini", message))["candidates"][0]["content"]["parts"]
    assert parts == [{"text": "Hm.", "thought": True}, {"text": "Yes.", "thoughtSignature": "QUJD"}]


def test_redacted_thinking() -> None:
    message = said(thinking("", thinking_signature="no base64", redacted=True), text("Yes."))
    block = WIRES["anthropic"].whole(answer("anthropic", message))["content"][0]
    assert block == {"type": "redacted_thinking", "data": "no base64"}
    play("anthropic", answer("anthropic", message), streamed=True)
    with anthropic_client().messages.stream(model="m", max_tokens=9, messages=ASKED) as stream:
        assert stream.get_final_message().content[0].to_dict() == block
    bedrock = WIRES["bedrock"].whole(answer("bedrock", message))["output"]["message"]["content"]
    assert bedrock[0] == {"reasoningContent": {"redactedContent": "bm8gYmFzZTY0"}}
    sealed = said(thinking("", thinking_signature="QUJD", redacted=True))
    streamed = b"".join(WIRES["bedrock"].frames(answer("bedrock", sealed)))
    assert b'{"reasoningContent":{"redactedContent":"QUJD"}}' in streamed


@pytest.mark.parametrize(
    ("model", "signed", "named"),
    [
        ("gemini-2.0-flash", False, False),
        ("gemini-2.5-pro", False, False),
        ("gemini-3-flash-preview", True, False),
        ("gemini-3.6-flash", True, True),
        ("models/gemini-4-pro", True, True),
        ("gemini-flash-latest", True, True),
    ],
)
def test_what_newer_gemini_models_add_to_calls(model: str, signed: bool, named: bool) -> None:
    made = answer("gemini", said(call("one", {}), call("two", {})))._replace(model=model)
    first, second = WIRES["gemini"].whole(made)["candidates"][0]["content"]["parts"]
    assert ("thoughtSignature" in first, "thoughtSignature" in second) == (signed, False)
    assert (first["functionCall"].get("id") == "one") == named


def test_options_of_the_stream() -> None:
    plain = answer("openai-chat", said(text("Hi.")), stream_options={"include_obfuscation": False})
    frames = list(WIRES["openai-chat"].frames(plain))
    assert b"obfuscation" not in b"".join(frames)
    assert b'"usage"' not in b"".join(frames)
    billed = list(
        WIRES["openai-chat"].frames(
            plain._replace(body={"stream_options": {"include_usage": True}})
        )
    )
    assert len(billed) == len(frames) + 1
    assert all(b'"usage":null' in frame for frame in billed[:-2])
    assert b'"total_tokens":160' in billed[-2]
    assert b"obfuscation" in billed[0]


def test_a_long_text_comes_in_few_frames() -> None:
    for name, wire in WIRES.items():
        assert 20 < len(list(wire.frames(answer(name, said(text("word " * 200_000)))))) < 80


def test_the_seal_of_a_streamed_text_comes_with_its_last_piece() -> None:
    message = said(thinking("Hm.", thinking_signature="QUJD"), text("Yes, and more than that."))
    frames = list(WIRES["gemini"].frames(answer("gemini", message)))
    assert [b"QUJD" in frame for frame in frames] == [False, False, True]
