"""The lab's `validate`: printed complaints to the letter, and the same verdict as the target."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.acts.lab_messages import Message, call, fail, history, reply, say, tool_result, user
from transcript_doctor import check, validate
from transcript_doctor.core.errors import BadHistory

C1 = call("read", {"path": "a.py"}, id="c1")
C2 = call("read", {"path": "b.py"}, id="c2")
PROMPT, ASKED = user("Read a.py and b.py."), reply(C1, C2)
GOT_A, GOT_B = tool_result(C1, "A = 1\n"), tool_result(C2, "B = 2\n")

NOT_IN_PLACE = "must directly follow its assistant message, in call order"
ARRANGEMENTS = [
    ("results first, in the order they arrived", [PROMPT, GOT_A, GOT_B, ASKED], [
        "messages[1]: toolResult c1 has no toolCall before it",
        "messages[2]: toolResult c2 has no toolCall before it",
        "messages[3]: toolCall c1 has no toolResult",
    ]),
    ("after the call, b.py first", [PROMPT, ASKED, GOT_B, GOT_A], [
        "messages[1]: toolCall c1 has no toolResult",
        "messages[2]: toolResult c2 must directly follow its assistant message, in call order",
        "messages[3]: toolResult c1 must directly follow its assistant message, in call order",
    ]),
    ("after the call, in call order", [PROMPT, ASKED, GOT_A, GOT_B], []),
]  # fmt: skip
OTHERS = [
    ("the skipped call", history("U A[c1] A(error)"), [
        "messages[1]: toolCall c1 has no toolResult",
        "messages[2]: assistant message has empty content",
    ]),
    ("the outage", history("U A(error) U"), ["messages[1]: assistant message has empty content"]),
    ("an empty reply that did not fail", history("U A(empty)"),
     ["messages[1]: assistant message has empty content"]),
    ("only the first of two calls is answered", history("U A[c1,c2] R(c1) U"),
     ["messages[1]: toolCall c2 has no toolResult"]),
    ("a result too many", history("U A[c1] R(c1) R(c1)"),
     [f"messages[3]: toolResult c1 {NOT_IN_PLACE}"]),
    ("a stranger in between", history("U A[c1] U R(c1)"),
     ["messages[1]: toolCall c1 has no toolResult", f"messages[3]: toolResult c1 {NOT_IN_PLACE}"]),
    ("a stranger's result in between", history("U A[c1,c2] R(c9) R(c1) R(c2)"), [
        "messages[1]: toolCall c1 has no toolResult",
        "messages[2]: toolResult c9 has no toolCall before it",
        f"messages[3]: toolResult c1 {NOT_IN_PLACE}",
        f"messages[4]: toolResult c2 {NOT_IN_PLACE}",
    ]),
    ("two users in a row, an assistant at the end", history("U U A"), []),
    ("an id that comes back", history("U A[c1] R(c1) A[c1] R(c1) A"), []),
    ("nothing", [], []),
]  # fmt: skip
PRINTED = ARRANGEMENTS + OTHERS


@pytest.mark.parametrize(
    ("messages", "says"), [p[1:] for p in PRINTED], ids=[p[0] for p in PRINTED]
)
def test_the_complaints_to_the_letter(messages: list[Message], says: list[str]) -> None:
    assert validate(messages) == says


@pytest.mark.parametrize(
    ("shape", "valid"),
    [
        ("U A[c1] R(c1) A[c2] R(c2) A U A", True),
        ("U A[c1] R(c1) A[c2] R(c2) A", True),
        ("U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A(error)", True),
        ("U A(error) U A", True),
        ("U A(empty) U A", False),
        ("U A[c1] A(error)", False),
        ("U A[c1]", False),
    ],
)
def test_a_record_keeps_its_failed_empty_turns(shape: str, valid: bool) -> None:
    assert (validate(history(shape), record=True) == []) == valid


def test_a_failed_turn_that_got_a_call_out_is_no_excuse() -> None:
    half = {**reply(C1), "stop_reason": "aborted"}
    assert validate([PROMPT, half], record=True) == ["messages[1]: toolCall c1 has no toolResult"]


def test_both_spellings_are_read() -> None:
    camel = {"role": "toolResult", "toolCallId": "c1", "toolName": "read", "content": "x"}
    lost = {"role": "assistant", "content": [], "stopReason": "aborted"}
    assert validate([PROMPT, reply(C1), camel]) == []
    assert validate([PROMPT, lost], record=True) == []
    assert validate([PROMPT, lost]) == ["messages[1]: assistant message has empty content"]


@pytest.mark.parametrize("ids", [(None, None), ("", ""), ("c1", None), (None, "c1"), (5, 5)])
def test_what_has_no_id_is_never_a_pair(ids: tuple[Any, Any]) -> None:
    called, answered = ids
    messages = [PROMPT, reply({**C1, "id": called}), {**GOT_A, "tool_call_id": answered}]
    assert validate(messages)[0] == f"messages[1]: toolCall {called} has no toolResult"
    assert not check(messages, target="lab", as_="request").ok


@pytest.mark.parametrize(
    ("messages", "says"),
    [
        (None, "a history is a list of messages, not NoneType"),
        ([PROMPT, 5], "messages[1]: a message is a dict, not int"),
        ([PROMPT, {"content": "x"}], "messages[1]: a message needs 'role'"),
    ],
)
def test_what_is_no_history_raises_with_the_position(messages: Any, says: str) -> None:
    with pytest.raises(BadHistory) as fault:
        validate(messages)
    assert str(fault.value) == says


def agree(messages: list[Message]) -> None:
    """Hold both readings against each other, as a request and as a record."""
    request = check(messages, target="lab", as_="request")
    assert request.ok == (validate(messages) == []), (messages, request.findings)
    # An open call at the end of a record is a warning to the target, for the run may go on.
    record = check(messages, target="lab", as_="record")
    refused = [f for f in record.findings if f.ruling.law is not None]
    assert (refused == []) == (validate(messages, record=True) == []), (messages, record.findings)


ALPHABET = [
    *history("U A A(error) A(empty) A[c1] A[c1,c2] R(c1) R(c2) R(c3)"),
    reply(C1, C1),
    {"role": "assistant", "content": ""},
    {"role": "user", "content": []},
]


def test_every_small_history_gets_the_verdict_of_the_target() -> None:
    for length in range(4):
        for messages in itertools.product(ALPHABET, repeat=length):
            agree([*messages])


MARKS = st.sampled_from(
    [
        "U",
        "A",
        "A(error)",
        "A(empty)",
        "A[c1]",
        "A[c2]",
        "A[c1,c2]",
        "A[c2,c1,c1]",
        "R(c1)",
        "R(c2)",
        "R(c3)",
    ]
)


@given(st.lists(MARKS, max_size=10).map(" ".join))
def test_any_history_gets_the_verdict_of_the_target(shape: str) -> None:
    agree(history(shape))


@given(st.lists(st.sampled_from(["U", "A", "A[c1] R(c1)", "A[c1,c2] R(c1) R(c2)"])), st.data())
def test_mostly_sound_histories_get_the_verdict_of_the_target(
    pieces: list[str], data: st.DataObject
) -> None:
    messages = history(" ".join(pieces))
    assert validate(messages) == []
    agree(messages)
    if messages:
        del messages[data.draw(st.integers(0, len(messages) - 1))]
        agree(messages)


# Where results stand in front, the target tells of pairs apart, and the lab of either side.
SAID = [p[1:] for p in PRINTED if p[0] != "results first, in the order they arrived"]


@pytest.mark.parametrize(("messages", "says"), SAID)
def test_what_the_target_says_is_among_the_complaints(
    messages: list[Message], says: list[str]
) -> None:
    report = check(messages, target="lab", as_="request")
    said = {finding.provider_says for finding in report.findings if finding.severity == "error"}
    assert said <= set(says)
    assert bool(said) == bool(says)


def test_the_printed_error_is_the_law_s_code_and_sentence() -> None:
    [finding] = check([PROMPT, fail("x"), say("y")], target="lab", as_="request").findings
    law = finding.ruling.law
    assert law is not None
    assert f"{law.status} {law.code}: {finding.provider_says}" == (
        "400 invalid_request: messages[1]: assistant message has empty content"
    )
