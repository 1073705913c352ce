"""What clients rebuild from a stream is what they read of a whole answer: for any message, on every wire."""

from __future__ import annotations

import json
from typing import Any

from botocore.eventstream import EventStreamBuffer
from hypothesis import given, settings

from tests.provider.wires.messages import MESSAGES, answer
from tests.provider.wires.reading import (
    anthropic_client,
    google_client,
    mistral_client,
    openai_client,
    play,
)
from transcript_doctor.provider.wires import WIRES

ASKED: list[Any] = [{"role": "user", "content": "Go."}]
Message = dict[str, Any]
FEW = settings(max_examples=30)


@FEW
@given(MESSAGES)
def test_anthropic(message: Message) -> None:
    made = answer("anthropic", message)
    client = anthropic_client()
    play("anthropic", made, streamed=False)
    whole = client.messages.create(model=made.model, max_tokens=9, messages=ASKED)
    play("anthropic", made, streamed=True)
    with client.messages.stream(model=made.model, max_tokens=9, messages=ASKED) as stream:
        rebuilt = stream.get_final_message()
    assert _bare(rebuilt.to_dict()) == _bare(whole.to_dict())
    texts = [p["text"] for p in message["content"] if p["type"] == "text"]
    calls = [p["arguments"] for p in message["content"] if p["type"] == "toolCall"]
    assert [block.text for block in whole.content if block.type == "text"] == texts
    assert [block.input for block in whole.content if block.type == "tool_use"] == calls


def _bare(node: Any) -> Any:
    """Leave out what the accumulators of the SDKs add."""
    if isinstance(node, dict):
        return {
            k: _bare(v)
            for k, v in node.items()
            if k not in ("parsed_output", "parsed", "parsed_arguments")
        }
    return [_bare(value) for value in node] if isinstance(node, list) else node


@FEW
@given(MESSAGES)
def test_openai_chat(message: Message) -> None:
    made = answer("openai-chat", message, stream_options={"include_usage": True})
    client = openai_client()
    play("openai-chat", made, streamed=False)
    whole = client.chat.completions.create(model=made.model, messages=ASKED)
    play("openai-chat", made, streamed=True)
    with client.chat.completions.stream(model=made.model, messages=ASKED) as stream:
        rebuilt = stream.get_final_completion()
    for key in ("id", "model", "created", "service_tier", "system_fingerprint"):
        assert getattr(rebuilt, key) == getattr(whole, key)
    assert rebuilt.usage == whole.usage
    one, other = rebuilt.choices[0], whole.choices[0]
    assert one.finish_reason == other.finish_reason
    assert one.message.content == other.message.content
    assert _chat_calls(one.message) == _chat_calls(other.message)
    texts = [p["text"] for p in message["content"] if p["type"] == "text"]
    assert (other.message.content or "") == "".join(texts)
    given = [p["arguments"] for p in message["content"] if p["type"] == "toolCall"]
    assert [json.loads(arguments) for _, _, arguments in _chat_calls(other.message)] == given


def _chat_calls(message: Any) -> list[tuple[str, str, str]]:
    calls = message.tool_calls or []
    return [(call.id, call.function.name, call.function.arguments) for call in calls]


@FEW
@given(MESSAGES)
def test_openai_responses(message: Message) -> None:
    made = answer("openai-responses", message)
    client = openai_client()
    play("openai-responses", made, streamed=False)
    whole = client.responses.create(model=made.model, input="Go.")
    play("openai-responses", made, streamed=True)
    grown: dict[int, str] = {}
    with client.responses.stream(model=made.model, input="Go.") as stream:
        for number, event in enumerate(stream):
            assert event.sequence_number == number
            if event.type.endswith(".delta"):
                grown[event.output_index] = grown.get(event.output_index, "") + event.delta
            if event.type in (
                "response.output_text.delta",
                "response.function_call_arguments.delta",
            ):
                assert event.snapshot == grown[event.output_index]
        rebuilt = stream.get_final_response()
    assert _bare(rebuilt.to_dict()) == _bare(whole.to_dict())
    for number, item in enumerate(whole.output):
        assert grown.get(number, "") == _inside(item)


def _inside(item: Any) -> str:
    if item.type == "function_call":
        return str(item.arguments)
    return "".join(part.text for part in (item.content if item.type == "message" else item.summary))


@FEW
@given(MESSAGES)
def test_mistral(message: Message) -> None:
    made = answer("mistral", message)
    client = mistral_client()
    play("mistral", made, streamed=False)
    whole = client.chat.complete(model=made.model, messages=ASKED)
    play("mistral", made, streamed=True)
    chunks = [row.data for row in client.chat.stream(model=made.model, messages=ASKED)]
    last, first = chunks[-1], whole.choices[0]
    assert last.usage == whole.usage
    assert last.choices[0].finish_reason == first.finish_reason
    calls = [call for row in chunks for call in row.choices[0].delta.tool_calls or []]
    assert calls == (first.message.tool_calls or [])
    deltas = [row.choices[0].delta.content for row in chunks]
    assert _runs(deltas) == _runs([first.message.content])


