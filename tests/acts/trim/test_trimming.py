"""A trim of whatever `check` takes: what stays, what comes back, and what raises."""

from __future__ import annotations

from collections import UserDict
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.case_files import load_cases
from tests.acts.trim.scripts import made
from transcript_doctor import DoctorError, check, read_session, trim
from transcript_doctor.acts.trim import units
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.core.target import Pairing

ROOT = Path(__file__).resolve().parents[3]
LOOP = [
    ("user", 0),
    ("calls", 1),
    ("calls", 2),
    ("say", 0),
    ("user", 0),
    ("calls", 1),
    ("calls", 1),
]
"""Message 0 asks, 1-2 and 3-5 are exchanges, 6 answers, 7 asks, 8-9 and 10-11 are exchanges."""
CHAT = made("openai-chat", LOOP).messages
WANTED = [case for case in (*load_cases(), *load_cases("own.jsonl")) if case.kind == "trim-quality"]


@pytest.mark.parametrize("case", WANTED, ids=lambda case: case.id)
def test_the_histories_of_bad_trims_come_out_as_wanted(case: Any) -> None:
    if "trim_to_tokens" in case.context:
        how = {"format": case.format, "max_tokens": case.context["trim_to_tokens"]}
        found = trim(case.messages, exchange=False, **how)
        assert found.met
        assert found.came_from == (0, 1, 4, 5)
        kept = trim(case.messages, **how)
        assert (kept.met, kept.came_from) == (False, (0, 1, 2, 3, 5))
        return
    budget = case.context["trim_to_messages"]
    # Where the wanted history does not begin with the first question, that one was let go.
    task = case.repaired is not None and case.messages[1] in case.repaired[:2]
    found = trim(case.messages, format=case.format, max_messages=budget, task=task)
    assert found.messages == case.repaired
    anyhow = trim(case.messages, format=case.format, max_messages=budget)
    assert anyhow.met
    assert len(anyhow.messages) == len(case.repaired or ())
    assert anyhow.messages[0] == case.messages[0]


def test_there_are_such_histories() -> None:
    assert len(WANTED) >= 4


def test_a_long_turn_is_cut_between_its_exchanges() -> None:
    kept = {n: trim(CHAT, max_messages=n).came_from for n in range(3, 13)}
    assert kept[12] == tuple(range(12))
    assert kept[11] == kept[10] == (0, *range(3, 12))
    assert kept[9] == kept[8] == kept[7] == (0, 6, 7, 8, 9, 10, 11)
    assert kept[6] == (0, 7, 8, 9, 10, 11)
    assert kept[5] == kept[4] == (0, 7, 10, 11)
    least = trim(CHAT, max_messages=3)
    assert (least.met, least.cost, least.least_cost, least.came_from) == (
        False,
        4,
        4,
        (0, 7, 10, 11),
    )


def test_what_stays_is_the_caller_s_word() -> None:
    assert trim(CHAT, max_messages=4, keep=[1]).came_from == (0, 1, 2, 7, 10, 11)
    assert trim(CHAT, max_messages=4, keep=[-8]).came_from == (0, 3, 4, 5, 7, 10, 11)
    assert trim(CHAT, max_messages=4, keep=lambda m: m["role"] == "tool").came_from == (
        0,
        1,
        2,
        3,
        4,
        5,
        7,
        8,
        9,
        10,
        11,
    )
    assert trim(CHAT, max_messages=4, keep=iter([6])).came_from == (0, 6, 7, 10, 11)
    assert trim(CHAT, max_messages=3, task=False).came_from == (7, 10, 11)
    assert trim(CHAT, max_messages=3, question=False).came_from == (0, 10, 11)
    assert trim(CHAT, max_messages=2, question=False, task=False).came_from == (10, 11)


ANSWERED = [("user", 0), ("calls", 1), ("calls", 2), ("say", 0), ("user", 0)]
"""Message 0 asks, 1-2 and 3-5 are exchanges, 6 answers, 7 asks on."""


