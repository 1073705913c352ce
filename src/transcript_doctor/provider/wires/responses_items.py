"""The items of a response of OpenAI's, and the events by which each of them grows in a stream."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.provider.wires.openai_calls import input_of, is_custom
from transcript_doctor.provider.wires.saying import Said, seal_of
from transcript_doctor.provider.wires.wire import Answer
from transcript_doctor.provider.wires.writing import hexes, padding, pieces

_SEALED = "reasoning.encrypted_content"


def id_of(prefix: str, answer: Answer, number: int = -1) -> str:
    """Return the id of a response, or of its n-th item; all of one response begin alike."""
    begin = hexes(f"answer {answer.serial}", 16)
    return f"{prefix}_{begin}{hexes(f'{answer.serial} {number}', 34)}"


def item_of(answer: Answer, number: int, said: Said) -> dict[str, Any]:
    """Return a part of the message as an item of the response."""
    if said.kind == "text":
        part = {"type": "output_text", "annotations": [], "logprobs": [], "text": said.text}
        return {
            "id": id_of("msg", answer, number),
            "type": "message",
            "status": "completed",
            "content": [part],
            "role": "assistant",
        }
    if said.kind == "call" and is_custom(said, answer.body):
        return {
            "id": id_of("ctc", answer, number),
            "type": "custom_tool_call",
            "status": "completed",
            "call_id": said.id,
            "input": input_of(said),
            "name": said.name,
        }
    if said.kind == "call":
        return {
            "id": id_of("fc", answer, number),
            "type": "function_call",
            "status": "completed",
            "arguments": said.text,
            "call_id": said.id,
            "name": said.name,
        }
    summary = [{"type": "summary_text", "text": said.text}] if said.text else []
    item = {"id": id_of("rs", answer, number), "type": "reasoning", "summary": summary}
    include = answer.body.get("include")
    if isinstance(include, list) and _SEALED in include:
        item["encrypted_content"] = seal_of(said)
    return item


def added(item: dict[str, Any]) -> dict[str, Any]:
    """Return an item as it stands at its beginning."""
    empty: dict[str, Any] = {"content": [], "arguments": "", "input": "", "summary": []}
    begun = {key: empty.get(key, value) for key, value in item.items()}
    return {**begun, "status": "in_progress"} if "status" in item else begun


def steps(item: dict[str, Any], at: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Return the events between the beginning of an item and its end."""
    head = {"item_id": item["id"], **at}
    if item["type"] == "function_call":
        for delta in _deltas(item["arguments"]):
            yield {"type": "response.function_call_arguments.delta", **head, **delta}
        ended = {"arguments": item["arguments"]}
        yield {"type": "response.function_call_arguments.done", **head, **ended}
    elif item["type"] == "custom_tool_call":
        for delta in _deltas(item["input"]):
            yield {"type": "response.custom_tool_call_input.delta", **head, **delta}
        yield {"type": "response.custom_tool_call_input.done", **head, "input": item["input"]}
    elif item["type"] == "message":
        yield from _text(item["content"][0], {**head, "content_index": 0})
    else:
        for index, part in enumerate(item["summary"]):
            yield from _summary(part, {**head, "summary_index": index})


def _text(part: dict[str, Any], head: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"type": "response.content_part.added", **head, "part": {**part, "text": ""}}
    for delta in _deltas(part["text"]):
        yield {"type": "response.output_text.delta", **head, **delta, "logprobs": []}
    yield {"type": "response.output_text.done", **head, "text": part["text"], "logprobs": []}
    yield {"type": "response.content_part.done", **head, "part": part}


def _summary(part: dict[str, Any], head: dict[str, Any]) -> Iterator[dict[str, Any]]:
    kind = "response.reasoning_summary"
    yield {"type": f"{kind}_part.added", **head, "part": {**part, "text": ""}}
    for delta in _deltas(part["text"]):
        yield {"type": f"{kind}_text.delta", **head, **delta}
    yield {"type": f"{kind}_text.done", **head, "text": part["text"]}
    yield {"type": f"{kind}_part.done", **head, "part": part}


def _deltas(text: str) -> Iterator[dict[str, Any]]:
    for number, piece in enumerate(pieces(text)):
        yield {"delta": piece, "obfuscation": padding(number)}
