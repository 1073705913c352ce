"""Bedrock's Converse and ConverseStream: the answer, and the events of its stream.

Shapes as recorded from Claude, Nova and Kimi models in pydantic-ai's cassettes
(test_bedrock_model_iter_stream, test_bedrock_model_thinking_part_stream, test_bedrock_moonshotai_tool_call:
2025 to 2026) and in botocore's service model (1.44.8). Arguments that are no JSON object stream as they are;
both ways the turn stops with `malformed_tool_use`, and a whole answer, which could only hold an object,
leaves the call out.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from typing import Any

from transcript_doctor.provider.wires import models
from transcript_doctor.provider.wires.eventstream import MEDIA_TYPE, event_frame, exception_frame
from transcript_doctor.provider.wires.saying import (
    Said,
    calls_in,
    has_failed,
    parts_of,
    seal_of,
)
from transcript_doctor.provider.wires.wire import Answer, Break, Wire
from transcript_doctor.provider.wires.writing import letters, padding, pieces
from transcript_doctor.testing.saying import label_of

_STOPS = {"stop": "end_turn", "toolUse": "tool_use", "length": "max_tokens"}
_MALFORMED = "malformed_tool_use"
_FAILURES = {
    400: "validationException",
    424: "modelStreamErrorException",
    429: "throttlingException",
    503: "serviceUnavailableException",
    529: "serviceUnavailableException",
}


def _new_id(number: int) -> str:
    return f"tooluse_{letters(f'call {number}', 22)}"


def _blob(said: Said) -> str:
    """Return redacted thinking in base64, for a blob is what it is here."""
    seal = seal_of(said)
    try:
        base64.b64decode(seal, validate=True)
    except (binascii.Error, ValueError):
        return base64.b64encode(seal.encode("utf-8", "replace")).decode("ascii")
    return seal


def _block(said: Said) -> dict[str, Any]:
    if said.kind == "text":
        return {"text": said.text}
    if said.redacted:
        return {"reasoningContent": {"redactedContent": _blob(said)}}
    if said.kind == "thinking":
        return {
            "reasoningContent": {"reasoningText": {"text": said.text, "signature": seal_of(said)}}
        }
    return {"toolUse": {"toolUseId": said.id, "name": said.name, "input": said.arguments}}


def _stop(answer: Answer, parts: list[Said]) -> str:
    if any(said.arguments is None for said in calls_in(parts)):
        return _MALFORMED
    return _STOPS.get(label_of(answer.message), "end_turn")


def _usage(answer: Answer) -> dict[str, Any]:
    return {
        "inputTokens": answer.input_tokens,
        "outputTokens": answer.output_tokens,
        "totalTokens": answer.input_tokens + answer.output_tokens,
        "cacheReadInputTokens": 0,
        "cacheWriteInputTokens": 0,
    }


def _whole(answer: Answer) -> dict[str, Any]:
    parts = parts_of(answer.message)
    content = [_block(said) for said in parts if said.kind != "call" or said.arguments is not None]
    return {
        "metrics": {"latencyMs": 1},
        "output": {"message": {"content": content, "role": "assistant"}},
        "stopReason": _stop(answer, parts),
        "usage": _usage(answer),
    }


def _frames(answer: Answer) -> Iterator[bytes]:
    parts = parts_of(answer.message)
    for number, (kind, payload) in enumerate(_events(answer, parts)):
        yield event_frame(kind, {**payload, "p": padding(answer.serial + number)})


def _events(answer: Answer, parts: list[Said]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the events: blocks begin with an event of their own only where they are calls."""
    yield "messageStart", {"role": "assistant"}
    for index, said in enumerate(parts):
        at = {"contentBlockIndex": index}
        if said.kind == "call":
            opening = {"toolUse": {"name": said.name, "toolUseId": said.id}}
            yield "contentBlockStart", {**at, "start": opening}
        for delta in _deltas(said):
            yield "contentBlockDelta", {**at, "delta": delta}
        yield "contentBlockStop", at
    if not has_failed(answer.message):
        yield "messageStop", {"stopReason": _stop(answer, parts)}
        yield "metadata", {"metrics": {"latencyMs": 1}, "usage": _usage(answer)}


def _deltas(said: Said) -> Iterator[dict[str, Any]]:
    if said.redacted:
        yield {"reasoningContent": {"redactedContent": _blob(said)}}
        return
    texts = list(pieces(said.text)) or [""]
    if said.kind == "text":
        for piece in texts:
            yield {"text": piece}
    elif said.kind == "thinking":
        for piece in texts:
            yield {"reasoningContent": {"text": piece}}
        yield {"reasoningContent": {"signature": seal_of(said)}}
    else:
        for piece in texts:
            yield {"toolUse": {"input": piece}}


def _broken(at: Break) -> bytes:
    kind = _FAILURES.get(at.status, "internalServerException")
    return exception_frame(kind, {"message": at.sentence})


BEDROCK = Wire(
    name="bedrock",
    format="bedrock",
    target="bedrock",
    new_id=_new_id,
    whole=_whole,
    frames=_frames,
    media_type=MEDIA_TYPE,
    broken=_broken,
    model=models.bedrock_model,
    models=models.bedrock_models,
    counted=lambda tokens: {"inputTokens": tokens},
)