@pytest.mark.parametrize(
    ("steps", "kept"),
    [
        (ANSWERED, (0, 3, 4, 5, 7)),  # the newest words follow it
        ([*ANSWERED, ("user", 0)], (0, 3, 4, 5, 8)),
        (ANSWERED[:-1], (0, 3, 4, 5, 6)),  # it is answered, and the list is at rest
        ([*ANSWERED, ("say", 0)], (0, 7, 8)),  # a later question was answered without a call
        ([*ANSWERED, ("say", 0), ("user", 0)], (0, 9)),
        ([("user", 0), ("say", 0), ("user", 0)], (0, 2)),  # there is none
    ],
)
def test_the_newest_exchange_stays_until_a_later_question_is_answered(
    steps: list[Any], kept: tuple[int, ...]
) -> None:
    found = trim(made("openai-chat", steps).messages, max_messages=0)
    assert found.came_from == kept
    free = trim(made("openai-chat", steps).messages, max_messages=0, exchange=False)
    assert free.came_from == tuple(i for i in kept if i not in (3, 4, 5))


def test_the_newest_exchange_stays_in_a_long_list_too() -> None:
    """Such a list is trimmed by its front and its end alone, wherever the exchange stands."""
    for behind in (3, 300):
        steps = [("user", 0), ("calls", 1), *[("say", 0)] * behind, ("user", 0)]
        messages = made("openai-chat", [*ANSWERED * 60, *steps]).messages
        newest = max(i for i, message in enumerate(messages) if "tool_calls" in message)
        for budget in (4, 9):
            found = trim(messages, max_messages=budget)
            assert {newest, newest + 1} < {*found.came_from}
            assert (found.met, found.cost <= budget) == (True, True)


def test_a_start_that_the_target_refuses_is_none() -> None:
    """Gemini takes no call in front of all; Mistral no user behind a result, and no call as the first."""
    gemini = made(
        "gemini", [("user", 0), ("calls", 1), ("calls", 1), ("say", 0), ("user", 0)]
    ).messages
    found = trim(gemini, max_messages=4, task=False, exchange=False, format="gemini")
    assert found.came_from == (6,)
    assert found.report.findings == ()
    parallel = made(
        "openai-chat", [("user", 0), ("say", 0), ("calls", 1), ("say", 0), ("user", 0)]
    ).messages
    left = trim(parallel, max_messages=4, task=False, exchange=False, target="mistral")
    assert parallel[left.came_from[0] or 0]["role"] != "tool"
    assert left.report.ok


def test_the_legal_borders_are_those_of_the_target() -> None:
    """Where the provider joins what the model says, a text and the call behind it are one turn."""
    steps = [("user", 0), ("say", 0), ("calls", 1), ("say", 0), ("user", 0)]
    openai = trim(made("openai-chat", steps).messages, max_messages=5, exchange=False)
    anthropic = trim(made("anthropic", steps).messages, max_messages=5, exchange=False)
    assert openai.came_from == (0, 2, 3, 4, 5)
    assert anthropic.came_from == (0, 4, 5)


def test_the_kind_that_was_given_comes_back() -> None:
    body = {"model": "gpt-4.1", "messages": CHAT, "tools": []}
    found = trim(body, max_messages=4)
    assert found.transcript == {**body, "messages": found.messages}
    assert [*found.transcript] == [*body]
    assert trim(body, max_messages=99).transcript is body
    assert body["messages"] is CHAT
    two = {
        "roles": ["user", "assistant"] * 3 + ["user"],
        "contents": [f"text {n}" for n in range(7)],
    }
    cut = trim(two, max_messages=3, format="oracle")
    assert cut.transcript == {
        "roles": ["user", "assistant", "user"],
        "contents": ["text 0", "text 5", "text 6"],
    }


def test_a_session_keeps_the_lines_of_what_is_left() -> None:
    (session,) = read_session(ROOT / "examples" / "dead-session-claude-code.jsonl")
    found = trim(session, max_messages=2)
    assert found.cut
    left = found.transcript
    assert [o.line for o in left.origins] == [
        session.origins[i].line for i in found.came_from if i is not None
    ]
    assert left.agent == session.agent


def test_objects_of_other_libraries_come_back_as_they_were() -> None:
    messages = [UserDict(message) for message in CHAT]
    found = trim(messages, max_messages=4)
    assert [id(m) for m in found.messages] == [id(messages[i]) for i in (0, 7, 10, 11)]
    assert found.transcript is found.messages
    assert [id(m) for m in found.cut] == [id(messages[i]) for i in (1, 2, 3, 4, 5, 6, 8, 9)]


