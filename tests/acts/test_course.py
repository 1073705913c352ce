"""The exercise `check_history`: each sentence to the letter, and the same verdict as the target."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor import DoctorError, blocks, check, check_history
from transcript_doctor.core.errors import BadHistory

Message = dict[str, Any]


def user(*parts: Any) -> Message:
    return {"role": "user", "content": list(parts)}


def assistant(*parts: Any) -> Message:
    return {"role": "assistant", "content": list(parts)}


def call(id: str) -> Message:
    return {"type": "tool_use", "id": id, "name": "read", "input": {}}


def result(id: str) -> Message:
    return {"type": "tool_result", "tool_use_id": id, "content": "x"}


TEXT = {"type": "text", "text": "x"}
THINKING = {"type": "thinking", "thinking": "x"}
HI, HELLO = {"role": "user", "content": "Hi!"}, {"role": "assistant", "content": "Hello!"}
BYE = {"role": "user", "content": "Bye"}
FIRST = "problem at 0: the first message must be from the user"

PRINTED = [
    ("a reply added twice by mistake", [HI, HELLO, HELLO, BYE],
     "problem at 2: two assistant messages in a row"),
    ("healthy", [HI, HELLO, BYE], "OK"),
    ("nothing", [], FIRST),
    ("rule 1", [HI, {"role": "tool", "content": "x"}], "problem at 1: unknown role tool"),
    ("rule 1 before rule 2", [{"role": "system", "content": "x"}, HI],
     "problem at 0: unknown role system"),
    ("rule 1, a role that is no text", [{"role": None, "content": "x"}],
     "problem at 0: unknown role None"),
    ("rule 2", [HELLO, BYE], FIRST),
    ("rule 3", [HI, BYE], "problem at 1: two user messages in a row"),
    ("rule 4", [HI, assistant(call("a")), user(result("b"))],
     "problem at 2: result for unknown tool call b"),
    ("rule 4 before rule 5, in the order of the results",
     [HI, assistant(call("a"), call("b")), user(result("x"), result("a"), result("y"))],
     "problem at 2: result for unknown tool call x"),
    ("rule 4, the call is older", [HI, assistant(call("a")), user(result("a")), HELLO,
     user(result("a"))], "problem at 4: result for unknown tool call a"),
    ("rule 4, no call at all", [user(result("a"))], "problem at 0: result for unknown tool call a"),
    ("rule 5, in the order of the calls", [HI, assistant(call("a"), call("b"), call("c")),
     user(result("b"))], "problem at 2: no result for tool call a"),
    ("rule 5, a text for an answer", [HI, assistant(call("a")), BYE],
     "problem at 2: no result for tool call a"),
    ("the last message", [HI, HELLO], "problem at 1: the last message must be from the user"),
    ("the last message calls", [HI, assistant(call("a"))],
     "problem at 1: the last message must be from the user"),
    ("answered", [HI, assistant(TEXT, call("a"), call("b")), user(result("b"), TEXT, result("a"))],
     "OK"),
    ("a result given twice", [HI, assistant(call("a")), user(result("a"), result("a"))], "OK"),
    ("an id that comes back", [HI, assistant(call("a")), user(result("a")), assistant(call("a")),
     user(result("a"))], "OK"),
    ("one result, two calls of its id", [HI, assistant(call("a"), call("a")), user(result("a"))],
     "OK"),
    ("parts on the wrong role", [user(TEXT, call("a"), THINKING), assistant(result("b")), HI],
     "OK"),
    ("empty contents", [{"role": "user", "content": ""}, assistant(), user()], "OK"),
]  # fmt: skip


@pytest.mark.parametrize(("history", "says"), [p[1:] for p in PRINTED], ids=[p[0] for p in PRINTED])
def test_the_first_problem_is_told_to_the_letter(history: list[Message], says: str) -> None:
    assert check_history(history) == says


PERSIAN = [
    ("نقشِ ناشناخته", [HI, {"role": "tool", "content": "x"}], "problem at I: unknown role R",
     {"I": "1", "R": "tool"}),
    ("پیامِ اول باید از user باشد", [HELLO],
     "problem at 0: the first message must be from the user", {}),
    ("نقشها به نوبت میآیند", [HI, BYE], "problem at I: two R messages in a row",
     {"I": "1", "R": "user"}),
    ("هر نتیجهی ابزار باید جوابِ فراخوانیای باشد", [user(result("t9"))],
     "problem at I: result for unknown tool call ID", {"I": "0", "ID": "t9"}),
    ("هر فراخوانی باید نتیجهاش را داشته باشد", [HI, assistant(call("t9")), BYE],
     "problem at I: no result for tool call ID", {"I": "2", "ID": "t9"}),
    ("تاریخچه باید با یک پیامِ user تمام شود", [HI, HELLO],
     "problem at I: the last message must be from the user", {"I": "1"}),
]  # fmt: skip


@pytest.mark.parametrize(("_", "history", "says", "values"), PERSIAN, ids=lambda row: None)
def test_the_persian_text_names_the_same_sentences(
    _: str, history: list[Message], says: str, values: dict[str, str]
) -> None:
    words = [values.get(word.rstrip(":"), word.rstrip(":")) for word in says.split(" ")]
    assert check_history(history).replace(":", "").split(" ") == words


def test_blocks() -> None:
    parts = [TEXT, call("a")]
    assert blocks("Hi!") == [{"type": "text", "text": "Hi!"}]
    assert blocks("") == [{"type": "text", "text": ""}]
    assert blocks(parts) is parts


@pytest.mark.parametrize(
    ("history", "says"),
    [
        ("Hi!", "a history is a list of messages, not str"),
        ({"messages": []}, "a history is a list of messages, not dict"),
        ([HI, "Hello!"], "messages[1]: a message is a dict, not str"),
        ([HI, HELLO, {"content": "x"}], "messages[2]: a message needs 'role'"),
        ([{"role": "user"}], "messages[0]: a message needs 'content'"),
        ([{"role": "user", "content": None}], "messages[0].content: a text or a list of blocks"),
        ([HI, assistant(TEXT, "x")], "messages[1].content[1]: a block is a dict, not str"),
        ([HI, assistant({"type": "tool_use"})], "messages[1].content[0]: a tool_use block needs"),
        ([user({"type": "tool_result", "tool_use_id": []})], "messages[0].content[0]: a tool_res"),
    ],
)
def test_what_is_no_history_raises_with_the_position(history: Any, says: str) -> None:
    with pytest.raises(BadHistory) as fault:
        check_history(history)
    assert str(fault.value).startswith(says)
    assert isinstance(fault.value, DoctorError)


def test_what_is_wrong_at_the_end_raises_although_a_problem_comes_first() -> None:
    with pytest.raises(BadHistory, match=r"messages\[2\]"):
        check_history([HELLO, HELLO, None])


ALPHABET = [
    HI, HELLO, user(), assistant(), assistant(call("a")), assistant(call("a"), call("b")),
    assistant(call("a"), call("a")), user(result("a")), user(result("b"), result("a")),
    user(result("a"), result("a")), user(TEXT, result("a")), user(call("a")),
    assistant(result("a")), {"role": "system", "content": "x"}, {"role": "tool", "content": "x"},
]  # fmt: skip


def agree(history: list[Message]) -> None:
    says, report = check_history(history), check(history, target="course")
    assert report.ok == (says == "OK"), (history, says, report.findings)
    assert report.as_ == "request"


def test_every_small_history_gets_the_verdict_of_the_target() -> None:
    for length in range(4):
        for history in itertools.product(ALPHABET, repeat=length):
            agree(list(history))


IDS = st.sampled_from(["a", "b", "c", "", "toolu_01"])
PARTS = st.one_of(
    st.sampled_from([TEXT, THINKING, {"type": "text", "text": " "}]),
    IDS.map(call),
    IDS.map(result),
)
ROLES = st.sampled_from(["user", "user", "user", "assistant", "assistant", "system", "developer"])
MESSAGES = st.fixed_dictionaries(
    {"role": ROLES, "content": st.one_of(st.text(max_size=3), st.lists(PARTS, max_size=4))}
)


@given(st.lists(MESSAGES, max_size=8))
def test_any_history_gets_the_verdict_of_the_target(history: list[Message]) -> None:
    agree(history)


@st.composite
def exchanges(draw: st.DrawFn) -> list[Message]:
    """Draw a history that is mostly sound: questions, answers, and calls with their results."""
    history = [HI]
    for ids in draw(st.lists(st.lists(IDS, max_size=3), max_size=4)):
        given_back = draw(st.permutations(ids)) if draw(st.integers(0, 4)) else draw(st.lists(IDS))
        history += [assistant(TEXT, *map(call, ids)), user(*map(result, given_back), TEXT)]
    return history


@given(exchanges())
def test_mostly_sound_histories_get_the_verdict_of_the_target(history: list[Message]) -> None:
    agree(history)


# An open call at the end is told as the call's fault, a role that is no text by its type.
OTHERWISE = {"the last message calls", "rule 1, a role that is no text"}
SAID = [p[1:] for p in PRINTED if p[2] != "OK" and p[0] not in OTHERWISE]


@pytest.mark.parametrize(("history", "says"), SAID)
def test_the_target_says_the_sentence_too(history: list[Message], says: str) -> None:
    report = check(history, format="anthropic", target="course")
    assert says in [f.provider_says for f in report.findings if f.severity == "error"]


def test_nobody_else_is_told_of_the_exercise() -> None:
    assert check([HI, BYE], format="anthropic", target="all", as_="request").ok
    assert "course" not in check([], target="all").findings[0].refused_by
