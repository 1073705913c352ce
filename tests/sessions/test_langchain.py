"""LangChain and LangGraph: the three shapes of a message, states, streams, databases."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sessions.files import REAL, read_real, read_text
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import file_source, read_session
from transcript_doctor.core.reader import Sample
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.sessions.langchain import recognise
from transcript_doctor.sessions.langchain.msgpack import unpack

HUMAN = {"type": "human", "content": "Weather?", "id": "h1"}
DONE = {"type": "tool", "content": "18", "tool_call_id": "c1", "id": "t1"}


def ai(*ids: str, **fields: Any) -> dict[str, Any]:
    calls = [{"name": "w", "args": {"city": "Rome"}, "id": ident} for ident in ids]
    return {"type": "ai", "content": "", "id": "a1", "tool_calls": calls, **fields}


def read(value: Any) -> Transcript:
    (session,) = read_text(json.dumps(value, indent=1), "some.json")
    return session


def shape_of(value: Any) -> str:
    return shape(read(value).request, format="openai-chat")


def codes(session: Transcript) -> list[str]:
    return [finding.code for finding in check(session).findings]


def test_a_dump_of_the_serialiser() -> None:
    session = read_real("langchain/dumps-core-1.8.3.json")
    ids = "S U A[call_a,call_b] R(call_a) R(call_b) A[toolu_1] R(toolu_1) A[call_x] R(call_x) A"
    assert shape(session.request, format="openai-chat") == ids
    assert session.request[2]["tool_calls"][0] == {
        "id": "call_a",
        "type": "function",
        "function": {"name": "w", "arguments": '{"city": "Paris"}'},
    }
    assert session.request[5]["content"] == "hi"
    assert session.request[9]["content"] == "Paris"  # two chunks of one message
    assert session.facts == {"model": "gpt-4o-mini"}
    (finding,) = check(session).findings
    assert (finding.code, session.spot(finding.place).line) == ("Y001", 191)


def test_a_database_of_checkpoints() -> None:
    name = "langchain/langgraph-1.2.24.sqlite"
    found = read_session(file_source(name, REAL / name))
    assert found is not None
    assert [one.session for one in found] == ["t1", "t2", "t3"]
    assert [one.state for one in found] == ["whole", "paused", "paused"]
    assert shape(found[0].request, format="openai-chat") == "U A[call_1] R(call_1) A"
    assert [codes(one) for one in found] == [[], ["P001"], ["P001"]]
    assert check(found[1]).ok


def test_a_result_that_waits_for_a_tool_beside_it() -> None:
    name = "langchain/langgraph-parallel-1.2.24.sqlite"
    found = read_session(file_source(name, REAL / name))
    assert found is not None
    assert [one.state for one in found] == ["paused", "interrupted"]
    assert [shape(one.request, format="openai-chat") for one in found] == ["U A[c1,c2] R(c1)"] * 2


def test_a_database_in_memory_and_a_damaged_one() -> None:
    data = (REAL / "langchain/langgraph-1.2.24.sqlite").read_bytes()
    assert len(read_text(data, "some.sqlite")) == 3
    for cut in range(4096, len(data), 2500):
        for session in read_text(data[:cut], "some.sqlite"):
            assert {harm.code for harm in session.damage} <= {"S101"}
            check(session)
    assert read_text(data[:20000], "some.sqlite")[-1].damage != ()
    garbled = data[:9000] + bytes(3000) + data[12000:]
    for session in read_text(garbled, "some.sqlite"):
        check(session)


def test_a_recorded_stream_that_waits_for_a_person() -> None:
    session = read_real("langchain/stream-1.2.24.jsonl")
    assert shape(session.request, format="openai-chat") == "U A[call_1]"
    assert (session.state, session.agent) == ("paused", "LangGraph")
    assert check(session).ok


@pytest.mark.parametrize(
    "wrap",
    [
        lambda one: one,
        lambda one: {"type": one["type"], "data": one},
        lambda one: {"type": one["type"].title().replace("Ai", "AI") + "Message", **_bare(one)},
        lambda one: {"session_id": "s1", "message": one},
        lambda one: {
            "lc": 1,
            "type": "constructor",
            "id": [
                "langchain_core",
                "messages",
                f"{one['type'].title().replace('Ai', 'AI')}Message",
            ],
            "kwargs": one,
        },
    ],
    ids=["fields", "data", "class-name", "row", "constructor"],
)
def test_every_shape_of_a_message(wrap: Any) -> None:
    messages = [wrap(one) for one in (HUMAN, ai("c1"), DONE)]
    assert shape_of(messages) == "U A[c1] R(c1)"
    assert shape_of({"messages": messages}) == "U A[c1] R(c1)"
    lines = "".join(json.dumps(one) + "\n" for one in messages)
    (session,) = read_text(lines)
    assert [origin.line for origin in session.origins] == [1, 2, 3]


def _bare(one: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in one.items() if key != "type"}


def test_a_call_that_could_not_be_read_needs_an_answer_too() -> None:
    bad = {"name": "w", "args": '{"city": ', "id": "c2", "error": "no JSON"}
    session = read([HUMAN, ai("c1", invalid_tool_calls=[bad]), DONE, HUMAN])
    assert shape(session.request, format="openai-chat") == "U A[c1,c2] R(c1) U"
    assert codes(session) == ["P001", "Y001"]


def test_calls_that_stand_only_beside_the_text() -> None:
    raw = {"id": "c1", "type": "function", "function": {"name": "w", "arguments": "{}"}}
    old = {"type": "ai", "content": "", "additional_kwargs": {"tool_calls": [raw]}}
    assert shape_of([HUMAN, old, DONE]) == "U A[c1] R(c1)"
    assert read([HUMAN, old, DONE]).request[1]["tool_calls"] == [raw]
    part = {"type": "tool_use", "id": "c1", "name": "w", "input": {}}
    assert shape_of([HUMAN, {"type": "ai", "content": [part]}, DONE]) == "U A[c1] R(c1)"
    first = {"type": "ai", "content": "", "additional_kwargs": {"function_call": raw["function"]}}
    answer = {"type": "function", "name": "w", "content": "18"}
    session = read([HUMAN, first, answer])
    assert session.request[1]["function_call"] == {"name": "w", "arguments": "{}"}
    assert session.request[2] == {"role": "function", "content": "18", "name": "w"}


def test_thoughts_are_not_sent_and_media_are() -> None:
    image = {"type": "image", "source_type": "base64", "mime_type": "image/png", "data": "AAAA"}
    asked = {"type": "human", "content": [{"type": "text", "text": "Look."}, image]}
    answer = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "A dot."}]
    session = read([asked, {"type": "ai", "content": answer}])
    url = {"url": "data:image/png;base64,AAAA"}
    assert session.request[0]["content"][1] == {"type": "image_url", "image_url": url}
    assert session.request[1] == {"role": "assistant", "content": "A dot."}


def test_removed_messages_are_gone() -> None:
    removed = {"type": "remove", "content": "", "id": "a1"}
    assert shape_of([HUMAN, ai("c1"), removed]) == "U"
    everything = {"type": "remove", "content": "", "id": "__remove_all__"}
    assert shape_of([HUMAN, ai("c1"), everything, {**HUMAN, "id": "h2"}]) == "U"


def test_chunks_of_one_message_are_joined() -> None:
    def chunk(text: str, **fields: Any) -> dict[str, Any]:
        return {"type": "AIMessageChunk", "content": text, "id": "r1", **fields}

    pieces = [
        {"index": 0, "id": "c1", "name": "w", "args": '{"city"'},
        {"index": 0, "id": None, "name": None, "args": ': "Rome"}'},
    ]
    chunks = [chunk("Lo", tool_call_chunks=pieces[:1]), chunk("ok", tool_call_chunks=pieces[1:])]
    (made,) = read([HUMAN, *chunks]).request[1:]
    assert made["content"] == "Look"
    assert made["tool_calls"][0]["function"] == {"name": "w", "arguments": '{"city": "Rome"}'}


def state(*messages: Any, **keys: Any) -> dict[str, Any]:
    config = {"configurable": {"thread_id": "t1"}}
    return {
        "values": {"messages": list(messages)},
        "next": [],
        "tasks": [],
        "config": config,
        **keys,
    }


def test_the_state_of_a_thread() -> None:
    asked = {"id": "x", "interrupts": [{"value": "Pay?"}]}
    paused = read(state(HUMAN, ai("c1"), next=["tools"], tasks=[asked]))
    assert (paused.state, paused.session) == ("paused", "t1")
    failed = read(state(HUMAN, ai("c1"), tasks=[{"id": "x", "error": "boom"}]))
    assert failed.state == "interrupted"
    assert read(state(HUMAN, ai("c1"), DONE, next=["agent"])).state == "running"
    assert read(state(HUMAN, ai(), interrupts={"x": []})).state == "whole"


def test_of_a_history_the_newest_state_counts() -> None:
    tools = {"metadata": {"step": 1, "writes": {"tools": {"messages": [DONE]}}}}
    task = {"id": "x", "result": {"messages": [DONE]}}
    states = [
        state(HUMAN, ai("c1"), DONE, metadata={"step": 2}),
        state(HUMAN, ai("c1"), tasks=[task], **tools),
        state(HUMAN, metadata={"step": 0}),
    ]
    assert shape_of(states) == "U A[c1] R(c1)"
    assert shape_of(states[::-1]) == "U A[c1] R(c1)"


def test_updates_of_a_stream_add_up() -> None:
    updates = [
        {"agent": {"messages": [ai("c1")]}},
        {"tools": {"messages": [DONE]}},
        {"__interrupt__": [{"value": "Go on?"}]},
    ]
    session = read(updates)
    assert shape(session.request, format="openai-chat") == "A[c1] R(c1)"
    assert session.state == "paused"


def test_events_as_a_server_sends_them() -> None:
    def event(name: str, data: Any) -> str:
        return f"event: {name}\ndata: {json.dumps(data)}\n\n"

    text = event("metadata", {"run_id": "r"}) + event("values", {"messages": [HUMAN]})
    text += event("values", {"messages": [HUMAN, ai("c1")]})
    (session,) = read_text(text + event("error", {"error": "boom"}))
    assert shape(session.request, format="openai-chat") == "U A[c1]"
    assert session.state == "interrupted"
    assert [origin.line for origin in session.origins] == [8, 8]
    (torn,) = read_text(text[:-20])
    assert [(harm.code, harm.case, harm.origin.line) for harm in torn.damage] == [
        ("S101", "tail", 8)
    ]


def test_events_one_a_line() -> None:
    chunk = {"type": "AIMessageChunk", "content": "Su", "id": "r1"}
    events = [
        {"event": "values", "data": {"messages": [HUMAN]}},
        {"event": "messages", "data": [chunk, {}]},
        {"event": "messages", "data": [{**chunk, "content": "nny"}, {}]},
    ]
    (session,) = read_text("".join(json.dumps(one) + "\n" for one in events))
    assert [m["content"] for m in session.request] == ["Weather?", "Sunny"]
    newer = [{"type": "values", "ns": [], "data": {"messages": [HUMAN, ai("c1")]}}] * 2
    (session,) = read_text("".join(json.dumps(one) + "\n" for one in newer))
    assert shape(session.request, format="openai-chat") == "U A[c1]"
    runs = {
        "event": "on_chain_end",
        "parent_ids": [],
        "data": {"output": {"messages": [HUMAN, ai()]}},
    }
    (session,) = read_text(
        json.dumps({"event": "on_chain_start", "data": {}}) + "\n" + json.dumps(runs)
    )
    assert len(session.request) == 2


def test_events_of_every_kind() -> None:
    removed = {"type": "remove", "content": "", "id": "a1"}
    everything = {"type": "remove", "content": "", "id": "__remove_all__"}
    chunk = {"type": "AIMessageChunk", "content": "S", "id": "r1"}
    nameless = {"type": "ai", "content": "Hm."}

    def left(*events: Any) -> list[str]:
        return [m["content"] for m in read([["values", {"messages": [HUMAN]}], *events]).request]

    assert left(["updates", {"a": {"messages": ai("c1")}, "b": None, "__x__": 1}]) == [
        "Weather?",
        None,
    ]
    assert left(["messages/partial", [ai("c1")]], ["updates", {"a": {"messages": [removed]}}]) == [
        "Weather?"
    ]
    assert left(["messages/partial", [nameless, 5]], ["values", {"x": 1}]) == ["Weather?", "Hm."]
    assert left(
        ["updates", {"a": {"messages": [everything, nameless]}}], ["messages", [5, {}]]
    ) == ["Hm."]
    assert left(
        ["messages", [chunk, {}]], ["messages", [{**chunk, "type": "ai", "content": "Sun"}, {}]]
    ) == [
        "Weather?",
        "Sun",
    ]
    assert left([[], "values", {"messages": [HUMAN, ai("c1")]}], [["sub"], "values", {}]) == [
        "Weather?",
        None,
    ]
    assert left(["values|sub", {"messages": []}], ["custom", 5], ["odd", 1], 5) == ["Weather?"]
    asked = {
        "event": "on_chat_model_end",
        "data": {"input": {"messages": [[HUMAN]]}, "output": nameless},
    }
    assert left(asked, {"event": "on_tool_end", "data": {}}, {"event": "odd", "data": 1}) == [
        "Weather?",
        "Hm.",
    ]
    no_list = {"event": "on_chat_model_end", "data": {"input": {"messages": 5}}}
    assert left(no_list, {"type": "values", "ns": ["x"], "data": {}}) == ["Weather?"]


def test_pairs_one_a_line() -> None:
    events = [
        ["values", {"messages": [HUMAN]}],
        ["odd", 1],
        ["values", {"messages": [HUMAN, ai("c1")]}],
    ]
    (session,) = read_text("".join(json.dumps(one) + "\n" for one in events))
    assert [origin.line for origin in session.origins] == [3, 3]
    (session,) = read_text(json.dumps(events[0]))
    assert len(session.request) == 1


def test_rows_of_a_table_are_sorted_by_their_session() -> None:
    rows = [{"session_id": key, "message": one} for one in (HUMAN, ai()) for key in ("x", "y")]
    found = read_text(json.dumps(rows))
    assert [one.session for one in found] == ["x", "y"]
    assert [len(one.request) for one in found] == [2, 2]


@pytest.mark.parametrize(
    "value",
    [
        [{"role": "user", "content": "a"}],
        [{"type": "user", "content": "a"}, {"type": "assistant", "content": "b"}],
        {"run_type": "llm", "inputs": {"messages": [[HUMAN]]}, "outputs": None},
        {"post": [{"run_type": "llm", "inputs": {"messages": [HUMAN]}}]},
        [{"type": "message", "role": "user", "content": []}],
    ],
)
def test_what_is_not_langchains(value: Any) -> None:
    assert recognise(Sample(json.dumps(value).encode())) is None


@given(st.binary(max_size=60))
def test_messagepack_of_any_bytes(data: bytes) -> None:
    with suppress(ValueError):
        unpack(data)


def test_keys_in_keys_do_not_grow_without_end() -> None:
    assert unpack(b"\x81" * 80 + b"\xa2'\"" + b"\x01" * 80) == {"key 0": 1}


def test_messagepack() -> None:
    assert unpack(b"\x83\xa1a\x01\xa1b\x92\xc3\xff\xa1c\xcb?\xf8\0\0\0\0\0\0") == {
        "a": 1,
        "b": [True, -1],
        "c": 1.5,
    }
    assert unpack(b"\x93\xc4\x01a\xd4\x06\xc0\x81\x01\x02") == ["a", None, {"1": 2}]
    assert unpack(b"\x82\x81\x01\x02\x03\x91\x04\x05") == {"key 0": 3, "key 1": 5}
    assert unpack(b"\xd6\x05\x93\x01\x02\x03") == 3
    assert unpack(b"\xd4\x07\x05") == 5
    with pytest.raises(ValueError, match="no MessagePack"):
        unpack(b"\xc1")
    with pytest.raises(ValueError, match="deep"):
        unpack(b"\x91" * 200 + b"\xc0")
    with pytest.raises(ValueError, match="cut off"):
        unpack(b"\xdd\xff\xff\xff\xff")