def test_what_the_provider_runs_is_not_parted() -> None:
    used = {
        "type": "server_tool_use",
        "id": "srvtoolu_1",
        "name": "web_search",
        "input": {"query": "x"},
    }
    result = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    messages = [
        {"role": "user", "content": "Task."},
        {"role": "assistant", "content": [used]},
        {"role": "assistant", "content": [result, {"type": "text", "text": "Found."}]},
        {"role": "user", "content": "More."},
    ]
    for budget in range(5):
        kept = {*trim(messages, max_messages=budget).came_from}
        assert len(kept & {1, 2}) in (0, 2)
    outline = check(messages).outline
    assert outline is not None
    assert units.unit_starts(outline, Pairing()) == [0, 1, 1, 3]


def test_reasoning_stays_with_what_it_led_to() -> None:
    messages = made("openai-responses", LOOP).messages
    for budget in range(len(messages) + 1):
        assert trim(messages, max_messages=budget).report.findings == ()


def test_for_all_targets_the_home_says_what_an_exchange_is() -> None:
    found = trim(CHAT, max_messages=5, target="all")
    assert found.came_from == (0, 7, 10, 11)
    assert found.report.ok
    assert found.report.target == "all"


def test_long_lists_take_few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a target that wants turns to alternate, half the borders of a long chat clash."""
    from transcript_doctor.acts.trim import trials

    tried = []
    check_ = trials.Bench.check
    monkeypatch.setattr(trials.Bench, "check", lambda *a: tried.append(1) or check_(*a))
    for steps in (
        [("user", 0), ("say", 0)] * 300,
        [("user", 0), *[("calls", 1)] * 300],
        [("user", 0)] * 400,
    ):
        messages = made("openai-chat", [*steps, ("user", 0)]).messages
        for budget in (3, 50, 501):
            tried.clear()
            found = trim(messages, max_messages=budget, target="template-gemma")
            assert len(tried) < 80
            assert {f.code for f in found.report.findings} <= {
                f.code for f in check(messages, target="template-gemma").findings
            }


def test_where_every_border_is_refused_few_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    from transcript_doctor.acts.trim import trials

    tried: list[int] = []
    check_ = trials.Bench.check
    monkeypatch.setattr(trials.Bench, "check", lambda *a: tried.append(1) or check_(*a))
    messages = made("openai-chat", [("user", 0), *[("calls", 1)] * 300]).messages
    found = trim(messages, max_messages=9, task=False, question=False, target="mistral")
    assert (found.cut, found.met, found.least_cost) == ([], False, 601)
    assert len(tried) < 30


def test_a_thought_that_a_loop_must_have_is_found_by_halving() -> None:
    think = {"type": "thinking", "thinking": "Hm.", "signature": "ZXhhbXBsZS1zaWduYXR1cmU="}
    loop = [("calls", 1)] * 100
    steps = [("user", 0), *loop, ("say", 0), ("user", 0), *loop]
    messages = made("anthropic", steps).messages
    messages[223] = {"role": "assistant", "content": [think, *messages[223]["content"]]}
    context = {"thinking": "enabled", "model": "claude-opus-4-1"}
    found = trim(messages, max_messages=20, context=context)
    assert not found.met
    assert found.came_from == (0, 202, *range(223, 403))
    assert found.report.ok


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({}, "name one budget"),
        ({"max_tokens": 5, "max_messages": 5}, "name one budget"),
        ({"max_tokens": -1}, "from 0 on, not '-1'"),
        ({"max_tokens": True}, "from 0 on, not 'True'"),
        ({"max_tokens": "5"}, "from 0 on, not '5'"),
        ({"max_messages": 2.5}, "from 0 on, not '2.5'"),
        ({"max_messages": 5, "keep": [99]}, "keep names message 99: there are"),
        ({"max_messages": 5, "keep": ["1"]}, "keep names message 1: there are"),
        ({"max_messages": 5, "keep": "1"}, "keep takes indices"),
        ({"max_messages": 5, "keep": 1}, "keep takes indices"),
        ({"max_tokens": 5, "count": 7}, "count takes a callable, not '7'"),
        ({"max_messages": 5, "summarise": "text"}, "summarise takes a function"),
        ({"max_messages": 5, "target": "nobody"}, "unknown target 'nobody'"),
    ],
)
def test_a_wrong_option_raises(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(DoctorError, match=says):
        trim(CHAT, **wrong)


def test_quick_exchanges_are_those_of_the_matcher() -> None:
    """Where the walk calls a history tidy, its exchanges are told without matching: with the same outcome."""
    for format in ("openai-chat", "anthropic", "gemini", "bedrock", "openai-responses", "pi"):
        outline = check(made(format, LOOP).messages, format=format).outline
        assert outline is not None
        assert not outline.untidy
        law = target_named(FORMATS[format].home).pairing
        quick = units.unit_starts(outline, law)
        outline.untidy = True
        assert units.unit_starts(outline, law) == quick


def test_the_least_is_told_also_where_more_than_that_is_kept() -> None:
    chat = [{"role": "user", "content": "Go."}]
    for _ in range(6):
        chat += [{"role": "assistant", "content": "Yes."}, {"role": "user", "content": "On."}]
    cut, whole = trim(chat, max_messages=9), trim(chat, max_messages=99)
    assert (cut.cost, cut.least_cost, len(cut.messages)) == (9, 2, 9)
    assert (whole.cost, whole.least_cost, whole.cut) == (13, 2, [])


def test_a_counter_to_which_less_costs_more_makes_the_whole_the_least() -> None:
    chat = [{"role": "user", "content": "Go."}, {"role": "assistant", "content": "Yes."}] * 3

    def count(messages: list[Any]) -> int:
        return 100 - len(messages)

    found = trim(chat, max_tokens=1000, count=count, as_="record")
    assert (found.cost, found.least_cost) == (94, 94)


def starts(messages: list[Any], target: str) -> list[int]:
    """The first message of each message's unit."""
    outline = check(messages, target=target).outline
    assert outline is not None
    return units.unit_starts(outline, target_named(target).pairing)


