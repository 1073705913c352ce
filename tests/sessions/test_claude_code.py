"""Claude Code: the list that is sent, out of a tree of lines; what stands beside it; how it rests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sessions.files import answer, call, read_lines, read_real, read_text, result, text, user
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import read_session, text_source
from transcript_doctor.catalog import READERS
from transcript_doctor.core.reader import is_newer
from transcript_doctor.core.transcript import Transcript

TURN_1 = "claude-code/codemie-subagents-turn-1.jsonl"
TURN_2 = "claude-code/codemie-subagents-turn-2.jsonl"
AGENT = "claude-code/log-parallel-agent.jsonl"
PRINTED = "claude-code/log-claude-p.jsonl"
GO = user("u1", None, "Go.")
TALK = [GO, answer("a1", "u1", "m1", text("Done."))]


def damage(session: Transcript) -> list[tuple[str, str, int]]:
    return [(one.code, one.case, one.origin.line) for one in session.damage]


# -- real files -----------------------------------------------------------------------------------


def test_results_of_parallel_calls_are_all_there() -> None:
    session = read_real(TURN_2)
    report = check(session)
    assert report.outline is not None
    assert (len(report.outline.calls), len(report.outline.results)) == (14, 14)
    assert report.ok
    assert [finding.code for finding in report.findings] == ["S104"]
    assert (session.agent, session.version, session.state) == ("Claude Code", "2.1.7", "whole")
    assert session.facts == {"model": "claude-sonnet-4-5-20250929"}
    assert session.strays == ()


def test_a_session_that_was_copied_while_a_call_ran_is_running() -> None:
    session = read_real(TURN_1)
    report = check(session)
    assert report.outline is not None
    assert (len(report.outline.calls), len(report.outline.results)) == (7, 6)
    assert session.state == "running"
    (finding,) = report.findings
    assert (finding.code, finding.case, finding.severity) == ("P001", "paused", "warning")
    assert session.spot(finding.place).line == 25
    assert report.as_ == "record"


def test_every_part_leads_back_to_its_line() -> None:
    session = read_real(TURN_2)
    lines = open_lines(TURN_2)
    for i, message in enumerate(session.request):
        for j, part in enumerate(
            message["content"] if isinstance(message["content"], list) else ()
        ):
            assert (
                part
                in lines[session.spot(("messages", i, "content", j)).line - 1]["message"]["content"]
            )


def test_a_subagent_in_a_file_of_its_own_is_sound() -> None:
    session = read_real(AGENT)
    report = check(session)
    assert report.outline is not None
    assert (len(report.outline.calls), len(report.outline.results)) == (6, 6)
    assert shape(session.request).startswith("U A[c1] R(c1) A[c2,c3,c4] R(c2,c3,c4) A[c5]")
    assert (session.version, session.state, session.damage) == ("2.1.114", "whole", ())
    assert report.findings == ()


def test_a_session_without_a_screen_is_sound() -> None:
    session = read_real(PRINTED)
    report = check(session)
    assert report.outline is not None
    assert (len(report.outline.calls), len(report.outline.results)) == (9, 9)
    assert (session.version, report.findings, session.strays) == ("2.1.17", (), ())
    assert session.session == "2b4ed4c0-b905-41de-9238-273db3ec737a"


def open_lines(name: str) -> list[dict[str, Any]]:
    from tests.sessions.files import REAL

    return [json.loads(line) for line in (REAL / name).read_text("utf-8").split("\n") if line]


# -- the list -------------------------------------------------------------------------------------


def test_lines_of_one_message_are_one_message() -> None:
    thinking = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
    session = read_lines(
        GO,
        answer("a1", "u1", "m1", thinking),
        answer("a2", "a1", "m1", call("t1")),
        user("r1", "a2", [result("t1")]),
        answer("a3", "r1", "m2", text("Done.")),
    )
    assert session.request[1] == {"role": "assistant", "content": [thinking, call("t1")]}
    assert shape(session.request) == "U A[t1] R(t1) A"


def test_thinking_that_is_not_shown_is_told_apart_by_its_signature() -> None:
    hidden = [{"type": "thinking", "thinking": "", "signature": seal} for seal in ("YQ==", "Yg==")]
    session = read_lines(GO, *(answer(f"a{n}", "u1", "m1", part) for n, part in enumerate(hidden)))
    assert session.request[1]["content"] == hidden
    assert session.damage == ()


def test_a_text_beside_results_comes_behind_all_of_them() -> None:
    session = read_lines(
        GO,
        answer("a1", "u1", "m1", call("t1")),
        answer("a2", "a1", "m1", call("t2")),
        user("r1", "a1", [result("t1"), text("And?")]),
        user("r2", "a2", [result("t2")]),
    )
    assert session.request[2]["content"] == [result("t1"), result("t2"), text("And?")]
    assert session.spot(("messages", 2, "content", 2)).line == 4
    assert session.spot(("messages", 2, "content", 1)).line == 5


def test_a_message_that_was_queued_while_a_tool_ran_comes_behind_its_result() -> None:
    session = read_lines(
        GO,
        answer("a1", "u1", "m1", call("t1")),
        user("u2", "a1", "Hurry."),
        user("r1", "u2", [result("t1")]),
    )
    assert shape(session.request) == "U A[t1] R(t1) U"
    assert check(session).findings == ()


def test_a_result_behind_a_later_answer_is_left_where_it_stands() -> None:
    session = read_lines(
        GO,
        answer("a1", "u1", "m1", call("t1")),
        user("u2", "a1", "Hurry."),
        answer("a2", "u2", "m2", text("Well.")),
        user("r1", "a2", [result("t1")]),
    )
    assert shape(session.request) == "U A[t1] U A R(t1)"
    assert [finding.code for finding in check(session).findings] == ["P003"]


def test_after_a_rewind_the_newest_branch_is_sent() -> None:
    session = read_lines(*TALK, user("u2", "a1", "Left."), user("u3", "a1", "Right."))
    assert [message["content"] for message in session.request][-1] == "Right."
    assert len(session.request) == 3
    assert session.damage == ()


def test_a_line_that_stands_behind_those_that_hang_on_it_is_sent_before_them() -> None:
    late = answer("a1", "u1", "m1", call("t1"))
    session = read_lines(
        GO, user("r1", "a1", [result("t1")]), answer("a2", "r1", "m2", text("Done.")), late
    )
    assert shape(session.request) == "U A[t1] R(t1) A"
    assert session.damage == ()
    assert check(session).findings == ()


def test_after_a_compaction_the_list_begins_at_the_summary() -> None:
    boundary = {"type": "system", "subtype": "compact_boundary", "uuid": "b", "parentUuid": None}
    after = [
        user("s", "b", "What came before.", isCompactSummary=True),
        answer("a2", "s", "m2", text("Yes.")),
    ]
    for parent in ("b", "a1"):
        after[0]["parentUuid"] = parent
        session = read_lines(*TALK, boundary, *after)
        assert [message["content"] for message in session.request] == [
            "What came before.",
            [text("Yes.")],
        ]
        assert session.damage == ()


def test_results_of_what_was_compacted_are_strays() -> None:
    session = read_lines(
        GO,
        answer("a1", "u1", "m1", call("t1")),
        user("r1", "a1", [result("t1")]),
        user("s", "r1", "What came before.", isCompactSummary=True),
    )
    assert [(stray.id, stray.raw, stray.origin.line) for stray in session.strays] == [
        ("t1", result("t1"), 3)
    ]


def test_what_is_not_sent_is_not_on_the_list() -> None:
    failed = answer("e1", "a1", "m9", text("API Error: 400"), isApiErrorMessage=True)
    session = read_lines(*TALK, user("x", "a1", "caveat", isMeta=True), failed)
    assert len(session.request) == 2
    assert session.state == "interrupted"


def test_subagents_in_the_file_are_conversations_of_their_own() -> None:
    side = {"isSidechain": True}
    lines = [
        GO,
        user("s1", None, "Look.", **side),
        answer("s2", "s1", "m8", text("Seen."), **side),
        answer("a1", "u1", "m1", text("Done.")),
        user("o1", None, "Listen.", **side, agentId="other"),
    ]
    found = read_text("\n".join(map(json.dumps, lines)))
    assert [shape(session.request) for session in found] == ["U A", "U A", "U"]
    assert [session.begins.line for session in found] == [1, 2, 5]


def test_lines_of_a_team_are_sent() -> None:
    session = read_lines(
        GO,
        answer("a1", "u1", "m1", call("t1")),
        user("r1", "a1", [result("t1")], teamName="tests"),
        answer("a2", "r1", "m2", text("Done."), teamName="tests"),
    )
    assert shape(session.request) == "U A[t1] R(t1) A"


def test_results_in_a_meta_line_are_sent() -> None:
    session = read_lines(
        GO,
        answer("a1", "u1", "m1", call("t1")),
        user("r1", "a1", [result("t1")], isMeta=True),
        user("x1", "r1", [text("A skill.")], isMeta=True),
        answer("a2", "x1", "m2", text("Done.")),
    )
    assert shape(session.request) == "U A[t1] R(t1) A"


def test_hooks_stand_between_a_call_and_its_result() -> None:
    def hook(uuid: str, parent: str, kind: str) -> dict[str, Any]:
        return {"type": kind, "uuid": uuid, "parentUuid": parent, "timestamp": "t"}

    session = read_lines(
        GO,
        answer("a1", "u1", "m1", call("t1")),
        answer("a2", "a1", "m1", call("t2")),
        hook("h1", "a1", "progress"),
        hook("h2", "h1", "attachment"),
        user("r1", "h2", [result("t1")]),
        user("r2", "a2", [result("t2")]),
        hook("h3", "r2", "attachment"),
        answer("a3", "h3", "m2", text("Done.")),
        hook("h4", "a1", "progress"),
    )
    assert shape(session.request) == "U A[t1,t2] R(t1,t2) A"
    assert session.strays == ()


def test_a_result_finds_its_call_where_the_line_between_is_lost() -> None:
    session = read_lines(
        GO,
        answer("a1", "u1", "m1", call("t1")),
        answer("a2", "a1", "m1", call("t2")),
        user("r1", "lost", [result("t1")], sourceToolAssistantUUID="a1"),
        user("r2", "a2", [result("t2")]),
    )
    assert shape(session.request) == "U A[t1,t2] R(t1,t2)"


def test_lines_that_name_no_parents_are_taken_in_their_order() -> None:
    lines = [*TALK, user("u2", "a1", "More."), answer("a2", "u2", "m2", text("Yes."))]
    session = read_lines(*({**line, "parentUuid": None} for line in lines))
    assert (shape(session.request), session.damage) == ("U A U A", ())


def test_a_parent_may_be_named_by_the_id_of_its_message() -> None:
    asked = user("u1", None, "Go.")
    asked["message"]["id"] = "m0"
    session = read_lines(asked, answer("a1", "m0", "m1", text("Done.")), user("u2", "m1", "More."))
    assert (shape(session.request), session.damage) == ("U A U", ())


def test_sessions_in_one_file_are_told_apart() -> None:
    lines = [
        user("u1", None, "One.", sessionId="s1"),
        answer("a1", "u1", "m1", text("1"), sessionId="s1"),
        user("u2", None, "Two.", sessionId="s2"),
        answer("a2", "u2", "m2", text("2"), sessionId="s2"),
        user("u3", "a2", "Three.", sessionId="s3"),
    ]
    found = read_text("\n".join(map(json.dumps, lines)))
    assert [(shape(one.request), one.session) for one in found] == [("U A", "s1"), ("U A U", "s3")]


# -- compaction -----------------------------------------------------------------------------------


def boundary(**meta: Any) -> dict[str, Any]:
    marks = {"type": "system", "subtype": "compact_boundary", "uuid": "b", "parentUuid": None}
    return {**marks, "compactMetadata": {"trigger": "auto", **meta}}


LONG = [
    GO,
    answer("a1", "u1", "m1", call("t1")),
    user("r1", "a1", [result("t1")]),
    user("u2", "r1", "More."),
    answer("a2", "u2", "m2", call("t2")),
    user("r2", "a2", [result("t2")]),
]
SUMMARY = user("s", "b", "What came before.", isCompactSummary=True)


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("parent", ["s", "r2"])
def test_what_a_compaction_kept_stands_behind_its_summary(listed: bool, parent: str) -> None:
    kept: dict[str, Any] = {
        "preservedSegment": {"anchorUuid": "s", "headUuid": "u2", "tailUuid": "r2"}
    }
    if listed:
        kept["preservedMessages"] = {"anchorUuid": "s", "uuids": ["u2", "a2", "r2"]}
    after = [SUMMARY, answer("a3", parent, "m3", text("Done."))]
    session = read_lines(*LONG, boundary(**kept), *after)
    assert shape(session.request) == "U U A[t2] R(t2) A"
    assert session.request[0]["content"] == "What came before."
    assert [origin.line for origin in session.origins] == [8, 4, 5, 6, 9]
    assert ([stray.id for stray in session.strays], session.damage) == (["t1"], ())
    assert check(session).findings == ()


def test_what_a_compaction_kept_may_stand_before_its_summary() -> None:
    kept = {"preservedSegment": {"anchorUuid": "b", "headUuid": "u1", "tailUuid": "r1"}}
    after = [{**SUMMARY, "parentUuid": "r1"}, answer("a3", "s", "m3", text("Done."))]
    session = read_lines(*LONG, boundary(**kept), *after)
    assert [origin.line for origin in session.origins] == [1, 2, 3, 8, 9]


def test_what_a_compaction_kept_may_be_written_again() -> None:
    kept = {"preservedMessages": {"uuids": ["u2"], "allUuids": ["u2", "a2", "r2"]}}
    again = [{**LONG[3], "parentUuid": "s"}, *LONG[4:], answer("a3", "r2", "m3", text("Done."))]
    session = read_lines(*LONG, boundary(**kept), SUMMARY, *again)
    assert (shape(session.request), session.damage) == ("U U A[t2] R(t2) A", ())
    assert session.origins[1].line == 9


def test_a_past_that_a_compaction_wrote_again_is_no_damage() -> None:
    def at(line: dict[str, Any], time: str) -> dict[str, Any]:
        return {**line, "timestamp": f"2026-01-01T00:00:0{time}Z"}

    first = [at(line, str(n)) for n, line in enumerate(TALK)]
    asked, said = user("u2", "a1", "More."), answer("a2", "u2", "m2", text("Yes."))
    again = [
        at({**asked, "uuid": "u2b"}, "5"),
        at({**said, "uuid": "a2b", "parentUuid": "u2b"}, "6"),
        at(user("u3", "a2b", "And?"), "7"),
    ]
    session = read_lines(*first, at(asked, "5"), at(said, "6"), *again)
    assert (shape(session.request), session.damage) == ("U A U A U", ())


# -- how it rests ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tail", "state"),
    [
        ([], "whole"),
        ([user("u2", "a1", "More.")], "running"),
        ([user("u2", "a1", [text("[Request interrupted by user for tool use]")])], "interrupted"),
        ([answer("a2", "a1", "m1", call("t1"))], "running"),
        (
            [answer("a2", "a1", "m1", call("t1")), user("r1", "a2", [result("t1")])],
            "running",
        ),
        (
            [{"type": "system", "uuid": "x", "parentUuid": "a1", "subtype": "turn_duration"}],
            "whole",
        ),
    ],
)
def test_state(tail: list[dict[str, Any]], state: str) -> None:
    assert read_lines(*TALK, *tail).state == state


@pytest.mark.parametrize(("put_off", "state"), [("t1", "paused"), ("t0", "running")])
def test_a_call_that_a_hook_put_off_waits_for_a_person(put_off: str, state: str) -> None:
    mark = {"type": "hook_deferred_tool", "toolUseID": put_off, "toolName": "read"}
    session = read_lines(
        GO,
        answer("a1", "u1", "m1", call("t1")),
        {"type": "attachment", "uuid": "x", "parentUuid": "a1", "attachment": mark},
    )
    assert session.state == state


# -- without the tree -----------------------------------------------------------------------------


def printed(kind: str, content: Any, ident: str | None = None, **keys: Any) -> dict[str, Any]:
    message = {"role": kind, "content": content, **({"id": ident} if ident else {})}
    return {
        "type": kind,
        "message": message,
        "session_id": "s1",
        "parent_tool_use_id": None,
        **keys,
    }


RUN = [
    {
        "type": "system",
        "subtype": "init",
        "session_id": "s1",
        "tools": [],
        "claude_code_version": "2.1.114",
    },
    printed("assistant", [text("Look.")], "m1"),
    printed("assistant", [call("t1")], "m1"),
    printed("user", [result("t1")]),
]


def ending(**keys: Any) -> dict[str, Any]:
    return {"type": "result", "subtype": "success", "session_id": "s1", **keys}


def test_what_is_printed_is_read_in_its_order() -> None:
    session = read_lines(*RUN, printed("assistant", [text("Done.")], "m2"), ending(is_error=False))
    assert shape(session.request) == "A[t1] R(t1) A"
    assert session.request[0]["content"] == [text("Look."), call("t1")]
    assert (session.session, session.version, session.state) == ("s1", "2.1.114", "whole")
    assert [origin.line for origin in session.origins] == [2, 4, 5]
    assert check(session).findings == ()


@pytest.mark.parametrize(
    ("keys", "state"),
    [
        ({"is_error": True}, "interrupted"),
        ({"subtype": "error_max_turns"}, "interrupted"),
        ({"stop_reason": "tool_deferred", "deferred_tool_use": {"id": "t1"}}, "paused"),
    ],
)
def test_the_last_line_that_is_printed_says_how_it_ended(keys: dict[str, Any], state: str) -> None:
    assert read_lines(*RUN[:3], ending(**keys)).state == state


def test_an_error_of_the_api_that_is_printed_is_not_sent() -> None:
    failed = printed("assistant", [text("API Error: 500")], "m2", error="unknown")
    failed["message"]["model"] = "<synthetic>"
    session = read_lines(*RUN, failed)
    assert (shape(session.request), session.state) == ("A[t1] R(t1)", "interrupted")


def test_a_subagent_that_is_printed_is_a_conversation_of_its_own() -> None:
    lines = [
        *RUN[:3],
        printed("user", "Look.", parent_tool_use_id="t1"),
        printed("assistant", [text("Seen.")], "m8", parent_tool_use_id="t1"),
        RUN[3],
    ]
    found = read_text("\n".join(map(json.dumps, lines)))
    assert [shape(session.request) for session in found] == ["A[t1] R(t1)", "U A"]


@pytest.mark.parametrize("indent", [None, 2])
def test_what_is_printed_may_stand_in_one_list(indent: int | None) -> None:
    (session,) = read_text(json.dumps(RUN, indent=indent), "claude-execution-output.json")
    assert shape(session.request) == "A[t1] R(t1)"
    assert indent is None or session.origins[0].line > 2


def test_a_single_record_of_many_lines_is_read() -> None:
    (session,) = read_text(json.dumps(GO, indent=2), "user.json")
    assert (session.request, session.damage) == ([GO["message"]], ())


def test_others_that_print_nearly_the_same_are_not_claimed() -> None:
    started = {"type": "tool_call", "subtype": "started", "session_id": "s1", "tool_call": {}}
    assert read_session(text_source("\n".join(map(json.dumps, [*RUN, started])))) is None


# -- damage ---------------------------------------------------------------------------------------


def test_a_repeated_answer_in_the_branch_is_read_once_with_its_question() -> None:
    session = read_lines(
        *TALK,
        user("u9", "a1", "Go."),
        answer("a9", "u9", "m1", text("Done.")),
        user("u2", "a9", "More."),
    )
    assert shape(session.request) == "U A U"
    assert damage(session) == [("S103", "message", 3)]


@pytest.mark.parametrize(
    ("sessions", "name", "foreign"),
    [
        ("AABB", "B", []),
        ("AABB", "copy", []),
        ("AABB", "A", [3]),
        ("AABA", "A", [3]),
        ("AAAA", "A", []),
    ],
)
def test_the_past_of_another_session_in_front_is_sound(
    sessions: str, name: str, foreign: list[int]
) -> None:
    lines = [*TALK, user("u2", "a1", "More."), answer("a2", "u2", "m2", text("Yes."))]
    made = [{**line, "sessionId": own} for line, own in zip(lines, sessions, strict=True)]
    session = read_lines(*made, name=f"{name}.jsonl")
    assert shape(session.request) == "U A U A"
    assert damage(session) == [("S105", "foreign", line) for line in foreign]


@pytest.mark.parametrize(("version", "told"), [("2.1.79", True), ("2.1.80", False), (None, True)])
def test_parallel_results_alarm_only_where_they_were_lost(version: str | None, told: bool) -> None:
    keys = {"version": version} if version else {}
    session = read_lines(
        GO,
        answer("a1", "u1", "m1", call("t1"), **keys),
        answer("a2", "a1", "m1", call("t2"), **keys),
        user("r1", "a1", [result("t1")], **keys),
        user("r2", "a2", [result("t2")], **keys),
    )
    assert shape(session.request) == "U A[t1,t2] R(t1,t2)"
    assert damage(session) == ([("S104", "beside", 4)] if told else [])


def test_a_subagent_may_hang_on_what_is_not_in_its_file() -> None:
    side = {"isSidechain": True, "agentId": "1", "sessionId": "s"}
    session = read_lines(
        user("u1", "elsewhere", "Look.", **side),
        answer("a1", "u1", "m1", text("Seen."), **side),
        name="agent-1.jsonl",
    )
    assert session.damage == ()


@pytest.mark.parametrize("bytes_", [b"\0" * 300, b"\0" * 300 + b"{", b"\xef\xbb\xbf"])
def test_bytes_that_a_crash_left_cost_no_record(bytes_: bytes) -> None:
    whole = [json.dumps(line).encode() for line in TALK]
    for data in (
        whole[0] + bytes_ + b"\r\n" + whole[1],
        whole[0] + b"\n" + bytes_ + b"\n" + whole[1] + b"\n",
        bytes_ + whole[0] + b"\n" + whole[1],
        whole[0] + b"\r\n" + whole[1] + b"\r\n" + bytes_,
    ):
        (session,) = read_text(data)
        assert shape(session.request) == "U A"
        assert {one.code for one in session.damage} <= {"S101", "S102"}


def test_an_honest_repetition_is_none() -> None:
    session = read_lines(*TALK, user("u2", "a1", "Go."), answer("a2", "u2", "m2", text("Done.")))
    assert (session.damage, len(session.request)) == ((), 4)


@pytest.mark.parametrize(("name", "code"), [("other.jsonl", "S105"), ("s.jsonl", "S104")])
def test_a_lost_parent_is_foreign_where_the_file_bears_another_name(name: str, code: str) -> None:
    first = user("u2", "gone", "More.", sessionId="s")
    session = read_lines(first, answer("a2", "u2", "m2", text("Yes."), sessionId="s"), name=name)
    assert [(one.code, one.origin.line) for one in session.damage] == [(code, 1)]


def test_a_session_of_which_nothing_can_be_read_says_so() -> None:
    (session,) = read_text('{"parentUuid":null,"sessionId":"s","type":"us')
    assert (session.request, damage(session)) == ([], [("S101", "tail", 1)])
    assert "S101" in [finding.code for finding in check(session).findings]


def test_circles_end() -> None:
    session = read_lines(user("u1", "u2", "a"), user("u2", "u1", "b"))
    assert len(session.request) == 2


def test_a_newer_version_is_told_from_an_older_one() -> None:
    seen = READERS["claude-code"].versions
    assert is_newer("2.9.0", seen)
    assert is_newer("2.2.0-beta", seen)
    assert is_newer("v2", ("v1",))
    assert not any(
        is_newer(version, seen) for version in (seen[-1], "2.1.7", "1.9", "", None, "x" * 9)
    )


@pytest.mark.parametrize(
    "line",
    [
        {"type": "user", "uuid": [], "parentUuid": {}, "message": {"role": 1, "content": 5}},
        {"type": [], "uuid": "u", "parentUuid": "u", "message": {"content": None}},
        {
            "type": "assistant",
            "uuid": "u",
            "parentUuid": None,
            "message": {"content": [1, None, []]},
        },
        {"type": "user", "uuid": "u", "parentUuid": None, "message": {"content": {"a": 1}}},
        {
            "type": "user",
            "uuid": "u",
            "parentUuid": None,
            "message": {"content": [{**result("t"), "tool_use_id": []}]},
        },
    ],
)
def test_odd_values_do_not_raise(line: dict[str, Any]) -> None:
    for session in read_text(json.dumps(line)):
        check(session)