def _runs(contents: list[Any]) -> list[tuple[str, str]]:
    """Return what was thought and said, neighbours of one kind as one."""
    rows: list[tuple[str, str]] = []
    for content in contents:
        for chunk in content if isinstance(content, list) else [content or ""]:
            kind = "text" if isinstance(chunk, str) else chunk.type
            inner = chunk if isinstance(chunk, str) else _chunk_text(chunk)
            if rows and rows[-1][0] == kind:
                rows[-1] = (kind, rows[-1][1] + inner)
            elif inner:
                rows.append((kind, inner))
    return rows


def _chunk_text(chunk: Any) -> str:
    return chunk.text if chunk.type == "text" else "".join(part.text for part in chunk.thinking)


@FEW
@given(MESSAGES)
def test_gemini(message: Message) -> None:
    made = answer("gemini", message)
    client = google_client()
    play("gemini", made, streamed=False)
    whole = client.models.generate_content(model=made.model, contents="Go.")
    play("gemini", made, streamed=True)
    chunks = list(client.models.generate_content_stream(model=made.model, contents="Go."))
    assert chunks[-1].usage_metadata == whole.usage_metadata
    assert chunks[-1].candidates[0].finish_reason == whole.candidates[0].finish_reason
    parts = [part for chunk in chunks for part in chunk.candidates[0].content.parts]
    assert _grown(parts) == _grown(whole.candidates[0].content.parts or [])
    given = [p["arguments"] for p in message["content"] if p["type"] == "toolCall"]
    assert [call.args for call in whole.function_calls or []] == given


def _grown(parts: list[Any]) -> list[Any]:
    """Return parts with neighbours of one kind of text as one, and without empty text."""
    rows: list[Any] = []
    for part in parts:
        row = part.model_dump(exclude_none=True)
        if "text" in row and rows and _same_voice(rows[-1], row):
            rows[-1] = {**rows[-1], **row, "text": rows[-1]["text"] + row["text"]}
        elif row.get("text") != "" or "thought_signature" in row:
            rows.append(row)
    return rows


def _same_voice(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return "text" in one and one.get("thought") == other.get("thought")


@FEW
@given(MESSAGES)
def test_gemini_as_an_array(message: Message) -> None:
    made = answer("gemini-array", message)
    wire = WIRES["gemini-array"]
    events = [json.loads(frame.removeprefix(b"data: ")) for frame in WIRES["gemini"].frames(made)]
    assert json.loads(b"".join(wire.frames(made))) == events


@FEW
@given(MESSAGES)
def test_bedrock(message: Message) -> None:
    made = answer("bedrock", message)
    wire = WIRES["bedrock"]
    whole = wire.whole(made)
    buffer = EventStreamBuffer()
    for frame in wire.frames(made):
        buffer.add_data(frame)
    rows = [(row.headers[":event-type"], json.loads(row.payload)) for row in buffer]
    assert [kind for kind, _ in rows][-2:] == ["messageStop", "metadata"]
    assert rows[-2][1]["stopReason"] == whole["stopReason"]
    assert rows[-1][1]["usage"] == whole["usage"]
    assert _blocks(rows) == whole["output"]["message"]["content"]


def _blocks(rows: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    made: dict[int, dict[str, Any]] = {}
    for kind, row in rows:
        if kind == "contentBlockStart":
            made[row["contentBlockIndex"]] = {"toolUse": {**row["start"]["toolUse"], "input": ""}}
        elif kind == "contentBlockDelta":
            _grow(made.setdefault(row["contentBlockIndex"], {}), row["delta"])
        elif kind == "contentBlockStop" and "toolUse" in made[row["contentBlockIndex"]]:
            use = made[row["contentBlockIndex"]]["toolUse"]
            use["input"] = json.loads(use["input"])
    return [made[number] for number in sorted(made)]


def _grow(block: dict[str, Any], delta: dict[str, Any]) -> None:
    if "text" in delta:
        block["text"] = block.get("text", "") + delta["text"]
    elif "toolUse" in delta:
        block["toolUse"]["input"] += delta["toolUse"]["input"]
    else:
        inner = block.setdefault("reasoningContent", {}).setdefault("reasoningText", {"text": ""})
        inner["text"] += delta["reasoningContent"].get("text", "")
        inner |= {k: v for k, v in delta["reasoningContent"].items() if k == "signature"}
