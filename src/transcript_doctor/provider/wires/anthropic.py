"""Anthropic's Messages API: the message, and the events of its stream.

Shapes as recorded from claude-opus-5, claude-sonnet-5 and claude-sonnet-4-6 in pydantic-ai's cassettes
(test_anthropic_opus_5_features, test_anthropic_advisor_tool_stream, test_tool_search_streaming: May to
July 2026), models as in anthropic 2.14.0. Arguments that are no JSON object stream as they are; in a
whole message they stand under `INVALID_JSON`, as Anthropic's page on fine-grained tool streaming wraps
them (2026).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.provider.wires import models
from transcript_doctor.provider.wires.saying import (
    Said,
    has_failed,
    parts_of,
    seal_of,
    thinking_in,
    thinking_tokens,
)
from transcript_doctor.provider.wires.wire import Answer, Break, Wire
from transcript_doctor.provider.wires.writing import (
    SSE,
    error_body,
    event,
    letters,
    pieces,
)
from transcript_doctor.testing.saying import label_of

_STOPS = {"stop": "end_turn", "toolUse": "tool_use", "length": "max_tokens"}
_PING = b'event: ping\ndata: {"type": "ping"}\n\n'


def _new_id(number: int) -> str:
    return f"toolu_01{letters(f'call {number}', 22)}"


def _block(said: Said) -> dict[str, Any]:
    if said.kind == "text":
        return {"type": "text", "text": said.text}
    if said.redacted:
        return {"type": "redacted_thinking", "data": seal_of(said)}
    if said.kind == "thinking":
        return {"type": "thinking", "thinking": said.text, "signature": seal_of(said)}
    given = said.arguments if said.arguments is not None else {"INVALID_JSON": said.text}
    return {"type": "tool_use", "id": said.id, "name": said.name, "input": given}


def _usage(answer: Answer, output: int) -> dict[str, Any]:
    return {
        "input_tokens": answer.input_tokens,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
        "output_tokens": output,
        "service_tier": "standard",
        "inference_geo": "global",
    }


def _thought(answer: Answer, parts: list[Said]) -> dict[str, Any]:
    """Return how many of the tokens were thinking, where there was any."""
    if not thinking_in(parts):
        return {}
    tokens = thinking_tokens(parts, answer.output_tokens)
    return {"output_tokens_details": {"thinking_tokens": tokens}}


def _whole(answer: Answer) -> dict[str, Any]:
    parts = parts_of(answer.message)
    usage = {**_usage(answer, answer.output_tokens), **_thought(answer, parts)}
    return _message(answer, [_block(said) for said in parts], _stop(answer), usage)


def _stop(answer: Answer) -> str:
    return _STOPS.get(label_of(answer.message), "end_turn")


def _message(
    answer: Answer, content: list[dict[str, Any]], stop: str | None, usage: dict[str, Any]
) -> dict[str, Any]:
    return {
        "model": answer.model,
        "id": f"msg_01{letters(f'answer {answer.serial}', 22)}",
        "type": "message",
        "role": "assistant",
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "stop_details": None,
        "usage": usage,
    }


def _frames(answer: Answer) -> Iterator[bytes]:
    parts = parts_of(answer.message)
    opening = _message(answer, [], None, _usage(answer, 1))
    yield event({"type": "message_start", "message": opening}, named=True)
    if not parts:
        yield _PING
    for index, said in enumerate(parts):
        started = {"type": "content_block_start", "index": index, "content_block": _empty(said)}
        yield event(started, named=True)
        if not index:
            yield _PING
        for delta in _deltas(said):
            yield event({"type": "content_block_delta", "index": index, "delta": delta}, named=True)
        yield event({"type": "content_block_stop", "index": index}, named=True)
    if has_failed(answer.message):
        return
    usage = {
        "input_tokens": answer.input_tokens,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "output_tokens": answer.output_tokens,
        **_thought(answer, parts),
    }
    ending = {"stop_reason": _stop(answer), "stop_sequence": None, "stop_details": None}
    yield event({"type": "message_delta", "delta": ending, "usage": usage}, named=True)
    yield event({"type": "message_stop"}, named=True)


def _empty(said: Said) -> dict[str, Any]:
    """Return a block as it begins; redacted thinking comes whole."""
    block = _block(said)
    cleared = {"text": "", "thinking": "", "signature": "", "input": {}}
    return {key: cleared.get(key, value) for key, value in block.items()}


def _deltas(said: Said) -> Iterator[dict[str, Any]]:
    if said.redacted:
        return
    if said.kind == "text":
        for piece in pieces(said.text):
            yield {"type": "text_delta", "text": piece}
    elif said.kind == "thinking":
        for piece in pieces(said.text):
            yield {"type": "thinking_delta", "thinking": piece}
        yield {"type": "signature_delta", "signature": seal_of(said)}
    else:
        yield {"type": "input_json_delta", "partial_json": ""}
        for piece in pieces(said.text if said.arguments != {} else ""):
            yield {"type": "input_json_delta", "partial_json": piece}


def _broken(at: Break) -> bytes:
    body = error_body("anthropic", at.status, at.sentence)
    return event({"type": "error", "error": body["error"]}, named=True)


ANTHROPIC = Wire(
    name="anthropic",
    format="anthropic",
    target="anthropic",
    new_id=_new_id,
    whole=_whole,
    frames=_frames,
    media_type=SSE,
    broken=_broken,
    model=models.anthropic_model,
    models=models.anthropic_models,
    counted=lambda tokens: {"input_tokens": tokens},
)
