"""Streams put together: the events of each API as its documentation shows them, and as odd servers send them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.genai import types

from transcript_doctor.agent.models import (
    ModelFailed,
    RealModel,
    Request,
    anthropic,
    deltas,
    gemini,
    mistral,
    openai_responses,
)
from transcript_doctor.agent.models.api import Options


def folded(fold: Any, events: list[Any]) -> tuple[Any, list[str]]:
    words = [fold.feed(event) for event in events]
    return fold.done(), [word for word in words if word]


def delta(*, stop: str | None = None, **keys: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": keys, "finish_reason": stop}]}


def piece(
    index: int | None, arguments: str, ident: str | None = None, name: str | None = None
) -> dict[str, Any]:
    function = {"arguments": arguments, **({"name": name} if name else {})}
    return {
        "index": index,
        "id": ident,
        "type": "function" if ident else None,
        "function": function,
    }


CALLS: list[tuple[list[dict[str, Any]], list[tuple[str | None, str, str]]]] = [
    (
        [piece(0, "", "c1", "read"), piece(0, '{"a"'), piece(1, "{}", "c2", "ls"), piece(0, ": 1}")],
        [("c1", "read", '{"a": 1}'), ("c2", "ls", "{}")],
    ),
    ([piece(None, "{}", "c1", "read"), piece(None, "{}", "c2", "ls")], [("c1", "read", "{}"), ("c2", "ls", "{}")]),
    ([piece(None, '{"a', "c1", "read"), piece(None, '": 1}')], [("c1", "read", '{"a": 1}')]),
    ([piece(0, "{}", "c1", "read"), piece(0, "{}", "c2", "ls")], [("c1", "read", "{}"), ("c2", "ls", "{}")]),
    ([piece(0, '{"a', "c1", "read"), piece(0, '": 1}', "c1", "read")], [("c1", "read", '{"a": 1}')]),
    ([piece(3, "{}", "c1", "read")], [("c1", "read", "{}")]),
]  # fmt: skip


@pytest.mark.parametrize(("pieces", "calls"), CALLS)
def test_pieces_of_calls_find_their_call(pieces: list[Any], calls: list[Any]) -> None:
    events = [delta(tool_calls=[p]) for p in pieces]
    reply, words = folded(deltas.Folded(), [*events, delta(stop="tool_calls")])
    rows = reply.message["tool_calls"]
    assert [(r["id"], r["function"]["name"], r["function"]["arguments"]) for r in rows] == calls
    assert all("index" not in row for row in rows)
    assert (reply.message["content"], words, reply.stop) == (None, [], "tool_calls")
    together, _ = folded(deltas.Folded(), [delta(tool_calls=pieces), delta(stop="stop")])
    assert together.message == reply.message


def test_keys_that_only_one_server_has_are_kept() -> None:
    events = [
        delta(role="assistant", content="", reasoning_content="Let "),
        delta(
            content=None, reasoning_content="me see.", reasoning_details=[{"index": 0, "text": "a"}]
        ),
        delta(content="It ", reasoning_details=[{"index": 0, "text": "b"}], extra={"k": {"n": 1}}),
        delta(role="assistant", content="is.", extra={"k": {"m": 2}}, flag=True),
        {"choices": [{"index": 1, "delta": {"content": "another choice"}}]},
        delta(stop="stop"),
        {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3}},
    ]
    reply, words = folded(deltas.Folded(), events)
    assert reply.message == {
        "role": "assistant",
        "content": "It is.",
        "reasoning_content": "Let me see.",
        "reasoning_details": [{"index": 0, "text": "a"}, {"index": 0, "text": "b"}],
        "extra": {"k": {"n": 1, "m": 2}},
        "flag": True,
    }
    assert words == ["It ", "is."]
    assert reply[1:] == ("It is.", 7, 3, "stop", None)


def test_mistral_says_text_and_thinks_in_lists() -> None:
    think = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    events = [
        {"data": delta(role="assistant", content="So ")},
        {"data": delta(content=[think])},
        {"data": delta(content=[{"type": "text", "text": "it "}])},
        {"data": delta(content="is.")},
        {"data": delta(stop="stop")},
    ]
    reply, words = folded(mistral.Folded(), events)
    texts = [{"type": "text", "text": "So "}, think, {"type": "text", "text": "it is."}]
    assert reply.message["content"] == texts
    assert "".join(words) == reply.text == "So it is."


def test_anthropic_parts_grow_and_keep_what_they_came_with() -> None:
    events = [
        {"type": "message_start", "message": {"usage": {"input_tokens": 9, "output_tokens": 1}}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": "", "signature": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "c2ln"}},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "redacted_thinking", "data": "x"}},
        {"type": "ping"},
        {"type": "content_block_start", "index": 2, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 2, "delta": {"type": "text_delta", "text": "It "}},
        {"type": "content_block_delta", "index": 2, "delta": {"type": "text_delta", "text": "is."}},
        {"type": "content_block_delta", "index": 2, "delta": {"type": "citations_delta", "citation": {"n": 1}}},
        {"type": "content_block_delta", "index": 2, "delta": {"type": "a_delta_of_tomorrow"}},
        {"type": "content_block_start", "index": 3, "content_block": {"type": "tool_use", "id": "t1", "name": "ls", "input": {}}},
        {"type": "content_block_delta", "index": 3, "delta": {"type": "input_json_delta", "partial_json": ""}},
        {"type": "content_block_start", "index": 4, "content_block": {"type": "tool_use", "id": "t2", "name": "read", "input": {}}},
        {"type": "content_block_delta", "index": 4, "delta": {"type": "input_json_delta", "partial_json": '{"a"'}},
        {"type": "content_block_delta", "index": 4, "delta": {"type": "input_json_delta", "partial_json": ": 1}"}},
        {"type": "content_block_stop", "index": 4},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 5}},
        {"type": "message_stop"},
    ]  # fmt: skip
    reply, words = folded(anthropic.Folded(), events)
    assert reply.message["content"] == [
        {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "x"},
        {"type": "text", "text": "It is.", "citations": [{"n": 1}]},
        {"type": "tool_use", "id": "t1", "name": "ls", "input": {}},
        {"type": "tool_use", "id": "t2", "name": "read", "input": {"a": 1}},
    ]
    assert words == ["It ", "is."]
    assert reply[1:] == ("It is.", 9, 5, "tool_use", None)


def test_gemini_keeps_signed_parts_apart_and_signatures_as_they_came() -> None:
    def chunk(*parts: Any, stop: str | None = None) -> Any:
        candidate = {
            "content": {"role": "model", "parts": list(parts)},
            **({"finishReason": stop} if stop else {}),
        }
        usage = {"promptTokenCount": 4, "candidatesTokenCount": 2}
        body = {"candidates": [candidate], "usageMetadata": usage}
        return types.GenerateContentResponse.model_validate_json(json.dumps(body))

    call = {
        "functionCall": {"name": "ls", "args": {"n": 1}, "id": "f1"},
        "thoughtSignature": "c2lnbmVk",
    }
    events = [
        chunk({"text": "hm", "thought": True}),
        chunk({"text": "It "}),
        chunk({"text": "is"}, {"text": ".", "thoughtSignature": "QUJD"}),
        chunk({"text": " So"}),
        chunk(call, stop="STOP"),
    ]
    reply, words = folded(gemini.Folded(), events)
    assert reply.message["parts"] == [
        {"text": "hm", "thought": True},
        {"text": "It is"},
        {"text": ".", "thoughtSignature": "QUJD"},
        {"text": " So"},
        call,
    ]
    assert "".join(words) == reply.text == "It is. So"
    assert reply[2:] == (4, 2, "STOP", None)


def test_responses_are_taken_from_their_last_event() -> None:
    items = [
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "message", "id": "m", "content": []},
    ]
    response = {
        "output": items,
        "usage": {"input_tokens": 1, "output_tokens": 2},
        "incomplete_details": {"reason": "max_output_tokens"},
    }
    events = [
        {"type": "response.output_text.delta", "delta": "Hi"},
        {"type": "response.incomplete", "response": response},
    ]
    reply, words = folded(openai_responses.Folded(), events)
    assert (reply.message, words) == (items, ["Hi"])
    assert reply[1:] == ("Hi", 1, 2, "max_output_tokens", None)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "error", "code": "server_error", "message": "Try again."},
        {
            "type": "response.failed",
            "response": {"error": {"code": "server_error", "message": "Try again."}},
        },
    ],
)
def test_a_response_that_fails_says_why(event: dict[str, Any]) -> None:
    with pytest.raises(ModelFailed, match="server_error: Try again"):
        openai_responses.Folded().feed(event)


@pytest.mark.parametrize("fold", [anthropic, deltas, gemini, mistral, openai_responses])
def test_a_stream_without_an_end_is_no_reply(fold: Any) -> None:
    with pytest.raises(ModelFailed, match="the stream ended before the reply did"):
        fold.Folded().done()


def test_events_that_are_not_as_the_api_has_them_end_the_reply_and_raise_nothing_else() -> None:
    strange = {
        "type": "content_block_delta",
        "index": 7,
        "delta": {"type": "text_delta", "text": "a"},
    }
    api = anthropic.API._replace(
        connect=lambda options, waits: None,
        begin=lambda *given: iter([strange]),
        end=lambda client: None,
    )
    model = RealModel(api, "some", "anthropic", Options())
    with pytest.raises(ModelFailed, match="KeyError"):
        model.ask(Request("", [], []))
