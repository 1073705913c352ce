"""ShareGPT: the spellings of several trainers, pairs by position, and the two real faults of a demo file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sessions.files import REAL, read_text
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import file_source, read_session
from transcript_doctor.core.transcript import Transcript

CALL = '{"name": "get_weather", "arguments": {"city": "Bonn"}}'


def real(name: str) -> list[Transcript]:
    found = read_session(file_source(name, REAL / "sharegpt" / name))
    assert found is not None
    return found


def turns(*pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"from": speaker, "value": words} for speaker, words in pairs]


def read_one(record: dict[str, Any]) -> Transcript:
    (found,) = read_text(json.dumps([record]))
    return found


def talk(*pairs: tuple[str, str], **columns: Any) -> Transcript:
    return read_one({"conversations": turns(*pairs), **columns})


def test_two_records_of_a_real_file_have_an_observation_without_a_call() -> None:
    sessions = real("llamafactory-glaive-toolcall-zh.json.gz")
    assert len(sessions) == 300
    sick = {}
    for number, session in enumerate(sessions):
        assert f"this is record {number} (from 0), column conversations" in session.why
        for finding in check(session).findings:
            place = session.spot(finding.place)
            sick[number] = (finding.code, finding.severity, finding.place, place.line)
    assert sick == {
        197: ("P002", "error", ("messages", 2), 5829),
        293: ("P002", "error", ("messages", 2), 8773),
    }
    calls = [m for s in sessions for m in s.request if m.get("tool_calls")]
    results = [m for s in sessions for m in s.request if m["role"] == "tool"]
    assert (len(calls), len(results)) == (216, 218)


def test_one_real_message_holds_the_results_of_several_calls() -> None:
    sessions = real("llamafactory-reason-tool-use.jsonl.gz")
    assert (len(sessions), [s for s in sessions if check(s).findings]) == (40, [])
    made = [m for s in sessions for m in s.request]
    assert sum(len(m.get("tool_calls", ())) for m in made) == 61
    shared = next(s for s in sessions if any(len(m.get("tool_calls", ())) > 1 for m in s.request))
    assert "A[call_1,call_2] R(call_1) R(call_2)" in shape(shared.request)


@pytest.mark.parametrize(
    "pairs",
    [
        [("function_call", CALL), ("observation", "ok")],
        [("gpt", f"Well.\n<tool_call>\n{CALL}\n</tool_call>"), ("tool", "<tool_response>\nok\n</tool_response>")],
        [("gpt", f"<functioncall> {CALL} <|endoftext|>"), ("function_response", "ok")],
        [("tool_call", f"[{CALL}]"), ("tool_response", "ok")],
        [("gpt", f"<tool_call>{CALL}</tool_call>"), ("human", "<tool_response>ok</tool_response>")],
        [("gpt", "<tool_call>{'name': 'get_weather', 'arguments': {'city': 'Bonn'}}</tool_call>"), ("tool", "ok")],
    ],
)  # fmt: skip
def test_a_call_and_its_result_are_paired(pairs: list[tuple[str, str]]) -> None:
    session = talk(("human", "Hi"), *pairs, ("gpt", "Sunny."))
    _, called, answered, _ = session.request
    (made,) = called["tool_calls"]
    assert made["function"]["name"] == "get_weather"
    assert json.loads(made["function"]["arguments"]) == {"city": "Bonn"}
    assert answered == {"role": "tool", "tool_call_id": made["id"], "content": "ok"}
    assert check(session).findings == ()


def test_parallel_calls_are_answered_in_their_order() -> None:
    session = talk(
        ("human", "Hi"),
        ("gpt", f"<tool_call>{CALL}</tool_call>\n<tool_call>{CALL}</tool_call>"),
        ("tool", "<tool_response>a</tool_response>\n<tool_response>b</tool_response>"),
        ("tool_call", CALL),
        ("tool_call", CALL),
        ("tool_response", "c"),
        ("tool_response", "d"),
        ("function_call", f"[{CALL}, {CALL}]"),
        ("observation", '["e", "f"]'),
        ("function_call", f"[{CALL}, {CALL}]"),
        ("observation", "for both"),
        ("gpt", "Done."),
    )
    calls = "A[call_{},call_{}] R(call_{}) R(call_{})"
    turn = " ".join(calls.format(k, k + 1, k, k + 1) for k in (1, 3, 5, 7))
    assert shape(session.request) == f"U {turn} A"
    said = [m["content"] for m in session.request if m["role"] == "tool"]
    assert said == ["a", "b", "c", "d", "e", "f", "for both", "for both"]
    assert check(session).findings == ()


def test_a_call_in_an_unknown_spelling_is_not_missed() -> None:
    for text in (
        "[Market Trends API(country='us')]",
        "Thought: so.\nAction: search\nAction Input: x",
    ):
        session = talk(("user", "Hi"), ("assistant", text), ("tool", "[1]"), ("assistant", "Done."))
        assert [m["role"] for m in session.request] == ["user", "assistant", "user", "assistant"]
        assert check(session).findings == ()


def test_what_nobody_called_for_is_an_orphan() -> None:
    session = talk(("human", "Hi"), ("gpt", "I will look."), ("observation", "x"), ("gpt", "So."))
    assert [(f.code, f.place) for f in check(session).findings] == [("P002", ("messages", 2))]


def test_a_call_in_the_middle_that_nobody_answered_is_an_error() -> None:
    session = talk(("human", "a"), ("function_call", CALL), ("human", "b"), ("gpt", "c"))
    assert [(f.code, f.severity) for f in check(session).findings] == [("P001", "error")]


def test_a_record_may_end_on_the_call_that_is_to_be_learned() -> None:
    for last in (("function_call", CALL), ("gpt", f"<tool_call>{CALL}</tool_call>")):
        session = talk(("human", "Hi"), last)
        assert session.request[-1]["tool_calls"][0]["function"]["name"] == "get_weather"
        assert check(session).findings == ()


def test_a_call_that_is_no_json_keeps_its_text() -> None:
    session = talk(("human", "Hi"), ("function_call", '{"name": "f", "arguments": {"a": '))
    (made,) = session.request[1]["tool_calls"]
    assert made["function"] == {"name": "f", "arguments": '{"name": "f", "arguments": {"a":'}


def test_names_are_made_to_fit_the_wire() -> None:
    call = '{"name": "radarr.movie add", "arguments": {}}'
    session = talk(("human", "Hi"), ("function_call", call), ("observation", "x"), ("gpt", "y"))
    assert session.request[1]["tool_calls"][0]["function"]["name"] == "radarr_movie_add"
    assert check(session).findings == ()


def test_the_preferred_answer_ends_the_list() -> None:
    record = {
        "conversations": turns(("human", "Hi")),
        "chosen": {"from": "gpt", "value": "Good."},
        "rejected": {"from": "gpt", "value": "Bad."},
        "system": "Be kind.",
    }
    session = read_one(record)
    assert [m["content"] for m in session.request] == ["Be kind.", "Hi", "Good."]


def test_a_single_record_and_lines_are_read_too() -> None:
    record = {"id": "r7", "conversations": turns(("human", "Hi"), ("gpt", "Yes."))}
    (alone,) = read_text(json.dumps(record, indent=1))
    assert ([o.line for o in alone.origins], alone.session) == ([4, 8], "r7")
    both = read_text(f"{json.dumps(record)}\n{json.dumps(record)}\n")
    assert [s.begins.line for s in both] == [1, 2]


def test_an_unknown_speaker_is_said() -> None:
    session = talk(("human", "Hi"), ("narrator", "It rained."), ("gpt", "So?"))
    assert [(f.code, f.severity) for f in check(session).findings] == [("R002", "error")]


def test_a_file_that_is_cut_keeps_what_is_whole() -> None:
    records = [{"conversations": turns(("human", f"w{k}"), ("gpt", "x"))} for k in range(50)]
    text = json.dumps(records, indent=2)
    sessions = read_text(text[: text.index('"w40"')])
    assert [s.request[0]["content"] for s in sessions] == [f"w{k}" for k in range(40)]
    last = [harm.code for harm in sessions[-1].damage]
    assert set(last) == {"S101"}
    assert not any(s.damage for s in sessions[:-1])


def test_a_list_of_many_megabytes_is_read_a_record_at_a_time() -> None:
    record = {"conversations": turns(("human", "é" * 200_000), ("gpt", "x"))}
    text = json.dumps([record] * 12, ensure_ascii=False, indent=1)
    sessions = read_text(text)
    lines = text.split("\n")
    for session in sessions:
        assert '"from": "human"' in lines[session.origins[0].line]
        assert text.encode()[session.origins[0].offset - 1 : session.origins[0].offset] == b"\n"
    assert len(sessions) == 12
