"""Mistral's chat completions: the completion, and the chunks of its stream.

Shapes as recorded in pydantic-ai's cassettes (test_mistral_history_uses_prompt_cache,
test_mixed_content_ordering, test_mistral_model_thinking_part_iter: 2025-11 to 2026-07) and vercel/ai's
fixtures (mistral-tool-call, mistral-reasoning: 2026-01). A call comes in one piece, with the finish reason.
Arguments are text and go out as they were written. The stream has no event that says that it failed: it ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.provider.wires import models
from transcript_doctor.provider.wires.saying import (
    Said,
    answers_wanted,
    calls_in,
    has_failed,
    parts_of,
    text_in,
)
from transcript_doctor.provider.wires.wire import Answer, Wire
from transcript_doctor.provider.wires.writing import DONE, SSE, event, hexes, letters, pieces
from transcript_doctor.testing.saying import label_of

_STOPS = {"stop": "stop", "toolUse": "tool_calls", "length": "length", "error": "error"}


def _new_id(number: int) -> str:
    return letters(f"call {number}", 9)


def _head(answer: Answer, kind: str) -> dict[str, Any]:
    return {
        "id": hexes(f"answer {answer.serial}", 32),
        "object": kind,
        "created": answer.created,
        "model": answer.model,
    }


def _usage(answer: Answer) -> dict[str, Any]:
    return {
        "prompt_tokens": answer.input_tokens,
        "total_tokens": answer.input_tokens + answer.output_tokens,
        "completion_tokens": answer.output_tokens,
        "prompt_tokens_details": {"cached_tokens": 0},
    }


def _stop(answer: Answer) -> str:
    return _STOPS.get(label_of(answer.message), "stop")


def _calls(parts: list[Said]) -> list[dict[str, Any]]:
    return [
        {"id": said.id, "function": {"name": said.name, "arguments": said.text}, "index": index}
        for index, said in enumerate(calls_in(parts))
    ]


def _thinking(text: str) -> dict[str, Any]:
    return {"type": "thinking", "thinking": [{"type": "text", "text": text}]}


def _content(parts: list[Said]) -> Any:
    """Return the content: text, or chunks where there is thinking."""
    if all(said.kind != "thinking" for said in parts):
        return text_in(parts)
    return [
        _thinking(said.text) if said.kind == "thinking" else {"type": "text", "text": said.text}
        for said in parts
        if said.kind != "call"
    ]


def _whole(answer: Answer) -> dict[str, Any]:
    parts = parts_of(answer.message)
    message = {
        "role": "assistant",
        "tool_calls": _calls(parts) or None,
        "content": _content(parts),
    }
    choices = [
        {"index": k, "finish_reason": _stop(answer), "message": message}
        for k in range(answers_wanted(answer.body.get("n")))
    ]
    return {**_head(answer, "chat.completion"), "choices": choices, "usage": _usage(answer)}


def _frames(answer: Answer) -> Iterator[bytes]:
    parts = parts_of(answer.message)
    head = _head(answer, "chat.completion.chunk")
    wanted = range(answers_wanted(answer.body.get("n")))

    def chunk(delta: dict[str, Any], stop: str | None = None, **more: Any) -> bytes:
        choice = {"delta": delta, "finish_reason": stop, "logprobs": None}
        return event({**head, "choices": [{"index": k, **choice} for k in wanted], **more})

    yield chunk({"role": "assistant", "content": ""})
    for said in parts:
        if said.kind == "call":
            continue
        for piece in pieces(said.text):
            yield chunk({"content": [_thinking(piece)] if said.kind == "thinking" else piece})
    if has_failed(answer.message):
        return
    calls = _calls(parts)
    ending: dict[str, Any] = {"content": None, "tool_calls": calls} if calls else {"content": ""}
    yield chunk(ending, _stop(answer), usage=_usage(answer))
    yield DONE


MISTRAL = Wire(
    name="mistral",
    format="openai-chat",
    target="mistral",
    new_id=_new_id,
    whole=_whole,
    frames=_frames,
    media_type=SSE,
    broken=lambda at: b"",
    model=models.mistral_model,
    models=models.openai_models,
)
