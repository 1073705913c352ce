"""The bodies have the keys of recorded answers, and the official types and service models take them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import botocore.session
import pytest
from anthropic.types import Message, MessageTokensCount, ModelInfo, RawMessageStreamEvent
from botocore.eventstream import EventStreamBuffer
from botocore.parsers import create_parser
from google.genai import types as google
from mistralai.client import models as mistral
from openai.types import Model
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter

from tests.provider.wires.messages import MODELS, answer, call, said, text, thinking
from transcript_doctor.provider.wires import WIRES

FULL = said(
    thinking("Two files."),
    text("I will read both of them now."),
    call("one", {"path": "a.txt"}),
    call("two", {}),
)

# Keys as the providers sent them; the docstrings of the wires say where and when that was recorded.
RECORDED = {
    "anthropic": {
        "": "content id model role stop_details stop_reason stop_sequence type usage",
        "usage": "cache_creation cache_creation_input_tokens cache_read_input_tokens inference_geo input_tokens"
        " output_tokens output_tokens_details service_tier",
        "content.0": "signature thinking type",
        "content.1": "text type",
        "content.2": "id input name type",
    },
    "openai-chat": {
        "": "choices created id model object service_tier system_fingerprint usage",
        "choices.0": "finish_reason index logprobs message",
        "choices.0.message": "annotations content refusal role tool_calls",
        "choices.0.message.tool_calls.0": "function id type",
        "usage": "completion_tokens completion_tokens_details prompt_tokens prompt_tokens_details total_tokens",
        "usage.completion_tokens_details": "accepted_prediction_tokens audio_tokens reasoning_tokens"
        " rejected_prediction_tokens",
        "usage.prompt_tokens_details": "audio_tokens cached_tokens",
    },
    "openai-responses": {
        "output.0": "id summary type",
        "output.1": "content id role status type",
        "output.1.content.0": "annotations logprobs text type",
        "output.2": "arguments call_id id name status type",
    },
    "mistral": {
        "": "choices created id model object usage",
        "choices.0": "finish_reason index message",
        "choices.0.message": "content role tool_calls",
        "choices.0.message.tool_calls.0": "function id index",
        "usage": "completion_tokens prompt_tokens prompt_tokens_details total_tokens",
    },
    "gemini": {
        "": "candidates modelVersion responseId usageMetadata",
        "candidates.0": "content finishMessage finishReason index",
        "candidates.0.content.parts.0": "text thought",
        "candidates.0.content.parts.2": "functionCall thoughtSignature",
        "candidates.0.content.parts.2.functionCall": "args id name",
        "candidates.0.content.parts.3": "functionCall",
        "usageMetadata": "candidatesTokenCount promptTokenCount promptTokensDetails thoughtsTokenCount"
        " totalTokenCount",
    },
    "bedrock": {
        "": "metrics output stopReason usage",
        "output.message.content.0.reasoningContent.reasoningText": "signature text",
        "output.message.content.2.toolUse": "input name toolUseId",
    },
}


@pytest.mark.parametrize(
    ("wire", "place", "keys"),
    [(wire, place, keys) for wire, rows in RECORDED.items() for place, keys in rows.items()],
)
def test_keys_are_those_of_recorded_answers(wire: str, place: str, keys: str) -> None:
    node: Any = WIRES[wire].whole(answer(wire, FULL))
    for step in filter(None, place.split(".")):
        node = node[int(step)] if step.isdecimal() else node[step]
    assert " ".join(sorted(node)) == keys


def test_a_response_says_back_what_was_asked() -> None:
    # the keys of a response of gpt-5.4, recorded in May 2026 (billing and moderation belong to an account)
    keys = [
        "background",
        "completed_at",
        "created_at",
        "error",
        "id",
        "incomplete_details",
        "instructions",
        "max_output_tokens",
        "max_tool_calls",
        "metadata",
        "model",
        "object",
        "output",
        "parallel_tool_calls",
        "previous_response_id",
        "prompt_cache_key",
        "prompt_cache_retention",
        "reasoning",
        "safety_identifier",
        "service_tier",
        "status",
        "store",
        "temperature",
        "text",
        "tool_choice",
        "tools",
        "top_logprobs",
        "top_p",
        "truncation",
        "usage",
        "user",
    ]
    tool = {"type": "function", "name": "read", "parameters": {"type": "object"}}
    asked = {
        "instructions": "Be brief.",
        "temperature": 0.0,
        "tools": [tool],
        "reasoning": {"effort": "low"},
    }
    made = WIRES["openai-responses"].whole(answer("openai-responses", FULL, **asked))
    assert sorted(made) == keys
    assert made["instructions"] == "Be brief."
    assert made["temperature"] == 0.0
    assert made["tools"] == [{**tool, "strict": True, "description": None}]
    assert made["reasoning"] == {"effort": "low", "summary": None}
    odd = WIRES["openai-responses"].whole(answer("openai-responses", FULL, tools="none", text=5))
    assert (odd["tools"], odd["text"]["verbosity"]) == ([], "medium")


@pytest.mark.parametrize(
    ("wire", "kind"),
    [
        ("anthropic", Message),
        ("openai-chat", ChatCompletion),
        ("openai-responses", Response),
        ("mistral", mistral.ChatCompletionResponse),
        ("gemini", google.GenerateContentResponse),
    ],
)
def test_the_official_type_takes_the_whole(wire: str, kind: Any) -> None:
    kind.model_validate(WIRES[wire].whole(answer(wire, FULL)))  # raises where it does not


EVENTS: dict[str, Any] = {
    "anthropic": RawMessageStreamEvent,
    "openai-chat": ChatCompletionChunk,
    "openai-responses": ResponseStreamEvent,
    "mistral": mistral.CompletionChunk,
    "gemini": google.GenerateContentResponse,
}


@pytest.mark.parametrize("wire", EVENTS)
def test_the_official_type_takes_every_event(wire: str) -> None:
    adapter = TypeAdapter(EVENTS[wire])
    made = answer(wire, FULL, stream_options={"include_usage": True})
    rows = [row for row in sse(WIRES[wire].frames(made)) if row.get("type") != "ping"]
    assert len(rows) > 4
    for row in rows:
        adapter.validate_python(row)


def sse(frames: Iterator[bytes]) -> list[dict[str, Any]]:
    rows = []
    for frame in frames:
        assert frame.endswith(b"\n\n")
        assert frame.isascii()
        *named, data = frame[:-2].decode().split("\n")
        row = (
            json.loads(data.removeprefix("data: ")) if data != "data: [DONE]" else {"type": "ping"}
        )
        assert named in ([], [f"event: {row.get('type')}"])
        rows.append(row)
    return rows


def _service() -> Any:
    return botocore.session.get_session().get_service_model("bedrock-runtime")


def test_the_service_model_takes_what_bedrock_sends() -> None:
    service, wire = _service(), WIRES["bedrock"]
    made = answer("bedrock", FULL)
    shape = service.operation_model("Converse").output_shape
    body = json.dumps(wire.whole(made)).encode()
    parsed = create_parser("rest-json").parse(
        {"body": body, "headers": {}, "status_code": 200}, shape
    )
    assert parsed["stopReason"] == "tool_use"
    assert parsed["output"]["message"]["content"][2] == {
        "toolUse": {"toolUseId": "one", "name": "read", "input": {"path": "a.txt"}}
    }
    assert set(wire.whole(made)) <= set(shape.members)
    assert set(wire.whole(made)["usage"]) <= set(shape.members["usage"].members)
    stop = service.shape_for("StopReason").enum
    assert {"end_turn", "tool_use", "max_tokens", "malformed_tool_use"} <= set(stop)
    events = service.operation_model("ConverseStream").output_shape.members["stream"]
    buffer = EventStreamBuffer()
    for frame in wire.frames(made):
        buffer.add_data(frame)
    for row in buffer:
        member = events.members[row.headers[":event-type"]]
        assert set(json.loads(row.payload)) - {"p"} <= set(member.members)


@pytest.mark.parametrize(
    ("label", "anthropic", "chat", "responses", "gemini", "bedrock"),
    [
        (None, "tool_use", "tool_calls", "completed", "STOP", "tool_use"),
        ("toolUse", "tool_use", "tool_calls", "completed", "STOP", "tool_use"),
        ("stop", "end_turn", "stop", "completed", "STOP", "end_turn"),
        ("length", "max_tokens", "length", "incomplete", "MAX_TOKENS", "max_tokens"),
    ],
)
def test_the_label_of_a_message_is_its_stop_reason(
    label: str | None, anthropic: str, chat: str, responses: str, gemini: str, bedrock: str
) -> None:
    message = {**FULL, "stop_reason": label} if label else FULL
    found = {name: wire.whole(answer(name, message)) for name, wire in WIRES.items()}
    assert found["anthropic"]["stop_reason"] == anthropic
    assert found["openai-chat"]["choices"][0]["finish_reason"] == chat
    assert found["mistral"]["choices"][0]["finish_reason"] == chat
    assert found["openai-responses"]["status"] == responses
    assert found["gemini"]["candidates"][0]["finishReason"] == gemini
    assert found["bedrock"]["stopReason"] == bedrock
    last = sse(WIRES["openai-responses"].frames(answer("openai-responses", message)))[-1]
    assert last["type"] == f"response.{responses}"


def test_lists_of_models_and_counts() -> None:
    lists = {
        name: wire.models([wire.model(MODELS[name], 1_790_000_000)]) for name, wire in WIRES.items()
    }
    card = ModelInfo.model_validate(lists["anthropic"]["data"][0])
    assert (card.id, card.created_at.year) == ("claude-sonnet-5", 2026)
    assert Model.model_validate(lists["openai-chat"]["data"][0]).id == "gpt-5.4-mini"
    cards = mistral.ModelList.model_validate(lists["mistral"]).data or []
    assert isinstance(cards[0], mistral.BaseModelCard)
    assert (
        google.Model.model_validate({"name": lists["gemini"]["models"][0]["name"]}).name
        == "models/gemini-3.6-flash"
    )
    assert lists["bedrock"]["modelSummaries"][0]["providerName"] == "anthropic"
    assert WIRES["anthropic"].models([])["first_id"] is None
    counts = {name: wire.counted(9) for name, wire in WIRES.items() if wire.counted}
    assert MessageTokensCount.model_validate(counts["anthropic"]).input_tokens == 9
    assert google.CountTokensResponse.model_validate({"totalTokens": 9}).total_tokens == 9
    assert counts["gemini"]["totalTokens"] == 9
    assert counts["openai-responses"] == {"object": "response.input_tokens", "input_tokens": 9}
    assert counts["bedrock"] == {"inputTokens": 9}
    assert "mistral" not in counts


@pytest.mark.parametrize(
    ("wire", "pattern"),
    [
        ("anthropic", r"toolu_01[0-9A-Za-z]{22}"),
        ("openai-chat", r"call_[0-9A-Za-z]{24}"),
        ("openai-responses", r"call_[0-9A-Za-z]{24}"),
        ("mistral", r"[0-9A-Za-z]{9}"),
        ("gemini", r"[0-9A-Za-z]{8}"),
        ("bedrock", r"tooluse_[0-9A-Za-z]{22}"),
    ],
)
def test_ids_have_the_shape_of_the_provider(wire: str, pattern: str) -> None:
    made = [WIRES[wire].new_id(number) for number in range(1, 2001)]
    assert all(re.fullmatch(pattern, ident) for ident in made)
    assert len(set(made)) == 2000
    assert made[0] == WIRES[wire].new_id(1)
