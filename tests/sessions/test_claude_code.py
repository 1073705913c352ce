"""Claude Code: the list that is sent, out of a tree of lines; what stands beside it; how it rests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sessions.files import answer, call, read_lines, read_real, read_text, result, text, user
from transcript_doctor import check, shape
from transcript_doctor.catalog import READERS
from transcript_doctor.core.reader import is_newer
from transcript_doctor.core.transcript import Transcript

TURN_1 = "claude-code/codemie-subagents-turn-1.jsonl"
TURN_2 = "claude-code/codemie-subagents-turn-2.jsonl"
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
    assert session.line(finding.place) == 25
    assert report.as_ == "record"


def test_every_part_leads_back_to_its_line() -> None:
    session = read_real(TURN_2)
    lines = open_lines(TURN_2)
    for i, message in enumerate(session.request):
        for j, part in enumerate(
            message["content"] if isinstance(message["content"], list) else ()
        ):
            assert (
                part in lines[session.line(("messages", i, "content", j)) - 1]["message"]["content"]
            )


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


def test_a_text_beside_results_comes_behind_all_of_them() -> None:
    session = read_lines(
        GO,
        answer("a1", "u1", "m1", call("t1")),
        answer("a2", "a1", "m1", call("t2")),
        user("r1", "a1", [result("t1"), text("And?")]),
        user("r2", "a2", [result("t2")]),
    )
    assert session.request[2]["content"] == [result("t1"), result("t2"), text("And?")]
    assert session.line(("messages", 2, "content", 2)) == 4
    assert session.line(("messages", 2, "content", 1)) == 5


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
    assert [session.first_line for session in found] == [1, 2, 5]


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
    assert is_newer("2.1.10-beta", seen)
    assert not any(is_newer(version, seen) for version in ("2.1.7", "1.9", "", None, "x" * 9))


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
        {"type": "user", "uuid": "u", "parentUuid": None, "message": {"content": [result([])]}},
    ],
)
def test_odd_values_do_not_raise(line: dict[str, Any]) -> None:
    for session in read_text(json.dumps(line)):
        check(session)