def test_what_a_provider_overlooks_is_an_exchange_all_the_same() -> None:
    call = {"id": "aaaaaaaa1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    result = {"role": "tool", "tool_call_id": "aaaaaaaa1", "content": "1"}
    rest = [{"role": "assistant", "content": "Done."}, {"role": "user", "content": "On."}]
    opening = [{"role": "assistant", "content": "", "tool_calls": [call]}, result, *rest]
    assert target_named("mistral-common-v3").pairing.skip_first
    assert starts(opening, "mistral-common-v3") == [0, 0, 2, 3]


def test_reasoning_stays_with_the_message_that_it_led_to() -> None:
    items = [
        {"role": "user", "content": "Go."},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": "Yes."}]},
        {"role": "user", "content": "On."},
    ]  # fmt: skip
    assert starts(items, "openai-responses") == [0, 1, 1, 3]


def test_a_result_that_is_there_twice_stays_with_the_first() -> None:
    said = [{"role": "user", "content": "On."}, {"role": "assistant", "content": "Yes."}]
    twice = [*CHAT[:3], *said, CHAT[2], *said]
    assert [message["role"] for message in twice[1:3]] == ["assistant", "tool"]
    assert starts(twice, "openai") == [0, 1, 1, 1, 1, 1, 6, 7]


def test_it_prints_what_the_command_says_and_shows_itself_in_short() -> None:
    found = trim(CHAT, max_messages=4)
    assert str(found) == "4 of 12 messages left\ncut, by index from 0: 1 to 6, 8 to 9"
    assert repr(found) == f"<trim: 4 of 12 messages, met; {found.report!r}>"
    bad = trim([{"role": "user", "content": "\x1b[2J"}, *CHAT[2:3]], max_tokens=1)
    assert "the budget cannot be met: the smallest history that is legal has 22 tokens" in str(bad)
    assert "what is left has 1 error and 0 warnings for openai: check tells them" in str(bad)
    assert repr(bad) == f"<trim: 2 of 2 messages, 22 tokens, not met; {bad.report!r}>"
    assert "tokens (an estimate; count=tokens() counts them)" in str(bad)
    named = trim([{"role": "system", "content": "Be brief."}, *CHAT], max_messages=4)
    assert str(named).startswith("5 of 13 messages left, 4 without the system prompt\n")
