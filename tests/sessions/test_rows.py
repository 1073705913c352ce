"""Rows of data sets: fine-tuning files, requests a line, and the columns of Hugging Face."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.running import run
from tests.sessions.files import read_text
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import read_session, text_source
from transcript_doctor.core.transcript import Transcript

USER = {"role": "user", "content": "Hi"}
ANSWER = {"role": "assistant", "content": "Yes."}
FUNCTION = {"name": "f", "arguments": "{}"}
CALL = {"role": "assistant", "tool_calls": [{"id": "c1", "type": "function", "function": FUNCTION}]}
RESULT = {"role": "tool", "tool_call_id": "c1", "content": "ok"}


def rows(*values: Any) -> list[Transcript]:
    return read_text("".join(json.dumps(value) + "\n" for value in values), "rows.jsonl")


def row(value: Any) -> Transcript:
    return rows(value, value)[0]


def unread(*values: Any) -> bool:
    text = "".join(json.dumps(value) + "\n" for value in values)
    return read_session(text_source(text, "x.jsonl")) is None


def test_a_fine_tuning_file_is_read_as_records() -> None:
    tools = [{"type": "function", "function": {"name": "f"}}]
    whole = {"messages": [USER, CALL, RESULT, ANSWER], "tools": tools}
    target = {"messages": [USER, CALL], "tools": tools, "parallel_tool_calls": False}
    sick = {"messages": [USER, RESULT, {**ANSWER, "weight": 0}]}
    found = rows(whole, target, sick)
    reports = [check(session) for session in found]
    assert [(r.target, r.as_, r.ok) for r in reports] == [
        ("openai-finetuning", "record", True),
        ("openai-finetuning", "record", True),
        ("openai-finetuning", "record", False),
    ]
    assert [len(r.findings) for r in reports] == [0, 0, 1]
    (finding,) = reports[2].findings
    assert (finding.code, found[2].spot(finding.place).line) == ("P002", 3)


@pytest.mark.parametrize(
    "medium",
    [{"type": "image"}, {"type": "image", "image": "a.png"}, {"type": "video", "url": "b"}],
)
def test_media_as_trainers_write_them_are_no_fault(medium: dict[str, str]) -> None:
    asked = {"role": "user", "content": [medium, {"type": "text", "text": "What is this?"}]}
    session = row({"messages": [asked, ANSWER]})
    named = {"type": "text", "text": f"({medium['type']})"}
    assert session.request[0]["content"] == [named, {"type": "text", "text": "What is this?"}]
    assert check(session).findings == ()
    sent = row({"model": "gpt-4o", "messages": [asked]})
    assert [finding.code for finding in check(sent).findings] == ["C006"]


def test_pictures_of_anthropic_tell_the_format() -> None:
    source = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
    asked = {"role": "user", "content": [{"type": "image", "source": source}]}
    session = row({"messages": [asked, ANSWER]})
    assert session.request[0] == asked
    assert check(session).recognised.format == "anthropic"


def test_the_messages_are_the_very_ones_of_the_file() -> None:
    message = {"role": "assistant", "content": "a", "strange": {"kept": None}}
    session = row({"messages": [USER, message], "source": "x"})
    assert session.request[0] == USER
    assert session.request[1] == {"role": "assistant", "content": "a", "strange": {}}
    assert check(session).target == "openai"


def test_requests_a_line_are_requests() -> None:
    body = {"model": "gpt-4.1", "messages": [USER, CALL], "temperature": 0}
    (first, second) = rows(body, {"model": "claude-x", "max_tokens": 1, "messages": [USER]})
    assert (first.as_, first.format, first.request) == ("request", None, body)
    assert [(f.code, f.severity) for f in check(first).findings] == [("P001", "error")]
    assert check(second).target == "anthropic"
    gemini = {"model": "gemini-x", "contents": [{"role": "user", "parts": [{"text": "a"}]}]}
    assert check(row(gemini)).target == "gemini"
    responses = {"model": "gpt-5", "input": [{"role": "user", "content": "a"}]}
    assert check(row(responses)).target == "openai-responses"


def test_a_column_of_the_data_set_makes_it_a_record() -> None:
    body = {"model": "gpt-4.1", "messages": [USER, CALL], "instance_id": "i1"}
    assert (row(body).as_, row(body).session) == ("record", "i1")


def test_a_preference_pair_ends_on_the_preferred_answer() -> None:
    bad = {"role": "assistant", "content": "Bad."}
    value = {
        "input": {"messages": [USER]},
        "preferred_output": [ANSWER],
        "non_preferred_output": [bad],
    }
    assert row(value).request == [USER, ANSWER]
    assert row({"prompt": [USER], "chosen": [ANSWER], "rejected": [bad]}).request == [USER, ANSWER]
    assert row({"prompt": [USER], "completion": [ANSWER]}).request == [USER, ANSWER]
    assert row({"prompt": "Hi", "chosen": [USER, ANSWER]}).request == [USER, ANSWER]


def test_messages_that_are_a_text_are_read() -> None:
    made = [USER, CALL, RESULT, ANSWER]
    for text in (json.dumps(made), repr(made)):
        session = row({"messages": text, "uuid": "u1"})
        assert (session.request, session.session) == (made, "u1")


def test_fields_turned_around_are_read() -> None:
    session = row({"messages": {"role": ["user", "assistant"], "content": ["a", "b"]}})
    assert session.request == [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "b"},
    ]


def test_filled_in_nulls_are_no_keys() -> None:
    filled = {"role": None, "content": None, "tool_calls": None, "tool_call_id": None, "name": None}
    called = {"id": "c1", "type": "function", "index": None, "function": {**FUNCTION, "x": None}}
    session = row({"trajectory": [filled | USER, filled | {"role": "assistant", "tool_calls": [called]},
                                  filled | RESULT, filled | ANSWER]})  # fmt: skip
    assert session.request == [USER, CALL, RESULT, ANSWER]
    assert check(session).findings == ()


def test_calls_without_ids_are_paired_by_position() -> None:
    call = {"type": "function", "function": {"name": "f", "arguments": {"a": 1}}}
    result = {"role": "tool", "name": "f", "content": {"b": 2}}
    session = row({"messages": [USER, {"role": "assistant", "content": "", "tool_calls": [call, call]}, result, result,
                                {"role": "assistant", "content": "", "tool_calls": [call]}, result, ANSWER]})  # fmt: skip
    assert shape(session.request) == "U A[call_1,call_2] R(call_1) R(call_2) A[call_3] R(call_3) A"
    made = session.request[1]["tool_calls"][0]["function"]
    assert made == {"name": "f", "arguments": '{"a": 1}'}
    assert session.request[2]["content"] == '{"b": 2}'
    assert check(session).findings == ()
    flat = {"role": "assistant", "tool_calls": json.dumps([{"name": "f", "arguments": {}}])}
    assert (
        shape(row({"messages": [USER, flat, result, ANSWER]}).request) == "U A[call_1] R(call_1) A"
    )


def test_one_result_that_lost_its_id_is_a_fault() -> None:
    lost = {"role": "tool", "content": "ok"}
    second = {"role": "assistant", "tool_calls": [{**CALL["tool_calls"][0], "id": "c2"}]}  # type: ignore[index]
    session = row({"messages": [USER, CALL, RESULT, second, lost, ANSWER]})
    assert not check(session).ok


def test_the_words_of_swe_agents_are_understood() -> None:
    nebius = [
        {"role": "system", "system_prompt": "S", "text": None, "mask": False},
        {"role": "user", "text": "T", "system_prompt": None, "mask": False},
        {"role": "ai", "text": "```\nls\n```", "system_prompt": None, "mask": True},
        {"role": "user", "text": "a.py", "system_prompt": None, "mask": False},
    ]
    session = row({"instance_id": "i", "trajectory": nebius, "exit_status": "submitted"})
    assert [(m["role"], m["content"]) for m in session.request] == [
        ("system", "S"), ("user", "T"), ("assistant", "```\nls\n```"), ("user", "a.py"),
    ]  # fmt: skip
    smith = [
        {**USER, "agent": "main", "message_type": "observation"},
        {**CALL, "content": "t", "thought": "t", "action": "ls", "agent": "main"},
        {"role": "tool", "content": [{"type": "text", "text": "a"}], "tool_call_ids": ["c1"]},
        ANSWER,
    ]
    session = row({"messages": json.dumps(smith), "resolved": True, "model": "m", "traj_id": "t1"})
    assert shape(session.request) == "U A[c1] R(c1) A"
    assert check(session).findings == ()
    xml = [USER, {"role": "assistant", "content": "<function=bash>\nls\n</function>"}, USER, ANSWER]
    assert row({"messages": xml, "instance_id": "i"}).request == xml


def test_functions_in_parallel_are_one_turn() -> None:
    call = {"role": "assistant", "content": "", "function_call": FUNCTION}
    result = {"role": "function", "name": "f", "content": "ok"}
    session = row({"messages": json.dumps([USER, call, call, result, result, ANSWER])})
    assert shape(session.request) == "U A[call_1,call_2] R(call_1) R(call_2) A"
    assert row({"messages": [USER, call, result, ANSWER]}).request == [USER, call, result, ANSWER]


def test_a_talk_in_one_text_is_read() -> None:
    chat = (
        'USER: Rate?\n\n\nASSISTANT: <functioncall> {"name": "rate", "arguments": \'{"of": "USD"}\'} '
        '<|endoftext|>\n\n\nFUNCTION RESPONSE: {"rate": 0.85}\n\n\nASSISTANT: It is 0.85. <|endoftext|>\n\n\n'
    )
    session = row({"system": "SYSTEM: You help.", "chat": chat})
    assert shape(session.request) == "S U A[call_1] R(call_1) A"
    assert session.request[2]["tool_calls"][0]["function"] == {
        "name": "rate",
        "arguments": '{"of": "USD"}',
    }
    assert check(session).findings == ()


def test_other_formats_keep_their_parts() -> None:
    parts = [{"type": "tool_use", "id": "t1", "name": "f", "input": {}}]
    result = [{"type": "tool_result", "tool_use_id": "t2", "content": "x"}]
    session = row(
        {
            "messages": [
                USER,
                {"role": "assistant", "content": parts},
                {"role": "user", "content": result},
            ]
        }
    )
    assert (session.format, check(session).target, check(session).ok) == (None, "anthropic", False)
    assert row({"contents": [{"role": "user", "parts": [{"text": "a"}]}]}).format is None


def test_a_torn_line_costs_itself_alone() -> None:
    line = json.dumps({"messages": [USER, ANSWER]}) + "\n"
    sessions = read_text(line + line[:30] + "\n" + line + line[:40])
    assert [s.begins.line for s in sessions] == [1, 3]
    assert [[(h.code, h.origin.line) for h in s.damage] for s in sessions] == [
        [("S101", 2)], [("S101", 4)],
    ]  # fmt: skip


def test_a_first_line_that_is_longer_than_the_sample_is_known() -> None:
    big = {"messages": [{"role": "user", "content": "x" * 200_000}, CALL, RESULT, ANSWER]}
    assert len(rows(big, big, {"messages": [USER]})) == 3
    assert (
        len(rows({"id": 1, "messages": json.dumps(big["messages"])}, {"messages": "[]"}, big)) == 2
    )
    (alone,) = read_text(json.dumps(big))
    assert (alone.as_, alone.request, len(alone.origins)) == ("request", big, 4)


@pytest.mark.parametrize(
    "values",
    [
        [USER, ANSWER],
        [{"messages": [USER]}, USER, ANSWER],
        [{"messages": [USER]}],
        [{"instruction": "a", "output": "b"}, {"instruction": "a", "output": "b"}],
        [{"prompt": "a", "completion": "b"}, {"prompt": "a", "completion": "b"}],
        [{"level": "info"}, {"messages": [USER]}],
        [[USER], [USER]],
    ],
)
def test_what_is_no_data_set_is_left_to_others(values: list[Any]) -> None:
    assert unread(*values)


def test_a_single_line_is_a_row_only_in_a_spelling_of_its_own() -> None:
    assert not unread({"messages": json.dumps([USER, ANSWER])})
    assert not unread({"messages": [{"role": "human", "text": "a"}, {"role": "ai", "text": "b"}]})
    assert unread({"messages": [USER, CALL, RESULT]})


def test_values_of_any_type_do_no_harm() -> None:
    odd: list[Any] = [None, 7, [], {}, [None], {"a": []}, "[", '["', True, 1.5]
    for value in odd:
        for key in (
            "role",
            "content",
            "tool_calls",
            "tool_call_id",
            "function_call",
            "from",
            "value",
        ):
            made = {
                "messages": [{**USER, key: value}, {**CALL, key: value}, {**RESULT, key: value}]
            }
            for session in read_session(text_source(json.dumps([made, made]))) or ():
                check(session)
            lines = json.dumps({"messages": [USER, CALL, {**RESULT, key: value}]}) + "\n"
            for session in read_session(text_source(lines * 2)) or ():
                check(session)


def test_memory_does_not_follow_the_file() -> None:
    import tracemalloc

    line = (
        json.dumps({"messages": [{"role": "user", "content": "x" * 1000}, ANSWER]}).encode() + b"\n"
    )
    data = line * 5000
    source = text_source(data)
    tracemalloc.start()
    from transcript_doctor.acts.reading.sessions import conversations

    found = conversations(source)
    assert found is not None
    assert sum(1 for _ in found) == 5000
    assert tracemalloc.get_traced_memory()[1] < len(data) / 2
    tracemalloc.stop()


def test_the_command_reads_them(tmp_path: Any) -> None:
    file = tmp_path / "train.jsonl"
    file.write_text(
        "".join(json.dumps({"messages": [USER, m]}) + "\n" for m in (CALL, RESULT)), "utf-8"
    )
    ran = run("check", file)
    assert ran.exit_code == 1
    assert f"{file}:2  messages[1]  openai-finetuning, as a record" in ran.output
