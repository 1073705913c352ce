"""What a repair is given, and what comes back: lists, bodies, sessions, objects of SDKs, targets, options."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.acts.sdk_objects import anthropic_message
from transcript_doctor import Transcript, check
from transcript_doctor.acts.repair import repair
from transcript_doctor.core.answers import NO_RESULT
from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.transcript import Origin, Stray

GO = {"role": "user", "content": "Go."}
NEXT = {"role": "user", "content": "Next."}


def use(ident: str, **keys: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": ident, "name": "read", "input": {}, **keys}


def said(*parts: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(parts)}


def gave(ident: str, text: str = "ok") -> dict[str, Any]:
    return {"role": "user", "content": [answer(ident, text)]}


def answer(ident: str, text: str = "ok") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": ident, "content": text}


OPEN = [GO, said(use("c1")), NEXT]
MARKED = {**answer("c1", NO_RESULT), "is_error": True}


def test_a_list_comes_back_as_a_list_with_what_was_not_touched() -> None:
    given = copy.deepcopy(OPEN)
    done = repair(OPEN)
    assert given == OPEN
    assert done.messages is done.transcript
    assert done.messages[:2] == OPEN[:2]
    assert done.messages[0] is OPEN[0]
    assert done.messages[1] is OPEN[1]
    assert done.messages[2]["content"] == [MARKED, {"type": "text", "text": "Next."}]
    assert done.came_from == (0, 1, 2)
    (change,) = done.changes
    assert (change.index, str(change.place), change.code) == (1, "messages[1].content[0]", "P001")
    assert (change.safety, change.title) == ("marked", f'answer call c1 of read with "{NO_RESULT}"')
    assert change.reason == "call c1 of read has no result"
    assert change.to_json()["place"] == "messages[1].content[0]"


def test_a_body_keeps_all_that_stands_around_the_list() -> None:
    body = {"model": "claude-opus-4-1", "system": "Be brief.", "tools": [{"name": "read"}]}
    done = repair({**body, "messages": OPEN})
    assert {**done.transcript, "messages": None} == {**body, "messages": None}
    assert done.transcript["tools"] is body["tools"]
    assert done.transcript["messages"] is done.messages
    assert done.report.ok


def test_a_single_message_comes_back_as_one() -> None:
    done = repair({"role": "user", "content": [{"type": "text", "text": ""}, {"type": "text", "text": "x"}]},
                  format="anthropic")  # fmt: skip
    assert done.transcript == {"role": "user", "content": [{"type": "text", "text": "x"}]}
    assert done.messages == [done.transcript]


def test_objects_and_tuples_go_in_and_plain_dicts_come_out() -> None:
    message = anthropic_message()
    given = (GO, {"role": "assistant", "content": message.content}, NEXT)
    done = repair(given, format="anthropic")
    assert done.report.ok
    assert type(done.transcript) is list
    assert done.messages[0] is GO
    call = done.messages[1]["content"][1]
    assert type(call) is dict
    assert done.messages[2]["content"][0]["tool_use_id"] == call["id"]
    assert message == anthropic_message()


def test_what_is_sound_is_not_even_made_plain() -> None:
    given = (GO, {"role": "assistant", "content": anthropic_message().content[:1]})
    done = repair(given, format="anthropic")
    assert done.transcript is given
    assert done.messages[0] is GO


# -- sessions -------------------------------------------------------------------------------------


def session(messages: list[Any], **keys: Any) -> Transcript:
    origins = [Origin("a.jsonl", line, line * 10) for line in range(1, len(messages) + 1)]
    return Transcript(messages, "anthropic", "Claude Code", "said so", origins, **keys)


def test_a_session_keeps_the_lines_of_its_messages() -> None:
    given = session([GO, said(use("c1")), said({"type": "text", "text": "Hm."}), gave("c1")])
    done = repair(given)
    assert type(done.transcript) is Transcript
    assert done.transcript.agent == "Claude Code"
    assert done.transcript.request is done.messages
    assert len(done.transcript.origins) == len(done.messages)
    kept = [done.transcript.origins[i].line for i in range(2)]
    assert kept == [1, 2]
    assert given.request == [GO, said(use("c1")), said({"type": "text", "text": "Hm."}), gave("c1")]


def test_a_message_that_is_added_stands_on_no_line() -> None:
    done = repair(
        session([GO, said(use("c1")), said({"type": "text", "text": "."})]), as_="request"
    )
    lines = [origin.line for origin in done.transcript.origins]
    assert lines == [1 if i == 0 else 0 if then is None else then + 1
                     for i, then in enumerate(done.came_from)]  # fmt: skip


def test_a_result_that_stands_in_the_file_beats_any_marker() -> None:
    stray = Stray("c1", answer("c1", "8080"), Origin("a.jsonl", 9, 90))
    done = repair(session(OPEN, strays=(stray,)), policy="safe")
    assert done.report.ok
    assert done.messages[2]["content"][0] is stray.raw
    (change,) = done.changes
    assert change.title == "bring back the result that stands on line 9 of a.jsonl"
    assert change.safety == "safe"


@pytest.mark.parametrize(
    "strays",
    [
        [Stray("c1", answer("c1", "a"), Origin("a", 1, 0)), Stray("c1", answer("c1", "b"), Origin("a", 2, 0))],
        [Stray("c1", {"role": "tool", "content": "not of this wire"}, Origin("a", 1, 0))],
        [Stray("c2", answer("c2"), Origin("a", 1, 0))],
    ],
    ids=["two that differ", "of another wire", "of another call"],
)  # fmt: skip
def test_a_doubtful_stray_is_not_taken(strays: list[Stray]) -> None:
    done = repair(session(OPEN, strays=tuple(strays)))
    assert [change.safety for change in done.changes] == ["marked"]
    assert done.messages[2]["content"][0] == MARKED


def test_a_call_that_only_waits_is_left_alone() -> None:
    waiting = session([GO, said(use("c1"))], state="running")
    done = repair(waiting)
    assert done.transcript is waiting
    assert [finding.case for finding in done.report.findings] == ["paused"]
    (left,) = done.refused
    assert (left.finding.code, left.safety, left.index) == ("P001", "marked", 1)
    assert "--as request" in left.reason
    assert repair(waiting, as_="request").report.ok


# -- targets, policies, choices -------------------------------------------------------------------


def test_for_everybody_means_for_its_home_and_the_rest_is_said() -> None:
    call = {"id": "call_0001", "type": "function", "function": {"name": "read", "arguments": "{}"}}
    given = [GO, {"role": "assistant", "content": None, "tool_calls": [call]}, NEXT]
    done = repair(given, target="all", as_="request")
    assert check(done.messages, target="openai", as_="request").ok
    assert done.report.target == "all"
    errors = [f for f in done.report.findings if f.severity == "error"]
    assert [r.finding for r in done.refused if r.finding.severity == "error"] == errors
    assert repair(done.transcript, target="all", as_="request").transcript is done.transcript
    assert any("openai" in r.reason for r in done.refused)


def test_a_policy_stops_where_it_says() -> None:
    done = repair(OPEN, policy="safe")
    assert done.transcript is OPEN
    (row,) = done.refused
    assert (row.safety, row.finding.code) == ("marked", "P001")
    assert row.reason.startswith(
        "its fix is marked, and the policy stops before (--policy marked applies it): answer call c1"
    )


def test_an_unanswered_call_may_be_dropped_and_is_listed() -> None:
    given = [GO, said({"type": "text", "text": "I look."}, use("c1")), NEXT]
    done = repair(given, unanswered="drop", policy="lossy")
    assert done.messages[1] == said({"type": "text", "text": "I look."})
    assert done.report.ok
    assert [loss.raw for loss in done.losses] == [use("c1")]
    assert [str(loss.place) for loss in done.losses] == ["messages[1].content[1]"]
    assert done.losses[0].to_json()["index"] == 1


def test_an_orphan_may_be_quoted_or_dropped_and_is_listed() -> None:
    given = [GO, said({"type": "text", "text": "Hm."}), {"role": "user", "content": [answer("x", "8080"), {"type": "text", "text": "So?"}]}]  # fmt: skip
    quoted = repair(given)
    assert "8080" in str(quoted.messages)
    assert not quoted.losses
    dropped = repair(given, orphan="drop", policy="lossy")
    assert "8080" not in str(dropped.messages)
    assert [loss.raw for loss in dropped.losses] == [answer("x", "8080")]


@pytest.mark.parametrize(
    "wrong", [{"policy": "manual"}, {"policy": 3}, {"unanswered": "guess"}, {"orphan": ["quote"]}]
)
def test_an_option_takes_its_words_only(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=f"{next(iter(wrong))} takes"):
        repair(OPEN, **wrong)


def test_what_would_leave_nothing_is_not_done() -> None:
    given = [{"role": "user", "content": [{"type": "text", "text": " "}]}]
    done = repair(given, format="bedrock", target="bedrock")
    assert done.transcript is given
    given = [{"role": "user", "content": [{"text": " "}]}]
    done = repair(given, target="bedrock", as_="request")
    assert done.transcript is given
    assert "leave nothing" in done.refused[0].reason
