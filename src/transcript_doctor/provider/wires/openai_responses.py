"""OpenAI's Responses API: the response, and the events of its stream.

Shapes as recorded from gpt-5 and gpt-5.4 in pydantic-ai's cassettes
(test_tool_availability_portability_matrix, test_openai_client_tool_search_streaming: May to July 2026) and
vercel/ai's fixtures (openai-reasoning-encrypted-content, openai-error: 2025-11 and 2025-12). Every text of a
message is an item of its own, thinking is an item of reasoning with one summary. Arguments are text here and
go out as they were written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from transcript_doctor.provider.wires import models
from transcript_doctor.provider.wires.openai_chat import OPENAI_CHAT
from transcript_doctor.provider.wires.responses_body import response_of
from transcript_doctor.provider.wires.responses_items import added, item_of, steps
from transcript_doctor.provider.wires.saying import Said, has_failed, parts_of
from transcript_doctor.provider.wires.wire import Answer, Break, Wire
from transcript_doctor.provider.wires.writing import SSE, error_body, event
from transcript_doctor.testing.saying import label_of


def _items(answer: Answer, parts: list[Said]) -> list[dict[str, Any]]:
    return [item_of(answer, number, said) for number, said in enumerate(parts)]


def _whole(answer: Answer) -> dict[str, Any]:
    parts = parts_of(answer.message)
    cut = label_of(answer.message) == "length"
    status = "incomplete" if cut else "completed"
    return response_of(answer, parts, status, output=_items(answer, parts))


def _frames(answer: Answer) -> Iterator[bytes]:
    return _numbered(_events(answer), 0)


def _numbered(events: Iterable[dict[str, Any]], first: int) -> Iterator[bytes]:
    for number, data in enumerate(events, first):
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
    if has_failed(answer.message):
        return
    ended = _whole(answer)
    yield {"type": f"response.{ended['status']}", "response": ended}


def _broken(at: Break) -> bytes:
    """Return the recorded end of a failure: the error, nested, and the response as it failed."""
    body = error_body("openai", at.status, at.sentence)
    failed = response_of(at.answer, parts_of(at.answer.message), "failed", error=at.sentence)
    events = [{"type": "error", **body}, {"type": "response.failed", "response": failed}]
    return b"".join(_numbered(events, at.sent))


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
