"""Codex: three generations of rollouts, compactions and rollbacks, and what `codex exec` prints."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tests.sessions.files import read_lines, read_real, read_text
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import recognise, text_source

TIME = "2026-01-01T00:00:00.000Z"
META = {"id": "s1", "timestamp": TIME, "cwd": "/p", "cli_version": "0.125.0"}


def line(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": TIME, "type": kind, "payload": payload}


def item(kind: str, **keys: Any) -> dict[str, Any]:
    return line("response_item", type=kind, **keys)


def said(role: str, words: str) -> dict[str, Any]:
    part = {"type": "output_text" if role == "assistant" else "input_text", "text": words}
    return item("message", role=role, content=[part])


def event(kind: str, **keys: Any) -> dict[str, Any]:
    return line("event_msg", type=kind, **keys)


def call(ident: str) -> dict[str, Any]:
    return item("function_call", name="shell", arguments="{}", call_id=ident)


def output(ident: str, words: str = "ok") -> dict[str, Any]:
    return item("function_call_output", call_id=ident, output=words)


def texts(session: Any) -> list[str]:
    return [one["content"][0]["text"] for one in session.request if "content" in one]


HEAD = line("session_meta", **META)


def test_a_real_rollout_is_whole_and_sound() -> None:
    session = read_real("codex/codemie-rollout-2026-05-11.jsonl")
    kinds = Counter(one["type"] for one in session.request)
    assert kinds["function_call"] == kinds["function_call_output"] == 56
    assert (kinds["message"], kinds["reasoning"], kinds["web_search_call"]) == (10, 13, 1)
    assert (session.version, session.state) == ("0.125.0", "running")
    assert session.session == "019e1625-789d-76c0-80ab-3724b5ddb799"
    assert session.origins[-1].line == 207
    report = check(session)
    assert (report.target, report.findings, report.unknowns) == ("openai-responses", (), ())


def test_a_rollout_of_an_older_version() -> None:
    session = read_real("codex/agtrace-session.jsonl")
    expected = "U U T A[c1] R(c1) T A[c2] R(c2) A U T A[c3] R(c3) T A[c4] R(c4) T A[c5] R(c5) T A"
    assert shape(check(session)) == expected
    assert (session.version, session.state) == ("0.66.0", "whole")
    assert session.facts == {"store": False, "model": "gpt-5.1-codex-max"}
    assert check(session).findings == ()


def test_events_repeat_what_the_items_say() -> None:
    session = read_lines(
        HEAD,
        event("task_started", turn_id="t"),
        said("user", "Go."),
        event("user_message", message="Go."),
        event("agent_message", message="Done."),
        said("assistant", "Done."),
        event("task_complete", turn_id="t"),
    )
    assert texts(session) == ["Go.", "Done."]
    assert [origin.line for origin in session.origins] == [3, 6]


def test_items_are_the_very_ones_and_lose_what_codex_keeps_for_itself() -> None:
    marked = said("assistant", "Done.")
    marked["payload"] |= {
        "id": "msg_1",
        "phase": "final_answer",
        "internal_chat_message_metadata_passthrough": {"turn_id": "t"},
        "metadata": {"turn_id": "t"},
    }
    unnamed = item("custom_tool_call_output", call_id="c1", name="exec", output="ok", id="0a1b")
    session = read_lines(
        HEAD,
        said("user", "Go."),
        item("custom_tool_call", call_id="c1", name="exec", input="x", id="ctc_1"),
        unnamed,
        item("ghost_snapshot", ghost_commit={"id": "abc"}),
        said("system", "Not sent."),
        item("compaction_summary", encrypted_content="gAAA"),
        marked,
    )
    assert session.request[0] == said("user", "Go.")["payload"]
    assert session.request[2] == {
        "type": "custom_tool_call_output",
        "call_id": "c1",
        "output": "ok",
    }
    assert session.request[3] == {"type": "compaction", "encrypted_content": "gAAA"}
    assert session.request[4].keys() == {"type", "role", "content", "phase", "id"}
    assert check(session).findings == ()


def test_every_item_that_codex_sends_is_taken() -> None:
    shell = {"type": "exec", "command": ["ls"], "timeout_ms": None, "working_directory": None}
    session = read_lines(
        HEAD,
        said("developer", "<permissions instructions>"),
        said("user", "Go."),
        item("local_shell_call", call_id="c1", status="completed", action=shell),
        output("c1"),
        item("tool_search_call", call_id="c2", execution="client", arguments={"query": "x"}),
        item("tool_search_output", call_id="c2", execution="client", status="completed", tools=[]),
        item("web_search_call", status="completed", action={"type": "search", "query": "x"}),
        item("image_generation_call", id="ig_1", status="completed", result="AAAA"),
        item("agent_message", author="a", recipient="b", content=[]),
        item(
            "function_call", name="spawn", arguments="{}", call_id="c3", encrypted_function_args=[]
        ),
        item(
            "function_call_output",
            call_id="c3",
            output=[{"type": "encrypted_content", "encrypted_content": "gAAA"}],
        ),
        item("context_compaction", encrypted_content="gAAA"),
        item("configuration_update", reasoning={"effort": "high"}),
        item("reasoning", summary=[], content=None, encrypted_content="gAAAAA=="),
        said("assistant", "Done."),
    )
    assert len(session.request) == 15
    assert check(session).findings == ()


def test_an_open_call_in_the_middle_is_an_error_and_at_the_end_a_warning() -> None:
    middle = read_lines(HEAD, said("user", "Go."), call("c1"), said("user", "And?"))
    report = check(middle)
    assert [(f.code, f.severity, middle.spot(f.place).line) for f in report.findings] == [
        ("P001", "error", 3)
    ]
    end = read_lines(HEAD, said("user", "Go."), call("c1"))
    assert [(f.code, f.severity) for f in check(end).findings] == [("P001", "warning")]
    assert end.state == "running"


def test_a_replacement_history_is_the_whole_past() -> None:
    kept = [said("user", "One.")["payload"], {"type": "compaction", "encrypted_content": "gAAA"}]
    session = read_lines(
        HEAD,
        said("user", "One."),
        call("c1"),
        output("c1"),
        line("compacted", message="", replacement_history=kept, window_id="w-2"),
        said("user", "Two."),
    )
    assert shape(check(session)) == "U O U"
    assert [origin.line for origin in session.origins] == [5, 5, 6]
    assert [(stray.id, stray.origin.line) for stray in session.strays] == [("c1", 4)]


def test_an_old_compaction_leaves_the_users_words_and_a_summary() -> None:
    session = read_lines(
        HEAD,
        said("user", "<environment_context>\n</environment_context>"),
        said("user", "One."),
        said("assistant", "1"),
        line("compacted", message="What came before."),
        said("user", "Two."),
        said("assistant", "2"),
        line("compacted", message="Both."),
    )
    assert texts(session) == ["One.", "Two.", "Both."]
    assert [origin.line for origin in session.origins] == [3, 6, 8]


def test_an_old_compaction_keeps_only_so_much() -> None:
    session = read_lines(
        HEAD, said("user", "x" * 70_000), said("user", "y" * 20_000), line("compacted", message="S")
    )
    assert [text[0] for text in texts(session)] == ["y", "S"]


def test_a_rollback_drops_turns_with_what_codex_put_before_them() -> None:
    session = read_lines(
        HEAD,
        said("developer", "<permissions instructions>p</permissions instructions>"),
        said("user", "one"),
        said("assistant", "a1"),
        said("developer", "<model_switch>m</model_switch>"),
        said("user", "two"),
        call("c1"),
        output("c1"),
        event("thread_rolled_back", num_turns=1),
        said("user", "three"),
    )
    expected = ["<permissions instructions>p</permissions instructions>", "one", "a1", "three"]
    assert texts(session) == expected
    assert [stray.id for stray in session.strays] == ["c1"]
    assert check(session).findings == ()


def test_a_rollback_undoes_the_compaction_of_its_turns() -> None:
    def turn(name: str, *records: dict[str, Any]) -> list[dict[str, Any]]:
        over = event("task_complete", turn_id=name)
        return [event("task_started", turn_id=name), *records, over]

    session = read_lines(
        HEAD,
        *turn("t1", said("user", "one"), said("assistant", "a1")),
        *turn(
            "t2",
            line("compacted", message="", replacement_history=[]),
            said("user", "two"),
            said("assistant", "a2"),
        ),
        event("thread_rolled_back", num_turns=1),
    )
    assert texts(session) == ["one", "a1"]


@pytest.mark.parametrize("turns", [0, -1, None, "1", 99])
def test_a_rollback_of_no_sensible_number_harms_nothing(turns: object) -> None:
    session = read_lines(
        HEAD,
        said("developer", "d"),
        said("user", "one"),
        event("thread_rolled_back", num_turns=turns),
    )
    assert texts(session) == (["d"] if turns == 99 else ["d", "one"])


@pytest.mark.parametrize(
    ("last", "state"),
    [
        (event("task_started", turn_id="t"), "running"),
        (event("turn_aborted", turn_id="t", reason="interrupted"), "interrupted"),
        (event("task_complete", turn_id="t"), "whole"),
        (event("task_complete", turn_id="t", error={"message": "m"}), "interrupted"),
        (event("exec_approval_request", call_id="c"), "paused"),
        (event("token_count", info=None), "running"),
    ],
)
def test_how_a_session_rests(last: dict[str, Any], state: str) -> None:
    assert read_lines(HEAD, said("user", "Go."), last).state == state


def test_a_line_that_stands_there_twice_is_read_once() -> None:
    session = read_lines(HEAD, said("user", "Go."), call("c1"), call("c1"), output("c1"))
    found = [(f.code, session.spot(f.place).line) for f in check(session).findings]
    assert found == [("S103", 4)]
    assert shape(check(session)) == "U A[c1] R(c1)"


def test_a_fork_repeats_the_head_of_its_parent() -> None:
    parent = line("session_meta", **{**META, "id": "s0", "cli_version": "0.1.0"})
    session = read_lines(HEAD, parent, said("user", "Go."))
    assert (session.session, session.version, session.damage) == ("s1", "0.125.0", ())


def test_a_message_between_agents_is_sent() -> None:
    told = {"author": "/root", "recipient": "/root/a", "content": "", "trigger_turn": True}
    session = read_lines(
        HEAD, line("inter_agent_communication", **told, encrypted_content="gAAA"), call("c1")
    )
    first = session.request[0]
    assert (first["type"], first["content"][1]["encrypted_content"]) == ("agent_message", "gAAA")
    assert "NEW_TASK" in first["content"][0]["text"]


def test_what_a_tool_delivered_to_the_user_is_only_noted() -> None:
    noted = said("assistant", "May I?")
    noted["metadata"] = {"delivered_assistant_message": "codex:code-mode-delivery:v1:complete"}
    assert texts(read_lines(HEAD, said("user", "Go."), noted)) == ["Go."]


def test_reasoning_in_the_clear_goes_to_other_servers_only() -> None:
    thought = item(
        "reasoning", summary=[], content=[{"type": "reasoning_text", "text": "Hm."}], id="rs_1"
    )
    own = read_lines(HEAD, said("user", "Go."), thought)
    assert [f.code for f in check(own).findings] == ["T003", "T006", "I004"]
    meta = line("session_meta", **META, model_provider="ollama")
    other = read_lines(meta, said("user", "Go."), thought)
    assert other.request[1].keys() == {"type", "summary", "id"}


def test_words_of_the_user_that_stand_in_events_alone_are_taken() -> None:
    answer = said("assistant", "Done.")
    session = read_lines(HEAD, event("user_message", message="Go."), answer)
    assert texts(session) == ["Go.", "Done."]


def test_bare_items_behind_a_header() -> None:
    message = {
        "type": "message",
        "role": "user",
        "content": [{"type": "input_text", "text": "Go."}],
    }
    session = read_lines(
        {"id": "s1", "timestamp": TIME, "instructions": None, "git": {}},
        {"record_type": "state"},
        {**message, "id": None},
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": None},
        {
            "type": "function_call",
            "id": "fc_1",
            "name": "shell",
            "arguments": "{}",
            "call_id": "c1",
        },
        {"type": "function_call_output", "call_id": "c1", "output": "ok"},
        {"record_type": "state"},
    )
    assert shape(check(session)) == "U T A[c1] R(c1)"
    assert [origin.line for origin in session.origins] == [3, 4, 5, 6]
    assert (session.session, session.state) == ("s1", "running")
    assert check(session).findings == ()


def test_the_oldest_files_are_one_value() -> None:
    value = {
        "session": {"timestamp": TIME, "id": "s1", "instructions": ""},
        "items": [
            {"role": "user", "content": [{"type": "input_text", "text": "Go."}], "type": "message"},
            {"id": "rs_1", "type": "reasoning", "summary": [], "duration_ms": 12},
            {
                "id": "fc_1",
                "type": "function_call",
                "status": "completed",
                "arguments": "{}",
                "call_id": "c1",
                "name": "shell",
            },
            {"type": "function_call_output", "call_id": "c1", "output": "ok"},
        ],
    }
    (session,) = read_text(json.dumps(value, indent=2), "rollout.json")
    assert shape(check(session)) == "U T A[c1] R(c1)"
    assert [origin.line for origin in session.origins] == [8, 18, 24, 32]
    assert (session.session, check(session).findings) == ("s1", ())


@pytest.mark.parametrize("feed", ["\n", "\r\n"])
def test_a_rollout_that_was_laid_out_for_reading(feed: str) -> None:
    records = [HEAD, said("user", "Go."), said("assistant", "Done.")]
    text = "\n".join(json.dumps(record, indent=4) for record in records)
    (session,) = read_text(text.replace("\n", feed))
    assert texts(session) == ["Go.", "Done."]
    first, second = (origin.line for origin in session.origins)
    lines = text.split("\n")
    assert lines[first - 1] == lines[second - 1] == "{"
    assert "user" in "".join(lines[first:second])


def test_a_laid_out_rollout_that_is_torn_keeps_what_is_whole() -> None:
    text = "\n".join(json.dumps(record, indent=4) for record in (HEAD, said("user", "Go.")))
    (session,) = read_text(text + '\n{\n    "timestamp": "20')
    assert texts(session) == ["Go."]
    assert [harm.code for harm in session.damage] == ["S101"]


def test_a_first_line_that_is_longer_than_what_is_looked_at() -> None:
    long = line("session_meta", **META, base_instructions={"text": "x" * 100_000})
    session = read_lines(long, said("user", "Go."))
    assert (session.session, texts(session)) == ("s1", ["Go."])


def printed(kind: str, **keys: Any) -> dict[str, Any]:
    return {"type": f"item.{kind}", "item": keys}


def test_a_printed_stream_is_called_what_it_is() -> None:
    command = {"id": "item_1", "type": "command_execution", "command": "bash -lc ls"}
    tool = {"id": "item_2", "type": "mcp_tool_call", "server": "docs.x", "tool": "find"}
    records = [
        {"type": "thread.started", "thread_id": "t1"},
        {"type": "turn.started"},
        printed("completed", id="item_0", type="reasoning", text="Hm."),
        printed("started", **command, aggregated_output="", status="in_progress"),
        printed("completed", **command, aggregated_output="a.txt\n", status="completed"),
        printed("started", **tool, arguments={"q": "x"}, status="in_progress"),
        printed("completed", **tool, result={"content": []}, error=None, status="completed"),
        printed("completed", id="item_3", type="web_search", query="x"),
        printed("completed", id="item_4", type="file_change", changes=[], status="completed"),
        printed("completed", id="item_5", type="agent_message", text="Done."),
        {"type": "turn.completed", "usage": {"input_tokens": 1}},
    ]
    text = "Reading additional input from stdin...\n" + "".join(
        json.dumps(record) + "\n" for record in records
    )
    told = recognise(text_source(text))
    assert told is not None
    assert "not a session" in told.why
    (session,) = read_text(text)
    expected = "A[call_1] R(call_1) A[call_2] R(call_2) O A[call_3] R(call_3) A"
    assert shape(check(session)) == expected
    assert session.request[2]["name"] == "mcp__docs_x__find"
    assert [origin.line for origin in session.origins] == [5, 6, 7, 8, 9, 10, 10, 11]
    assert (session.session, session.state, session.damage) == ("t1", "whole", ())
    assert check(session).findings == ()


def test_a_printed_run_that_stopped_in_a_command() -> None:
    session = read_lines(
        {"type": "thread.started", "thread_id": "t1"},
        printed(
            "started", id="item_0", type="command_execution", command="x", status="in_progress"
        ),
    )
    assert (session.state, [f.code for f in check(session).findings]) == ("running", ["P001"])


def test_runs_of_several_threads_in_one_file() -> None:
    def run(thread: str) -> list[dict[str, Any]]:
        answer = printed("completed", id="item_0", type="agent_message", text=thread)
        return [{"type": "thread.started", "thread_id": thread}, answer, {"type": "turn.failed"}]

    text = "".join(json.dumps(record) + "\n" for record in [*run("a"), *run("a"), *run("b")])
    sessions = read_text(text)
    assert [(s.session, len(s.request), s.state) for s in sessions] == [
        ("a", 2, "interrupted"),
        ("b", 1, "interrupted"),
    ]


def test_what_exec_printed_before() -> None:
    def told(kind: str, **keys: Any) -> dict[str, Any]:
        return {"id": "0", "msg": {"type": kind, **keys}}

    session = read_lines(
        {"model": "gpt-5", "workdir": "/p"},
        {"prompt": "List the files."},
        told("task_started"),
        told("exec_command_begin", call_id="c1", command=["ls"]),
        told("exec_command_end", call_id="c1", stdout="a.txt", exit_code=0),
        told("patch_apply_begin", call_id="c2", changes={}),
        told("patch_apply_end", call_id="c2", stdout="", success=True),
        told("agent_message", message="Done."),
        told("task_complete", last_agent_message="Done."),
    )
    assert shape(check(session)) == "U A[call_1] R(call_1) A[call_2] R(call_2) A"
    assert (session.state, check(session).findings) == ("whole", ())
