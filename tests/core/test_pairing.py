"""Who answers whom: value by value, then the partition and the linear cost over hostile lists."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.core import matcher, matching, pairing, unnamed
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.pairing import Pairs, missed_ids, pairs_of, turns_of
from transcript_doctor.core.target import Pairing
from transcript_doctor.formats.anthropic import FORMAT as ANTHROPIC
from transcript_doctor.formats.openai_chat import FORMAT as OPENAI_CHAT

CHAT = Pairing()
JOINED = Pairing(join=True, where="next-turn", results="lead")
APART = Pairing(where="next-turn", results="lead")
ANYWHERE = Pairing(where="anywhere-after")
Row = tuple[Any, ...]


def chat(text: str) -> Outline:
    """Read a list of chat messages from its shape: `U C[a,b] R(a) R(b) A S`; `-` is no id."""
    made: list[Any] = []
    for word in text.split():
        ids = [None if i == "-" else i for i in word[2:-1].split(",")]
        if word[0] == "C":
            calls = [
                {"id": i, "type": "function", "function": {"name": "f", "arguments": "{}"}}
                for i in ids
            ]
            made.append({"role": "assistant", "content": None, "tool_calls": calls})
        elif word[0] == "R":
            made.append({"role": "tool", "tool_call_id": ids[0], "content": "ok"})
        else:
            role = {"U": "user", "A": "assistant", "S": "system"}[word]
            made.append({"role": role, "content": "x"})
    outline = Outline("openai-chat", made, {}, Facts({}))
    OPENAI_CHAT.read(outline)
    return outline


def blocks(text: str) -> Outline:
    """Read a list of block messages from its shape: `U C[a,b] R(a,b) M(t,a) A`, t for a text."""
    made: list[Any] = []
    for word in text.split():
        parts = word[2:-1].split(",")
        if word[0] == "C":
            content: Any = [
                {"type": "tool_use", "id": i, "name": f"f{i}", "input": {}} for i in parts
            ]
            made.append({"role": "assistant", "content": content})
        elif word[0] in "RM":
            content = [
                {"type": "text", "text": "x"}
                if i == "t"
                else {"type": "tool_result", "tool_use_id": i, "content": "ok"}
                for i in parts
            ]
            made.append({"role": "user", "content": content})
        else:
            made.append({"role": {"U": "user", "A": "assistant"}[word], "content": "x"})
    outline = Outline("anthropic", made, {}, Facts({}))
    ANTHROPIC.read(outline)
    return outline


def told(pairs: Pairs) -> dict[str, list[Row]]:
    """Return what a matcher found as ids and message indices, without the empty lists."""
    rows: dict[str, list[Row]] = {
        "answers": [(c.id, c.message, r.message) for c, r in pairs.answers],
        "late": [(c.id, c.message, r.message) for c, r in pairs.late],
        "apart": [(c.id, c.message, r.message) for c, r in pairs.apart],
        "doubled": [(c.id, c.message) for c in pairs.doubled],
        "unanswered": [(c.id, c.message) for c in pairs.unanswered],
        "duplicates": [(r.id, r.message, first.message) for r, first in pairs.duplicates],
        "orphans": [(r.id, r.message) for r in pairs.orphans],
        "split": [(c.id, [r.message for r in results]) for c, results in pairs.split],
        "blocked": [(r.id, at) for r, at in pairs.blocked],
        "disordered": [(r.id, c.id) for r, c in pairs.disordered],
    }
    return {name: found for name, found in rows.items() if found}


# -- exchanges of messages ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        ("U A U", {}),
        ("U C[a] R(a)", {"answers": [("a", 1, 2)]}),
        ("C[a,b] R(b) R(a)", {"answers": [("b", 0, 1), ("a", 0, 2)]}),
        ("C[a] R(a) C[a] R(a)", {"answers": [("a", 0, 1), ("a", 2, 3)]}),
        ("C[a]", {"unanswered": [("a", 0)]}),
        ("C[a] U", {"unanswered": [("a", 0)]}),
        ("C[a,b] R(a) U", {"answers": [("a", 0, 1)], "unanswered": [("b", 0)]}),
        ("R(a) U", {"orphans": [("a", 0)]}),
        ("C[a] R(b)", {"unanswered": [("a", 0)], "orphans": [("b", 1)]}),
        ("C[a] U R(a)", {"apart": [("a", 0, 2)]}),
        ("C[a] S R(a)", {"apart": [("a", 0, 2)]}),
        ("R(a) C[a] U", {"apart": [("a", 1, 0)]}),
        ("C[a] C[b] R(b) R(a)", {"answers": [("b", 1, 2)], "apart": [("a", 0, 3)]}),
        ("C[a] R(a) R(a)", {"answers": [("a", 0, 1)], "duplicates": [("a", 2, 1)]}),
        ("C[a] R(a) U R(a)", {"answers": [("a", 0, 1)], "duplicates": [("a", 3, 1)]}),
        # The newest turn that bears the id counts, so an older open call stays open.
        (
            "C[a] U C[a] R(a) U R(a)",
            {"answers": [("a", 2, 3)], "unanswered": [("a", 0)], "duplicates": [("a", 5, 3)]},
        ),
        ("C[a] C[a] R(a)", {"answers": [("a", 1, 2)], "unanswered": [("a", 0)]}),
        # A result in front of a call goes to it only if no turn before bears the id.
        (
            "C[a] R(a) U R(a) C[a] U",
            {"answers": [("a", 0, 1)], "unanswered": [("a", 4)], "duplicates": [("a", 3, 1)]},
        ),
        (
            "C[a] U C[a] U R(a) R(a)",
            {"apart": [("a", 2, 4)], "unanswered": [("a", 0)], "duplicates": [("a", 5, 4)]},
        ),
    ],
)
def test_pairs_by_place_then_over_the_whole_list(shape: str, wanted: dict[str, list[Row]]) -> None:
    assert told(pairs_of(chat(shape), CHAT)) == wanted


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        ("C[a,a] R(a) R(a)", {"answers": [("a", 0, 1), ("a", 0, 2)]}),
        ("C[a,a] R(a)", {"answers": [("a", 0, 1)], "doubled": [("a", 0)]}),
        ("C[a,a] U", {"unanswered": [("a", 0)], "doubled": [("a", 0)]}),
        ("C[a,a] R(a) U R(a)", {"answers": [("a", 0, 1)], "apart": [("a", 0, 3)]}),
        (
            "C[a,a,b] R(b)",
            {"answers": [("b", 0, 1)], "unanswered": [("a", 0)], "doubled": [("a", 0)]},
        ),
    ],
)
def test_two_calls_of_one_id_are_one_fault(shape: str, wanted: dict[str, list[Row]]) -> None:
    assert told(pairs_of(chat(shape), CHAT)) == wanted


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        ("C[a] R(-)", {"answers": [("a", 0, 1)]}),
        ("C[-] R(a)", {"answers": [(None, 0, 1)]}),
        ("C[-,-] R(-) R(-)", {"answers": [(None, 0, 1), (None, 0, 2)]}),
        ("C[a,b] R(b) R(-)", {"answers": [("b", 0, 1), ("a", 0, 2)]}),
        ("C[a,-] R(x) R(a)", {"answers": [(None, 0, 1), ("a", 0, 2)]}),
        ("C[a] R(a) R(-)", {"answers": [("a", 0, 1)], "orphans": [(None, 2)]}),
        ("C[-] U R(-)", {"apart": [(None, 0, 2)]}),
    ],
)
def test_a_side_without_an_id_is_paired_by_place(shape: str, wanted: dict[str, list[Row]]) -> None:
    assert told(pairs_of(chat(shape), CHAT)) == wanted


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        # The exact id wins, wherever its result stands.
        ("C[a] R(-) U R(a)", {"apart": [("a", 0, 3)], "orphans": [(None, 1)]}),
        ("C[a,b] R(-) U R(a)", {"answers": [("b", 0, 1)], "apart": [("a", 0, 3)]}),
        ("C[-] R(a) C[a] U", {"apart": [("a", 2, 1)], "unanswered": [(None, 0)]}),
        ("C[a] R(a) C[-] R(a)", {"answers": [("a", 0, 1)], "unanswered": [(None, 2)],
                                 "duplicates": [("a", 3, 1)]}),
        # What leaves a doubt is not tied together.
        ("C[a,b] R(-)", {"unanswered": [("a", 0), ("b", 0)], "orphans": [(None, 1)]}),
        ("C[-,-] R(a)", {"unanswered": [(None, 0), (None, 0)], "orphans": [("a", 1)]}),
        ("C[-] U C[-] U R(-)", {"unanswered": [(None, 0), (None, 2)], "orphans": [(None, 4)]}),
        ("C[a] U R(-)", {"unanswered": [("a", 0)], "orphans": [(None, 2)]}),
        ("C[a,-] R(z) R(-)", {"unanswered": [("a", 0), (None, 0)],
                              "orphans": [("z", 1), (None, 2)]}),
        # Ids of odd characters are ids like any other.
        ("C[\0001,-] R(\0001) R(-)", {"answers": [("\0001", 0, 1), (None, 0, 2)]}),
    ],
)  # fmt: skip
def test_what_has_no_id_takes_only_what_nothing_else_answers(
    shape: str, wanted: dict[str, list[Row]]
) -> None:
    assert told(pairs_of(chat(shape), CHAT)) == wanted


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        ("C[a] R(-) U R(a)", {"answers": [("a", 0, 3)], "orphans": [(None, 1)]}),
        ("C[-] U C[-] R(-)", {"unanswered": [(None, 0), (None, 2)], "orphans": [(None, 3)]}),
        ("C[-] C[-] R(-)", {"unanswered": [(None, 0), (None, 1)], "orphans": [(None, 2)]}),
        ("R(-) C[-] R(-)", {"answers": [(None, 1, 2)], "orphans": [(None, 0)]}),
    ],
)
def test_the_same_where_results_lie_anywhere(shape: str, wanted: dict[str, list[Row]]) -> None:
    assert told(pairs_of(chat(shape), ANYWHERE)) == wanted


def test_a_number_is_the_id_that_its_digits_are() -> None:
    outline = chat("C[7,8,c] R(8) R(7) R(9)")
    for row in (*outline.calls[:2], *outline.results):
        row.id = None
    for place, value in {
        (0, "tool_calls", 0, "id"): "7",
        (0, "tool_calls", 1, "id"): "8",
        (1, "tool_call_id"): "8",
        (2, "tool_call_id"): "7",
        (3, "tool_call_id"): None,
        (4, "content", 0, "id"): "9",  # of something that the provider ran
    }.items():
        outline.note("I001", "call-type", place[0], place[1:], value=value)
    pairs = pairs_of(outline, CHAT)
    assert [(c.index, r.message) for c, r in pairs.answers] == [(1, 1), (0, 2), (2, 3)]


def test_the_name_of_a_tool_tells_whose_result_it_is() -> None:
    outline = chat("C[a,b] R(-)")
    outline.calls[0].name, outline.calls[1].name, outline.results[0].name = "f", "g", "g"
    assert told(pairs_of(outline, CHAT)) == {"answers": [("b", 0, 1)], "unanswered": [("a", 0)]}
    named = chat("C[a] R(-)")
    named.calls[0].name, named.results[0].name = "f", "g"
    assert told(pairs_of(named, CHAT)) == {"unanswered": [("a", 0)], "orphans": [(None, 1)]}


def test_by_name_too_a_call_takes_nothing_while_its_own_result_is_there() -> None:
    outline = chat("C[a] R(-) U R(a)")
    for row in (*outline.calls, *outline.results):
        row.name = "f"
    found = told(pairs_of(outline, Pairing(by="name")))
    assert found == {"apart": [("a", 0, 3)], "orphans": [(None, 1)]}


def test_an_exact_id_is_never_guessed() -> None:
    exact = Pairing(by="exact")
    found = told(pairs_of(chat("C[a] R(-)"), exact))
    assert found == {"unanswered": [("a", 0)], "orphans": [(None, 1)]}


def test_a_message_that_is_no_message_stands_between() -> None:
    outline = chat("C[a] U R(a)")
    messages = [outline.messages[0], "text", outline.messages[2]]
    broken = Outline("openai-chat", messages, {}, Facts({}))
    OPENAI_CHAT.read(broken)
    assert broken.untidy
    assert told(pairs_of(broken, CHAT)) == {"apart": [("a", 0, 2)]}


# -- exchanges of turns ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        ("U C[a,b] R(b,a)", {"answers": [("b", 1, 2), ("a", 1, 2)]}),
        ("C[a] C[b] R(a,b)", {"answers": [("a", 0, 2), ("b", 1, 2)]}),
        ("C[a,b] R(a) R(b)", {"answers": [("a", 0, 1), ("b", 0, 2)]}),
        ("C[a] M(t,a)", {"answers": [("a", 0, 1)], "blocked": [("a", 1)]}),
        ("C[a] M(a,t)", {"answers": [("a", 0, 1)]}),
        ("C[a,b] M(a,t,b)", {"answers": [("a", 0, 1), ("b", 0, 1)], "blocked": [("b", 1)]}),
        ("C[a,b] M(a,t) R(b)", {"answers": [("a", 0, 1), ("b", 0, 2)], "blocked": [("b", 1)]}),
        ("C[a] U R(a)", {"apart": [("a", 0, 2)]}),
        ("C[a,b] R(a) U R(b)", {"answers": [("a", 0, 1)], "apart": [("b", 0, 3)]}),
        ("C[a] U A R(a)", {"apart": [("a", 0, 3)]}),
        ("C[a] R(a,a)", {"answers": [("a", 0, 1)], "duplicates": [("a", 1, 1)]}),
    ],
)
def test_joined_turns(shape: str, wanted: dict[str, list[Row]]) -> None:
    assert told(pairs_of(blocks(shape), JOINED)) == wanted


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        ("C[a,b] R(a,b)", {"answers": [("a", 0, 1), ("b", 0, 1)]}),
        (
            "C[a,b] R(a) R(b)",
            {"answers": [("a", 0, 1)], "late": [("b", 0, 2)], "split": [("a", [2])]},
        ),
        ("C[a] U R(a)", {"apart": [("a", 0, 2)]}),
        ("C[a] C[b] R(a,b)", {"answers": [("b", 1, 2)], "apart": [("a", 0, 2)]}),
    ],
)
def test_turns_that_are_not_joined(shape: str, wanted: dict[str, list[Row]]) -> None:
    assert told(pairs_of(blocks(shape), APART)) == wanted


def test_all_results_in_one_message() -> None:
    law = Pairing(join=True, where="next-turn", group="one-message")
    found = told(pairs_of(blocks("C[a,b] R(b) R(a)"), law))
    assert found == {"answers": [("b", 0, 1)], "late": [("a", 0, 2)], "split": [("a", [2])]}


def test_results_in_call_order() -> None:
    law = Pairing(order="call")
    assert told(pairs_of(chat("C[a,b] R(a) R(b)"), law))["answers"] == [("a", 0, 1), ("b", 0, 2)]
    assert told(pairs_of(chat("C[a,b,c] R(c) R(a) R(b)"), law))["disordered"] == [
        ("a", "a"),
        ("b", "b"),
    ]


def test_by_place_number_or_name() -> None:
    crossed = chat("C[a,b] R(b) R(a)")
    assert told(pairs_of(crossed, Pairing(by="position")))["answers"] == [("a", 0, 1), ("b", 0, 2)]
    assert told(pairs_of(crossed, Pairing(by="count")))["answers"] == [("b", 0, 1), ("a", 0, 2)]
    counted = told(pairs_of(chat("C[a,b] R(x) U R(a)"), Pairing(by="count")))
    assert counted == {
        "answers": [("a", 0, 1)],
        "unanswered": [("b", 0)],
        "duplicates": [("a", 3, 1)],
    }
    named = chat("C[-] R(-) U")
    named.calls[0].name, named.results[0].name = "f", "g"
    assert told(pairs_of(named, Pairing(by="name")))["answers"] == [(None, 0, 1)]


def test_names_find_a_result_that_stands_apart() -> None:
    outline = chat("C[-,-] U R(-) R(-)")
    outline.calls[0].name, outline.calls[1].name = "f", "g"
    outline.results[0].name, outline.results[1].name = "g", "h"
    found = told(pairs_of(outline, Pairing(by="name")))
    assert found == {"apart": [(None, 0, 2)], "unanswered": [(None, 0)], "orphans": [(None, 3)]}
    assert pairs_of(outline, Pairing(by="name")).apart[0][0] is outline.calls[1]


def test_the_first_message_may_be_overlooked() -> None:
    law = Pairing(skip_first=True)
    assert told(pairs_of(chat("C[a] U C[b] R(b)"), law)) == {"answers": [("b", 2, 3)]}
    assert told(pairs_of(chat("R(a) U"), law)) == {}


# -- anywhere behind ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        ("C[a] U A R(a)", {"answers": [("a", 0, 3)]}),
        ("R(a) C[a]", {"apart": [("a", 1, 0)]}),
        ("C[a] C[b] R(b) R(a)", {"answers": [("b", 1, 2), ("a", 0, 3)]}),
        ("C[a] R(a) R(a)", {"answers": [("a", 0, 1)], "duplicates": [("a", 2, 1)]}),
        # Where nothing ties a result to a place, an older open call of the id is as good.
        ("C[a] U C[a] R(a) R(a)", {"answers": [("a", 2, 3), ("a", 0, 4)]}),
        ("C[a] U C[a] R(a)", {"answers": [("a", 2, 3)], "unanswered": [("a", 0)]}),
        ("C[a] C[a] R(a)", {"answers": [("a", 0, 2)], "doubled": [("a", 1)]}),
        ("C[a] R(b)", {"unanswered": [("a", 0)], "orphans": [("b", 1)]}),
        ("C[a] R(-)", {"answers": [("a", 0, 1)]}),
    ],
)
def test_anywhere_behind_the_call(shape: str, wanted: dict[str, list[Row]]) -> None:
    assert told(pairs_of(chat(shape), ANYWHERE)) == wanted


def test_only_calls_and_results_may_stand_between() -> None:
    law = Pairing(where="anywhere-after", between="calls")
    clear = told(pairs_of(chat("C[a] C[b] R(a) R(b) U"), law))
    assert clear == {"answers": [("a", 0, 2), ("b", 1, 3)]}
    parted = told(pairs_of(chat("C[a] U C[b] R(a) R(b)"), law))
    assert parted == {"answers": [("b", 2, 4)], "apart": [("a", 0, 3)]}


# -- what is made of the pairs --------------------------------------------------------------------


def test_missed_ids_are_named_together_by_message() -> None:
    pairs = pairs_of(chat("C[a,b,c] R(b) U R(c) C[d] U C[-] U"), CHAT)
    assert missed_ids(pairs) == {0: "a, c", 4: "d"}


def test_pairs_are_worked_out_once_for_each_law() -> None:
    outline = chat("C[a] R(a)")
    assert pairs_of(outline, CHAT) is pairs_of(outline, Pairing())
    assert pairs_of(outline, CHAT) is not pairs_of(outline, JOINED)


def test_turns_are_joined_as_the_law_says() -> None:
    outline = blocks("U U C[a] C[b] R(a) R(b) A")
    assert turns_of(outline, JOINED) == [0, 0, 2, 2, 4, 4, 6]
    assert turns_of(outline, APART) == [0, 1, 2, 3, 4, 5, 6]
    assert turns_of(outline, ANYWHERE) == [0, 1, 2, 2, 4, 5, 6]


# -- over all lists -------------------------------------------------------------------------------

IDS = st.sampled_from(["a", "b", "c", "-", ""])
WORDS = st.one_of(
    st.sampled_from(["U", "A", "S"]),
    st.lists(IDS, min_size=1, max_size=3).map(lambda ids: f"C[{','.join(ids)}]"),
    IDS.map(lambda i: f"R({i})"),
)
LISTS = st.lists(WORDS, max_size=14).map(" ".join)
LAWS = st.builds(
    Pairing,
    join=st.booleans(),
    where=st.sampled_from(["next-turn", "directly", "anywhere-after"]),
    by=st.sampled_from(["id", "exact", "position", "count", "name"]),
    results=st.sampled_from(["lead", "free"]),
    order=st.sampled_from(["free", "call"]),
    group=st.sampled_from(["free", "one-message"]),
    between=st.sampled_from(["anything", "calls"]),
    skip_first=st.just(False),
    without_legacy=st.just(False),
)


@given(LISTS, LAWS)
def test_every_call_and_every_result_ends_in_exactly_one_list(shape: str, law: Pairing) -> None:
    outline = chat(shape)
    pairs = pairs_of(outline, law)
    paired = [*pairs.answers, *pairs.late, *pairs.apart]
    calls = [*(call for call, _ in paired), *pairs.doubled, *pairs.unanswered]
    results = [*(result for _, result in paired), *(r for r, _ in pairs.duplicates), *pairs.orphans]
    assert Counter(map(id, calls)) == Counter(map(id, outline.calls))
    assert Counter(map(id, results)) == Counter(map(id, outline.results))


@given(LISTS, LAWS)
def test_no_open_call_and_loose_result_of_one_id_miss_each_other(shape: str, law: Pairing) -> None:
    if law.by == "count":
        return
    pairs = pairs_of(chat(shape), law)
    left = {result.id for result in pairs.orphans if result.id}
    assert not left & {call.id for call in pairs.unanswered}


@given(LISTS, LAWS)
def test_what_is_said_beside_speaks_of_what_is_there(shape: str, law: Pairing) -> None:
    pairs = pairs_of(chat(shape), law)
    answered = {id(result) for _, result in pairs.answers}
    given_once = {id(result) for _, result in (*pairs.answers, *pairs.late, *pairs.apart)}
    assert {id(result) for result, _ in pairs.blocked} <= answered
    assert {id(result) for result, _ in pairs.disordered} <= answered
    assert {id(first) for _, first in pairs.duplicates} <= given_once
    assert [len(late) for _, late in pairs.split] == [
        sum(result in late for _, result in pairs.late) for _, late in pairs.split
    ]


@given(st.lists(st.integers(1, 3), max_size=6))
def test_whole_exchanges_are_answers_and_nothing_else(sizes: list[int]) -> None:
    words, wanted = [], 0
    for n, size in enumerate(sizes):
        ids = [f"{n}{k}" for k in range(size)]
        words += [f"C[{','.join(ids)}]", *(f"R({i})" for i in reversed(ids)), "A"]
        wanted += size
    assert {
        name: len(rows) for name, rows in told(pairs_of(chat(" ".join(words)), CHAT)).items()
    } == ({"answers": wanted} if wanted else {})


# -- cost -----------------------------------------------------------------------------------------


HOSTILE = {
    "one turn calls often": lambda n: (
        f"C[{','.join(map(str, range(n)))}] " + " ".join(f"R({k})" for k in range(n))
    ),
    "all of one id": lambda n: f"C[{','.join('a' * n)}] " + "R(a) " * n,
    "no id at all": lambda n: f"C[{','.join('-' * n)}] " + "R(-) " * n,
    "ids on one side only": lambda n: (
        f"C[{','.join('-' * n)}] " + " ".join(f"R({k})" for k in range(n))
    ),
    "open turns of one id, then results": lambda n: "C[a] U " * n + "R(a) " * n,
    "open turns, then results": lambda n: (
        " ".join(f"C[{k}] U" for k in range(n)) + " " + " ".join(f"R({k})" for k in range(n))
    ),
    "results, then calls": lambda n: "R(a) " * n + "C[a] U " * n,
    "one call, many results": lambda n: "C[a] " + "R(a) " * n,
    "one call, many results elsewhere": lambda n: "C[a] R(a) " + "U R(a) " * n,
    "nothing but orphans": lambda n: " ".join(f"R({k})" for k in range(n)),
    "turns in a row that call": lambda n: "C[a] " * n + "R(a) " * n,
    "a crowd of users": lambda n: "C[a] " + "U " * n + "R(a) " + "U " * n,
}
LAW_TABLE = {
    "chat": CHAT,
    "joined": JOINED,
    "not joined": APART,
    "one message, call order": Pairing(
        join=True, where="next-turn", group="one-message", order="call"
    ),
    "anywhere": ANYWHERE,
    "anywhere, calls between": Pairing(where="anywhere-after", between="calls"),
    "by name": Pairing(by="name"),
    "by number": Pairing(by="count"),
}


def lines_run(work: Callable[[], object]) -> int:
    """Count the lines of the matcher that run while something is done."""
    files = {module.__file__ for module in (matcher, matching, pairing, unnamed)}
    count = 0

    def inside(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        count += event == "line"
        return inside

    def tracer(frame: FrameType, event: str, _: object) -> Any:
        return inside if frame.f_code.co_filename in files else None

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("law", LAW_TABLE.values(), ids=list(LAW_TABLE))
@pytest.mark.parametrize("shape", HOSTILE.values(), ids=list(HOSTILE))
def test_the_cost_grows_with_the_list_and_no_faster(
    shape: Callable[[int], str], law: Pairing
) -> None:
    small, large = chat(shape(100)), chat(shape(400))
    few, more = lines_run(lambda: pairs_of(small, law)), lines_run(lambda: pairs_of(large, law))
    assert few > 0
    assert more < 4.4 * few + 200
