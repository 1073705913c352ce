"""Gemini's generateContent: the answer, and its stream as server-sent events or as one JSON array.

Shapes as recorded from gemini-2.0-flash to gemini-3.6-flash in pydantic-ai's cassettes
(test_google_model_iter_stream, test_google_streaming_tool_call_thought_signature,
test_google_deferred_capability_announcement_live: 2025-06 to 2026-07) and vercel/ai's fixtures
(google-tool-call-gemini3). Calls have ids from Gemini 3.5 on, and the first call of a turn is signed from
Gemini 3 on. Arguments are objects here: a call whose arguments are none is what Gemini calls a malformed
function call, and such a candidate has that finish reason and no call (0xPlaygrounds/rig#1030, 2025-11).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from transcript_doctor.provider.wires import models
from transcript_doctor.provider.wires.gemini_parts import SIGNED, cut, rows_of
from transcript_doctor.provider.wires.saying import (
    Said,
    answers_wanted,
    calls_in,
    has_failed,
    parts_of,
    thinking_tokens,
)
from transcript_doctor.provider.wires.wire import Answer, Break, Wire
from transcript_doctor.provider.wires.writing import (
    error_body,
    event,
    letters,
    packed,
)
from transcript_doctor.testing.saying import label_of

_STOPS = {"length": "MAX_TOKENS"}
_BETWEEN = b"\n,\r\n"


def _new_id(number: int) -> str:
    return letters(f"call {number}", 8)


def _ending(answer: Answer, parts: list[Said]) -> dict[str, Any]:
    """Return why the candidate ended, and the sentence that newer models add to it."""
    calls = calls_in(parts)
    for said in calls:
        if said.arguments is None:
            sentence = f"Malformed function call: {said.name}({said.text})"
            return {"finishReason": "MALFORMED_FUNCTION_CALL", "finishMessage": sentence}
    reason = _STOPS.get(label_of(answer.message), "STOP")
    if calls and reason == "STOP" and not re.search(r"gemini-[12]\.0", answer.model):
        return {"finishReason": reason, "finishMessage": "Model generated function call(s)."}
    return {"finishReason": reason}


def _around(answer: Answer, parts: list[Said], output: int) -> dict[str, Any]:
    """Return what stands beside the candidates."""
    thoughts = thinking_tokens(parts, answer.output_tokens)
    spoken = max(0, output - thoughts)
    total = answer.input_tokens + thoughts + spoken
    usage: dict[str, Any] = {
        "promptTokenCount": answer.input_tokens,
        "candidatesTokenCount": spoken,
        "totalTokenCount": total,
        "promptTokensDetails": [{"modality": "TEXT", "tokenCount": answer.input_tokens}],
    }
    if thoughts:
        usage["thoughtsTokenCount"] = thoughts
    return {
        "usageMetadata": usage,
        "modelVersion": answer.model.removeprefix("models/"),
        "responseId": letters(f"answer {answer.serial}", 22),
    }


def _candidates(
    answer: Answer, rows: list[dict[str, Any]], more: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return the candidates, as many as are wanted, which say the same."""
    config = answer.body.get("generationConfig")
    wanted = config.get("candidateCount") if isinstance(config, dict) else 1
    content = {"content": {**({"parts": rows} if rows else {}), "role": "model"}}
    if not rows and more.get("finishReason") == "MALFORMED_FUNCTION_CALL":
        content = {}
    return [{**content, **more, "index": k} for k in range(answers_wanted(wanted))]


def _whole(answer: Answer) -> dict[str, Any]:
    parts = parts_of(answer.message)
    candidates = _candidates(answer, rows_of(answer, parts), _ending(answer, parts))
    return {"candidates": candidates, **_around(answer, parts, answer.output_tokens)}


def _chunks(answer: Answer) -> Iterator[dict[str, Any]]:
    """Return the chunks of a streamed answer: a piece of text or a whole call each."""
    parts = parts_of(answer.message)
    rows = [piece for row in rows_of(answer, parts) for piece in cut(row)]
    failed = has_failed(answer.message)
    late = not rows or (SIGNED.search(answer.model) and "functionCall" in rows[-1])
    for index, row in enumerate(rows):
        last = index == len(rows) - 1 and not late and not failed
        output = answer.output_tokens * (index + 1) // len(rows)
        candidates = _candidates(answer, [row], _ending(answer, parts) if last else {})
        yield {"candidates": candidates, **_around(answer, parts, output)}
    if late and not failed:
        candidates = _candidates(answer, [{"text": ""}], _ending(answer, parts))
        yield {"candidates": candidates, **_around(answer, parts, answer.output_tokens)}


def _frames(answer: Answer) -> Iterator[bytes]:
    return map(event, _chunks(answer))


def _broken(at: Break) -> bytes:
    return event(error_body("google", at.status, at.sentence))


def _array_frames(answer: Answer) -> Iterator[bytes]:
    for number, chunk in enumerate(_chunks(answer)):
        yield (_BETWEEN if number else b"[") + packed(chunk)
    if not has_failed(answer.message):
        yield b"\n]"


def _array_broken(at: Break) -> bytes:
    last = packed(error_body("google", at.status, at.sentence))
    return (_BETWEEN if at.sent else b"[") + last + b"\n]"


def _counted(tokens: int) -> dict[str, Any]:
    details = [{"modality": "TEXT", "tokenCount": tokens}]
    return {"totalTokens": tokens, "promptTokensDetails": details}


GEMINI = Wire(
    name="gemini",
    format="gemini",
    target="gemini",
    new_id=_new_id,
    whole=_whole,
    frames=_frames,
    media_type="text/event-stream",
    broken=_broken,
    model=models.gemini_model,
    models=models.gemini_models,
    counted=_counted,
)
GEMINI_ARRAY = GEMINI._replace(
    name="gemini-array",
    frames=_array_frames,
    media_type="application/json; charset=UTF-8",
    broken=_array_broken,
)
"""What `streamGenerateContent` sends where the client does not ask for `alt=sse`."""
