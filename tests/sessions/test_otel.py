"""OpenTelemetry and OpenInference: every generation of attributes, every export, the newest request."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sessions.files import REAL, read_text
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import file_source, read_session
from transcript_doctor.core.transcript import Transcript


def form(session: Transcript) -> str:
    return shape(session.request, format="openai-chat")


def real(name: str) -> list[Transcript]:
    found = read_session(file_source(name, REAL / name))
    assert found is not None
    return found


def text(role: str, words: str, **keys: Any) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "content": words}], **keys}


def calls(*idents: str | None) -> dict[str, Any]:
    made = {"type": "tool_call", "name": "get", "arguments": {"at": 1}}
    return {"role": "assistant", "parts": [{**made, "id": ident} for ident in idents]}


def results(*idents: str | None, role: str = "tool") -> dict[str, Any]:
    made = {"type": "tool_call_response", "response": "ok"}
    return {"role": role, "parts": [{**made, "id": ident} for ident in idents]}


def span(number: int, asked: Any, answered: Any = None, **keys: Any) -> dict[str, Any]:
    held = {"gen_ai.operation.name": "chat", "gen_ai.input.messages": asked}
    if answered is not None:
        held["gen_ai.output.messages"] = answered
    known = {
        "trace_id": "t1",
        "span_id": f"s{number}",
        "start_time": f"2026-01-01T00:00:{number:02}",
    }
    return {**known, "name": "chat", "attributes": {**held, **keys}}


def read(*spans: Any) -> list[Transcript]:
    return read_text(json.dumps(list(spans), indent=1), "spans.json")


def bare(**attributes: Any) -> Transcript:
    """The conversation of one span with these attributes."""
    (session,) = read({"name": "x", "span_id": "s", "attributes": attributes})
    return session


@pytest.mark.parametrize(
    ("name", "agent"),
    [
        ("otel/openinference-genai-span.json", "OpenTelemetry"),
        ("openinference/openinference-flat-span.json", "OpenInference"),
    ],
)
def test_bare_attributes_of_a_span_are_read(name: str, agent: str) -> None:
    (session,) = real(name)
    assert (session.agent, session.state, form(session)) == (agent, "whole", "U A[1234] R(1234) A")
    call = session.request[1]["tool_calls"][0]
    assert call["function"] == {"name": "get_weather", "arguments": '{"location":"Paris"}'} or (
        json.loads(call["function"]["arguments"]) == {"location": "Paris"}
    )
    assert session.request[2]["content"] == "rainy, 57°F"
    assert check(session).findings == ()


def test_spans_of_vercel_are_read() -> None:
    first, second = real("otel/openinference-vercel-spans.json")
    assert (first.agent, form(first), form(second)) == ("Vercel AI SDK", "U A", "S U A U A")
    assert first.session == "b3e700af9eab81e19f72f964d62a35af"
    assert first.request[1]["content"].startswith("Lines of code align")
    assert [origin.line for origin in first.origins] == [2, 2]


def test_of_each_conversation_the_newest_request_is_taken() -> None:
    go, done, more = text("user", "Go."), text("assistant", "Done."), text("user", "More.")
    found = read(
        span(3, [go, calls("a"), results("a"), done, more], [text("assistant", "Yes.")]),
        span(1, [go], [calls("a")]),
        span(2, [go, calls("a"), results("a")], [done]),
        span(4, [go], [text("assistant", "Elsewhere.")], **{"gen_ai.conversation.id": "c2"}),
        span(5, [text("user", "Other.")]),
    )
    assert [(s.session, form(s)) for s in found] == [
        ("t1", "U A[a] R(a) A U A"),
        ("c2", "U A"),
        ("t1", "U"),
    ]
    assert [s.state for s in found] == ["whole", "whole", "running"]


def test_a_call_that_no_later_request_answers_is_found() -> None:
    go = text("user", "Go.")
    (session,) = read(span(1, [go, calls("a", "b"), results("a"), text("user", "On.")]))
    assert [f.code for f in check(session).findings] == ["P001"]
    (session,) = read(span(1, [go, results("a")]))
    assert [f.code for f in check(session).findings] == ["P002"]
    (session,) = read(span(1, [go], [calls("a")]))
    assert (session.state, [f.severity for f in check(session).findings]) == (
        "running",
        ["warning"],
    )


def test_ids_that_are_missing_are_given_by_position() -> None:
    both = results(None, role="user")
    both["parts"].append({"type": "text", "content": "And?"})
    (session,) = read(span(1, [text("user", "Go."), calls(None, None), results(None), both]))
    assert [m["role"] for m in session.request] == ["user", "assistant", "tool", "tool", "user"]
    assert check(session).findings == ()
    listed = {"type": "tool_call", "id": ["run", "call_9"], "name": "x", "arguments": "{}"}
    (session,) = read(span(1, [{"role": "assistant", "parts": [listed]}, results("call_9")]))
    assert form(session) == "A[call_9] R(call_9)"


def test_system_instructions_stand_before_the_list() -> None:
    asked = [text("user", "Go.")]
    for value in ("Be.", json.dumps([{"type": "text", "content": "Be."}])):
        (session,) = read(span(1, json.dumps(asked), **{"gen_ai.system_instructions": value}))
        assert session.request[0] == {"role": "system", "content": "Be."}
    again = [text("system", "Be."), *asked]
    (session,) = read(span(1, again, **{"gen_ai.system_instructions": "Be."}))
    assert form(session) == "S U"


def test_of_several_choices_the_first_is_the_answer() -> None:
    choices = [text("assistant", n, finish_reason="stop") for n in "ab"]
    (session,) = read(span(1, [text("user", "Go.")], choices))
    assert [m["content"] for m in session.request] == ["Go.", "a"]


@pytest.mark.parametrize(
    ("part", "sent"),
    [
        ({"type": "reasoning", "content": "Hm."}, ""),
        ({"type": "server_tool_call", "id": "x"}, ""),
        (
            {"type": "uri", "modality": "image", "uri": "https://a/b.png"},
            [{"type": "image_url", "image_url": {"url": "https://a/b.png"}}],
        ),
        (
            {"type": "blob", "modality": "image", "mime_type": "image/png", "content": "AA"},
            [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}],
        ),
        ({"type": "file", "modality": "audio", "file_id": "f"}, "[file]"),
        ("odd", "odd"),
    ],
)
def test_parts_of_every_kind(part: Any, sent: Any) -> None:
    (session,) = read(span(1, [{"role": "user", "parts": [part]}]))
    assert session.request == [{"role": "user", "content": sent}]


def test_the_export_of_a_collector_is_read() -> None:
    def wrapped(value: Any) -> dict[str, Any]:
        if isinstance(value, str):
            return {"stringValue": value}
        if isinstance(value, list):
            return {"arrayValue": {"values": [wrapped(one) for one in value]}}
        pairs = [{"key": key, "value": wrapped(one)} for key, one in value.items()]
        return {"kvlistValue": {"values": pairs}}

    held = {"gen_ai.input.messages": [text("user", "Go."), calls("a"), results("a")]}
    held["gen_ai.input.messages"][1]["parts"][0]["arguments"] = {}
    for value in (
        wrapped(held["gen_ai.input.messages"]),
        wrapped(json.dumps([text("user", "Go.")])),
    ):
        one = {"traceId": "t", "spanId": "s", "name": "chat", "startTimeUnixNano": "17"}
        one["attributes"] = [{"key": "gen_ai.input.messages", "value": value}]
        export = {
            "resourceSpans": [{"resource": {"attributes": []}, "scopeSpans": [{"spans": [one]}]}]
        }
        (session,) = read_text(json.dumps(export, indent=1), "trace.json")
        assert form(session) in ("U", "U A[a] R(a)")
        assert session.origins[0].line == 10
        (again,) = read_text(json.dumps(export) + "\n" + json.dumps(export), "trace.jsonl")
        assert again.request == session.request
        assert [d.code for d in again.damage] == ["S103"]


def test_a_trace_of_jaeger_is_read() -> None:
    tags = [{"key": "gen_ai.prompt", "type": "string", "value": "Go."}]
    tags.append({"key": "gen_ai.completion", "type": "string", "value": '{"text": "Done."}'})
    found = read_text(json.dumps({"data": [{"spans": [{"spanID": "s", "tags": tags}]}]}), "j.json")
    assert [[m["content"] for m in s.request] for s in found] == [["Go.", "Done."]]


def test_flat_prompts_are_put_together() -> None:
    session = bare(
        **{
            "gen_ai.prompt.0.role": "user",
            "gen_ai.prompt.0.content": "Go.",
            "gen_ai.prompt.1.role": "assistant",
            "gen_ai.prompt.1.tool_calls.0.id": "a",
            "gen_ai.prompt.1.tool_calls.0.name": "get",
            "gen_ai.prompt.1.tool_calls.0.arguments": "{}",
            "gen_ai.prompt.2.role": "tool",
            "gen_ai.prompt.2.tool_call_id": "a",
            "gen_ai.prompt.2.content": "ok",
            "gen_ai.completion.0.role": "assistant",
            "gen_ai.completion.0.content": "Done.",
        }
    )
    assert form(session) == "U A[a] R(a) A"
    listed = [{"function": {"name": "get", "arguments": {}}, "id": "a", "type": "function"}]
    keys = {"gen_ai.prompt.0.role": "tool", "gen_ai.prompt.0.content": listed}
    result = {"gen_ai.prompt.1.role": "tool", "gen_ai.prompt.1.content": "ok"}
    assert form(bare(**keys, **result)) == "A[a] R(a)"


def test_a_gap_in_flat_attributes_is_told() -> None:
    session = bare(
        **{
            "llm.input_messages.0.message.role": "user",
            "llm.input_messages.0.message.content": "Go.",
            "llm.input_messages.2.message.role": "tool",
            "llm.input_messages.2.message.content": "ok",
        }
    )
    assert [(f.code, f.case) for f in check(session).findings] == [
        ("S101", "left-out"),
        ("P002", "orphan"),
    ]


@pytest.mark.parametrize("nested", [True, False])
def test_messages_of_openinference_that_are_lists_are_read(nested: bool) -> None:
    call = {"id": "a", "function": {"name": "get", "arguments": "{}"}}
    flat = {"tool_call.id": "a", "tool_call.function.name": "get"}
    flat["tool_call.function.arguments"] = "{}"
    asked: list[dict[str, Any]] = [
        {"message": {"role": "user", "contents": [{"message_content": {"text": "Go."}}]}},
        {"message": {"role": "assistant", "tool_calls": [{"tool_call": call}]}},
        {"message": {"role": "tool", "content": "ok", "tool_call_id": "a"}},
    ]
    if nested:
        session = bare(llm={"input_messages": asked})
    else:
        asked[0] = {"message.role": "user", "message.content": "Go."}
        asked[1] = {"message.role": "assistant", "message.tool_calls": [flat]}
        asked[2] = {"message.role": "tool", "message.content": "ok", "message.tool_call_id": "a"}
        row = {"name": "x", "attributes.llm.input_messages": asked}
        (session,) = read_text(json.dumps(row), "phoenix.jsonl")
    assert form(session) == "U A[a] R(a)"
    assert session.request[0]["content"] == "Go."


def test_bodies_are_read_where_no_messages_were_kept() -> None:
    asked = {"messages": [{"role": "user", "content": "Go."}]}
    answered = {"choices": [{"message": {"role": "assistant", "content": "Done."}}]}
    values = {"input.value": json.dumps(asked), "output.value": json.dumps(answered)}
    assert form(bare(**{"openinference.span.kind": "LLM"}, **values)) == "U A"


def test_older_function_calls_of_openinference_are_read() -> None:
    session = bare(
        **{
            "llm.input_messages.0.message.role": "assistant",
            "llm.input_messages.0.message.function_call_name": "get",
            "llm.input_messages.0.message.function_call_arguments_json": "{}",
            "llm.input_messages.1.message.role": "function",
            "llm.input_messages.1.message.name": "get",
            "llm.input_messages.1.message.content": "ok",
        }
    )
    assert check(session).findings == ()


def test_calls_and_results_of_vercel_are_read() -> None:
    asked = [
        {"role": "user", "content": [{"type": "text", "text": "Go."}]},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Well."},
                {"type": "tool-call", "toolCallId": "a", "toolName": "get", "input": {}},
            ],
        },
        {
            "role": "tool",
            "content": [
                {
                    "type": "tool-result",
                    "toolCallId": "a",
                    "toolName": "get",
                    "output": {"type": "json", "value": {"x": 1}},
                }
            ],
        },
    ]
    made = [{"toolCallId": "b", "toolName": "get", "args": "{}"}]
    session = bare(
        **{"ai.prompt.messages": json.dumps(asked), "ai.response.toolCalls": json.dumps(made)}
    )
    assert form(session) == "U A[a] R(a) A[b]"
    assert session.request[2]["content"] == '{"x": 1}'
    outer = {"ai.prompt": json.dumps({"system": "Be.", "prompt": "Go."})}
    assert form(bare(**outer, **{"ai.response.text": "Done."})) == "S U A"


def test_events_of_each_message_are_read() -> None:
    call = {"id": "a", "type": "function", "function": {"name": "get", "arguments": "{}"}}
    bodies = [
        ("gen_ai.system.message", {"content": "Be."}),
        ("gen_ai.user.message", {"content": "Go."}),
        ("gen_ai.assistant.message", {"tool_calls": [call]}),
        ("gen_ai.tool.message", {"content": "ok", "id": "a"}),
        ("gen_ai.choice", {"index": 0, "message": {"content": "Done."}, "finish_reason": "stop"}),
    ]
    events = [{"name": name, "attributes": held} for name, held in bodies]
    (session,) = read({"span_id": "s", "name": "chat", "attributes": {}, "events": events})
    assert form(session) == "S U A[a] R(a) A"
    logs = [
        {"spanId": "s", "eventName": name, "body": held, "attributes": []} for name, held in bodies
    ]
    export = {"resourceLogs": [{"scopeLogs": [{"logRecords": logs}]}]}
    (again,) = read_text(json.dumps(export), "logs.json")
    assert again.request == session.request
    listed = [{"event.name": name, **held} for name, held in bodies]
    assert bare(**{"gen_ai.system": "openai", "events": listed}).request == session.request


def test_the_messages_of_a_run_are_read() -> None:
    held = {
        "pydantic_ai.all_messages": json.dumps([text("user", "Go."), text("assistant", "Yes.")])
    }
    assert form(bare(**held)) == "U A"


def test_an_attribute_that_was_cut_off_is_read_as_far_as_it_goes() -> None:
    asked = json.dumps([text("user", "Go."), calls("a"), results("a"), text("user", "x" * 40)])
    session = bare(**{"gen_ai.input.messages": asked[:-20]})
    assert form(session) == "U A[a] R(a)"
    assert [(d.code, d.case) for d in session.damage] == [("S101", "left-out")]


def test_observations_of_langfuse_are_read() -> None:
    known = {"id": "o", "traceId": "t", "type": "GENERATION", "startTime": "2026-01-01"}
    known |= {"parentObservationId": "p", "metadata": {"attributes": {"gen_ai.system": "x"}}}
    one = {
        **known,
        "input": [text("user", "Go.")],
        "output": {"role": "assistant", "content": "Ok"},
    }
    tools = [{"role": "tool", "content": {"function": {"name": "f", "parameters": {}}}}]
    two = {**one, "traceId": "t2", "input": [*one["input"], *tools]}
    found = read_text(json.dumps({"trace": {}, "observations": [one, two]}), "lf.json")
    assert [form(s) for s in found] == ["U A", "U A"]


def test_spans_without_content_hold_no_conversation() -> None:
    assert read({"span_id": "s", "attributes": {"gen_ai.operation.name": "chat"}}) == []


def test_values_of_any_type_are_borne() -> None:
    deep: Any = []
    for _ in range(500):
        deep = [deep]
    odd = [1, {"role": {}, "parts": [None, {"type": []}]}, {"parts": {}}, {"role": "tool"}, deep]
    (session,) = read(span(1, odd, {"text": 1}))
    assert [m["role"] for m in session.request] == ["user", "user", "tool"]
    held = {"llm.input_messages.0.a.b": 1, "llm.input_messages.0.a": 2, "gen_ai.prompt.x": 3}
    assert read({"attributes": held, "events": [1, {"name": 2}], "startTime": [-1, "x"]}) != []


def test_results_that_one_attribute_could_not_hold_are_taken_from_the_body() -> None:
    uses = [{"type": "tool_use", "id": i, "name": "get", "input": {}} for i in "ab"]
    found = [{"type": "tool_result", "tool_use_id": i, "content": i} for i in "ab"]
    body = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": uses},
        {"role": "user", "content": [*found, {"type": "text", "text": "On."}]},
    ]
    held = {"openinference.span.kind": "LLM", "input.value": json.dumps({"messages": body})}
    prefix = "llm.input_messages"
    held |= {f"{prefix}.0.message.role": "system", f"{prefix}.0.message.content": "Be."}
    held |= {f"{prefix}.1.message.role": "user", f"{prefix}.1.message.content": "Go."}
    held[f"{prefix}.2.message.role"] = "assistant"
    for n, ident in enumerate("ab"):
        call = f"{prefix}.2.message.tool_calls.{n}.tool_call"
        held |= {f"{call}.id": ident, f"{call}.function.name": "get"}
        part = f"{prefix}.2.message.contents.{n}"
        held |= {f"{part}.message_content.type": "tool_use", f"{part}.tool_call.id": ident}
    held |= {f"{prefix}.3.message.role": "user", f"{prefix}.3.message.tool_call_id": "b"}
    held |= {
        f"{prefix}.3.message.content": "b",
        f"{prefix}.3.message.contents.0.message_content.type": "text",
    }
    held[f"{prefix}.3.message.contents.0.message_content.text"] = "On."
    assert form(bare(**held)) == "S U A[a,b] R(a) R(b) U"
    del held["input.value"]
    session = bare(**held)
    assert form(session) == "S U A[a,b] R(b) U"
    assert [f.code for f in check(session).findings] == ["P001"]


def test_what_follows_calls_without_ids_is_their_results() -> None:
    prefix = "llm.input_messages"
    held = {f"{prefix}.0.message.role": "model"}
    for n, name in enumerate(("get", "put")):
        held[f"{prefix}.0.message.tool_calls.{n}.tool_call.function.name"] = name
        held[f"{prefix}.1.message.contents.{n}.message_content.text"] = "{}"
    held[f"{prefix}.1.message.role"] = "user"
    assert form(bare(**held)) == "A[call_1_,call_2_] R(call_1_) R(call_2_)"
    one = {k: v for k, v in held.items() if ".tool_calls.1" not in k and ".contents." not in k}
    assert form(bare(**one, **{f"{prefix}.1.message.content": "{}"})) == "A[call_1_] R(call_1_)"


def test_parts_of_the_providers_themselves_are_read() -> None:
    asked = [
        {
            "role": "assistant",
            "content": [{"toolUse": {"toolUseId": "a", "name": "x", "input": {}}}],
        },
        {
            "role": "user",
            "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "1"}]}}],
        },
        {"role": "model", "parts": [{"functionCall": {"name": "y", "args": {"z": 1}}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "y", "response": {"w": 2}}}]},
        {
            "role": "assistant",
            "parts": [{"type": "tool_call", "id": "s", "builtin": True}],
        },  # not sent
    ]
    (session,) = read(span(1, asked))
    assert form(session) == "A[a] R(a) A[call_1_] R(call_1_)"
    assert [session.request[n]["content"] for n in (1, 3)] == ["1", '{"w": 2}']
