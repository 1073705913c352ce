"""OpenAI's Responses API: the response, and the events of its stream.

Shapes as recorded from gpt-5 and gpt-5.4 in pydantic-ai's cassettes
(test_tool_availability_portability_matrix, test_openai_client_tool_search_streaming: May to July 2026) and
vercel/ai's fixtures (openai-reasoning-encrypted-content, openai-error: 2025-11 and 2025-12). Every text of a
message is an item of its own, thinking is an item of reasoning with one summary. Arguments are text here and
go out as they were written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.provider.wires import models
from transcript_doctor.provider.wires.openai_chat import OPENAI_CHAT
from transcript_doctor.provider.wires.responses_body import response_of
from transcript_doctor.provider.wires.responses_items import added, item_of, steps
from transcript_doctor.provider.wires.saying import Said, failure_of, parts_of, stop_of
from transcript_doctor.provider.wires.wire import Answer, Wire
from transcript_doctor.provider.wires.writing import SSE, error_body, event


def _items(answer: Answer, parts: list[Said]) -> list[dict[str, Any]]:
    return [item_of(answer, number, said) for number, said in enumerate(parts)]


def _whole(answer: Answer) -> dict[str, Any]:
    parts = parts_of(answer.message)
    sentence = failure_of(answer.message, parts)
    if sentence is not None:
        return response_of(answer, parts, "failed", error=sentence)
    cut = stop_of(answer.message, parts) == "length"
    status = "incomplete" if cut else "completed"
    return response_of(answer, parts, status, output=_items(answer, parts))


def _frames(answer: Answer) -> Iterator[bytes]:
    for number, data in enumerate(_events(answer)):
        yield event({"type": data.pop("type"), "sequence_number": number, **data}, named=True)


def _events(answer: Answer) -> Iterator[dict[str, Any]]:
    parts = parts_of(answer.message)
    begun = response_of(answer, parts, "in_progress")
    yield {"type": "response.created", "response": begun}
    yield {"type": "response.in_progress", "response": begun}
    for number, item in enumerate(_items(answer, parts)):
        at = {"output_index": number}
        yield {"type": "response.output_item.added", **at, "item": added(item)}
        yield from steps(item, at)
        yield {"type": "response.output_item.done", **at, "item": item}
    sentence = failure_of(answer.message, parts)
    if sentence is not None:
        yield {"type": "error", **error_body("openai", 500, sentence)}
    ended = _whole(answer)
    yield {"type": f"response.{ended['status']}", "response": ended}


def _broken(status: int, sentence: str) -> bytes:
    # The recorded event nests the error; the number goes on from an event that is not known here.
    body = error_body("openai", status, sentence)
    return event({"type": "error", "sequence_number": 0, **body}, named=True)


OPENAI_RESPONSES = Wire(
    name="openai-responses",
    format="openai-responses",
    target="openai-responses",
    new_id=OPENAI_CHAT.new_id,
    whole=_whole,
    frames=_frames,
    media_type=SSE,
    broken=_broken,
    model=models.openai_model,
    models=models.openai_models,
    counted=lambda tokens: {"object": "response.input_tokens", "input_tokens": tokens},
)
