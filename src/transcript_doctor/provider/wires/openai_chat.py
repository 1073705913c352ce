"""OpenAI's Chat Completions: the completion, and the chunks of its stream.

Shapes as recorded from gpt-4o and gpt-5.4-mini in pydantic-ai's cassettes (test_openai_tool_call_roundtrip,
test_run_stream_sync_streams_real_model, test_complex_agent_run: 2025-08 to 2026-07) and in vercel/ai's
fixtures (openai-text, 2026-02). Arguments are text here and go out as they were written. OpenAI shows no
thinking; for the models of others that do it goes out as `reasoning_content` (DeepSeek, Kimi, Qwen: 2026).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from transcript_doctor.provider.wires import models
from transcript_doctor.provider.wires.openai_calls import called, growing, is_old
from transcript_doctor.provider.wires.saying import (
    Said,
    answers_wanted,
    calls_in,
    has_failed,
    parts_of,
    text_in,
    thinking_in,
    thinking_tokens,
)
from transcript_doctor.provider.wires.wire import Answer, Break, Wire
from transcript_doctor.provider.wires.writing import (
    DONE,
    SSE,
    error_body,
    event,
    letters,
    padding,
    pieces,
)
from transcript_doctor.testing.saying import label_of

_STOPS = {"stop": "stop", "toolUse": "tool_calls", "length": "length"}
_OTHERS = re.compile(r"deepseek|kimi|qwen|qwq|glm|minimax|grok|step-", re.IGNORECASE)
"""Models of other makers, whose servers show thinking beside the content and lack keys of OpenAI's own."""


def _new_id(number: int) -> str:
    return f"call_{letters(f'call {number}', 24)}"


def _head(answer: Answer, kind: str) -> dict[str, Any]:
    return {
        "id": f"chatcmpl-{letters(f'answer {answer.serial}', 29)}",
        "object": kind,
        "created": answer.created,
        "model": answer.model,
    }


_FOOT = {"service_tier": "default", "system_fingerprint": "fp_0000000000"}


def _usage(answer: Answer, parts: list[Said]) -> dict[str, Any]:
    return {
        "prompt_tokens": answer.input_tokens,
        "completion_tokens": answer.output_tokens,
        "total_tokens": answer.input_tokens + answer.output_tokens,
        "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
        "completion_tokens_details": {
            "reasoning_tokens": thinking_tokens(parts, answer.output_tokens),
            "audio_tokens": 0,
            "accepted_prediction_tokens": 0,
            "rejected_prediction_tokens": 0,
        },
    }


def _content(parts: list[Said]) -> str | None:
    """Return the text of a message, None where it only calls."""
    silent = not any(said.kind == "text" for said in parts)
    return None if silent and calls_in(parts) else text_in(parts)


def _shown(answer: Answer, parts: list[Said]) -> str:
    """Return the thinking that the client gets to see."""
    return thinking_in(parts) if _OTHERS.search(answer.model) else ""


def _stop(answer: Answer) -> str:
    stop = _STOPS.get(label_of(answer.message), "stop")
    return "function_call" if stop == "tool_calls" and is_old(answer.body) else stop


def _whole(answer: Answer) -> dict[str, Any]:
    parts = parts_of(answer.message)
    message: dict[str, Any] = {"role": "assistant", "content": _content(parts)}
    if thought := _shown(answer, parts):
        message["reasoning_content"] = thought
    message |= called(calls_in(parts), answer.body)
    if not _OTHERS.search(answer.model):
        message |= {"refusal": None, "annotations": []}
    choice = {"message": message, "logprobs": None, "finish_reason": _stop(answer)}
    choices = [{"index": k, **choice} for k in range(answers_wanted(answer.body.get("n")))]
    usage = _usage(answer, parts)
    return {**_head(answer, "chat.completion"), "choices": choices, "usage": usage, **_FOOT}


def _frames(answer: Answer) -> Iterator[bytes]:
    parts = parts_of(answer.message)
    options = answer.body.get("stream_options")
    options = options if isinstance(options, dict) else {}
    billed = options.get("include_usage") is True
    veiled = options.get("include_obfuscation") is not False
    head = {**_head(answer, "chat.completion.chunk"), **_FOOT}

    def chunk(number: int, choices: list[Any], usage: Any = None) -> bytes:
        made = {**head, "choices": choices, **({"usage": usage} if billed else {})}
        return event({**made, "obfuscation": padding(answer.serial + number)} if veiled else made)

    number, wanted = 0, range(answers_wanted(answer.body.get("n")))
    for number, delta in enumerate(_deltas(answer, parts)):
        for index in wanted:
            yield chunk(number, [_choice(delta, None, index)])
    if has_failed(answer.message):
        return
    stop = _stop(answer)
    for index in wanted:
        yield chunk(number + 1, [_choice({}, stop, index)])
    if billed:
        yield chunk(number + 2, [], _usage(answer, parts))
    yield DONE


def _choice(delta: dict[str, Any], stop: str | None, index: int) -> dict[str, Any]:
    return {"index": index, "delta": delta, "logprobs": None, "finish_reason": stop}


def _deltas(answer: Answer, parts: list[Said]) -> Iterator[dict[str, Any]]:
    content = _content(parts)
    first = None if content is None else ""
    own = {} if _OTHERS.search(answer.model) else {"refusal": None}
    yield {"role": "assistant", "content": first, **own}
    for piece in pieces(_shown(answer, parts)):
        yield {"reasoning_content": piece}
    for piece in pieces(content or ""):
        yield {"content": piece}
    yield from growing(calls_in(parts), answer.body)


def _broken(at: Break) -> bytes:
    return event(error_body("openai", at.status, at.sentence))


OPENAI_CHAT = Wire(
    name="openai-chat",
    format="openai-chat",
    target="openai",
    new_id=_new_id,
    whole=_whole,
    frames=_frames,
    media_type=SSE,
    broken=_broken,
    model=models.openai_model,
    models=models.openai_models,
)
