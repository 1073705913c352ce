"""Which mistake a list shows: each told by its signs, and left open where the signs would fit another as well."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.acceptance.case_files import load_cases
from tests.cli.running import EXAMPLES
from tests.sessions.files import read_text
from transcript_doctor import Diagnosis, check, diagnose
from transcript_doctor.acts.diagnose.book import MISTAKES
from transcript_doctor.acts.diagnose.mistake import SURE, TRIGGERS
from transcript_doctor.acts.diagnose.suspecting import Looks
from transcript_doctor.catalog import FORMATS, RULES

S: dict[str, Any] = {"role": "system", "content": "You help. Use run_command."}


def user(text: str = "Go on with it.") -> dict[str, Any]:
    return {"role": "user", "content": text}


def says(text: str | None = "Done.") -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def calls(*ids: str, name: str = "read", arguments: str = "{}") -> dict[str, Any]:
    made = [
        {"id": i, "type": "function", "function": {"name": name, "arguments": arguments}}
        for i in ids
    ]
    return {"role": "assistant", "content": None, "tool_calls": made}


def result(ident: str, text: Any = "ok") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": text}


GIVEN = "call_" + "0" * 24
"""An id as providers give them."""


def two(first: str, second: str, arguments: str = "{}") -> dict[str, Any]:
    """An answer with two calls of different tools, a and b."""
    one, other = calls("a", name=first, arguments=arguments), calls("b", name=second)
    return {**one, "tool_calls": [*one["tool_calls"], *other["tool_calls"]]}


LISTS: dict[str, tuple[str | None, list[Any]]] = {
    # only the first
    "first of two": (  # so does a run that was stopped behind its first result
        None,
        [user(), calls("a"), result("a"), calls("b", "c"), result("b"), user(), says()],
    ),
    "first of two, and once both": (
        None,
        [
            user(),
            calls("a", "b"),
            result("a"),
            user(),
            calls("c", "d"),
            result("c"),
            user(),
            calls("e", "f"),
            result("e"),
            result("f"),
        ],
    ),
    "first of two, twice": (
        "answered-only-the-first",
        [user(), calls("a", "b"), result("a"), user(), calls("c", "d"), result("c")],
    ),
    "first of two, at the end": (None, [user(), calls("a", "b"), result("a")]),
    "model went on": (  # endpoints that take a hole leave the same list
        None,
        [user(), calls("a", "b"), result("a"), says(), user()],
    ),
    "last of three": (  # so do tools that raised, and results kept by the tool's name
        None,
        [user(), calls("a", "b", "c"), result("c"), says(), user()],
    ),
    # stopped
    "stop": ("stopped-between-call-and-result", [user(), calls("a"), user("Stop. Not that.")]),
    "somebody goes on": (None, [user(), calls("a"), user("So?")]),
    "at the end": (None, [user(), calls("a")]),
    # skipped
    "no arguments": (None, [user(), calls("a", arguments=""), user()]),
    "a list for arguments": (
        "skipped-unparsable-arguments",
        [user(), calls("a", arguments="[1]"), user()],
    ),
    "cut arguments": (None, [user(), calls("a", arguments='{"a": "b'), user()]),
    "nearly a tool": (
        "skipped-an-unknown-tool",
        [S, user(), calls("a", name="run_comand"), user()],
    ),
    "a tool of its own": (None, [S, user(), calls("a", name="run_commands"), user()]),
    "a result as text": (
        "flattened-results-to-text",
        [user(), calls("a"), user("[Tool result] 42"), says()],
    ),
    # cut
    "window": ("cut-through-an-exchange", [S, result("a"), says(), user()]),
    "results and nothing else": (None, [result("a")]),  # so does a narrow window
    "summary": (
        "summarised-half-an-exchange",
        [user("Summary of the earlier conversation: ..."), result("a"), says(), user()],
    ),
    "summary in the middle": (
        None,
        [user(), says(), user("Summary of the earlier conversation: ..."), result("a"), user()],
    ),
    # rebuilt
    "text without its call": (None, [user(), says("I look."), result("a"), user()]),
    "texts without their calls": (
        "rebuilt-the-assistant-turn",
        [user(), says("I look."), result("a"), user(), says("Again."), result("b"), user()],
    ),
    "null without its call": ("rebuilt-the-assistant-turn", [user(), says(None), result("a")]),
    "no turn at all": (None, [user(), result("a"), user()]),
    # ids
    "another id": ("minted-own-ids", [user(), calls(GIVEN), result("my-own"), user()]),
    "another call's id": (None, [user(), calls(GIVEN), result(GIVEN.replace("0", "1")), user()]),
    "its id, cut": (None, [user(), calls(GIVEN), result(GIVEN[:20]), user()]),
    "no maker's ids": (None, [user(), calls("a"), result("b"), user()]),
    "name for id": (
        "read-the-id-from-the-wrong-field",
        [user(), calls("a"), result("read"), user()],
    ),
    # order
    "notice": ("slipped-a-message-in-between", [user(), calls("a"), user("A note."), result("a")]),
    "sorted": ("sorted-the-messages", [user(), result("a"), calls("a"), user()]),
    "two runs": (
        "two-runs-on-one-session",
        [user(), user(), calls("a"), calls("b"), result("b"), result("a")],
    ),
    "sorted by role": (  # so do runs that all began before one of them called
        None,
        [user(), user(), user(), calls("a"), calls("b"), says(), result("a"), result("b")],
    ),
    "a call turn that is there twice": (
        None,
        [user(), calls("a", "b"), calls("a", "b"), result("b"), says(), user()],
    ),
    "a result behind a whole exchange": (
        None,
        [user(), calls("a"), result("a"), result("b"), user()],
    ),
    "cut arguments, and the model went on": (
        None,
        [user(), calls("a", arguments='{"a": "b'), says(), user()],
    ),
    "two turns of calls": (None, [user(), calls("a"), calls("b"), result("a"), result("b")]),
    "late": (
        "late-result-after-a-marker",
        [user(), calls("a"), result("a", "stopped"), user(), result("a", "42"), says(), user()],
    ),
    # content
    "empty answers": (
        "stored-a-failed-turn",
        [user(), says("Yes."), user(), says(""), user(), says(""), user()],
    ),
    "every answer empty": (None, [user(), says(""), user(), says(""), user()]),
    "empty list of calls": (
        "always-set-tool-calls",
        [user(), {**says(), "tool_calls": []}, user()],
    ),
    "a bare value": ("passed-a-raw-value-on", [user(), calls("a"), result("a", {"n": 1}), user()]),
    "null": ("passed-no-output-on", [user(), calls("a"), result("a", None), user()]),
    "half a character": ("cut-inside-a-character", [user("\ud83d")]),
    "two calls glued": (
        "stored-a-half-streamed-call",
        [user(), calls("a", arguments='{"a": 1}{"b": 2}'), result("a"), user()],
    ),
}
"""Lists by what they are, with the mistake that is stated; None: the evidence does not decide."""
BESIDE = [result("a"), user(), says()]
ORDINARY: dict[str, list[Any]] = {
    "a task with the word stop": [user(), calls("a"), user("Stop words: what are they?")],
    "a task that stops something": [user(), calls("a"), user("Stop the server and start it anew.")],
    "a task that cancels something": [user(), calls("a"), user("Cancel my order 4711.")],
    "a no that names what is meant": [user(), calls("a"), user("No idea, try b.py")],
    "a user who speaks of results": [user(), calls("a"), user("Tool results are missing. Why?")],
    "a task that asks for a summary": [user("Write a summary of a.md."), says("I look."), *BESIDE],
    "a prompt about summaries": [
        {**S, "content": "You summarise files."},
        user(),
        calls("a", "b"),
        *BESIDE,
    ],
    "a shop that confirms": [user(), two("look_up", "confirm_order"), *BESIDE],
    "a tool for tasks": [user(), two("look_up", "task_list"), *BESIDE],
    "a staff office": [user(), two("look_up", "human_resources_search"), *BESIDE],
    "a bank that transfers": [
        user(),
        two("transfer_to_savings", "look_up", '{"amount": 5}'),
        *BESIDE,
    ],
    "a name with a dot": [user(), calls("a", name="fs.read"), *BESIDE],
    "a window in the middle": [user(), says("I begin."), result("c"), says(), user()],
    "a result stored twice, word for word": [
        user(),
        calls("a"),
        result("a"),
        says(),
        user(),
        result("a"),
    ],
    "a byte that is no character": [user("name: \udce9")],
    "two questions, answered in order": [
        user(),
        user(),
        calls("a"),
        calls("b"),
        result("a"),
        result("b"),
    ],
}
"""What people's code does every day and what only looks like a mistake that has other causes too."""
STRICT = {"parses_arguments": True, "no_empty_assistant": True}


@pytest.mark.parametrize("what", ORDINARY)
def test_what_has_several_causes_is_left_open(what: str) -> None:
    found = of(ORDINARY[what])
    assert found.finding is not None
    assert found.mistake is None or found.mistake.name == "answered-only-the-first"


def test_more_results_than_calls_belong_to_none_of_them_surely() -> None:
    found = of([user(), calls(GIVEN), result("my-own"), result("another"), user()])
    assert found.mistake is None


def test_an_assistant_that_speaks_first_is_not_called_a_cut() -> None:
    said = [{"role": "assistant", "content": [{"text": "Hello, how can I help?"}]}, *BEDROCK]
    found = diagnose(None, check(said, as_="request", target="bedrock", context={"family": "nova"}))
    assert found.code == "R003"
    assert found.mistake is None
    assert "by design" in str(found)


BEDROCK = [{"role": "user", "content": [{"text": "Hi."}]}]


@pytest.mark.parametrize(
    ("declared", "name"), [("read", "skipped-an-unknown-tool"), ("raed", None)]
)
def test_a_tool_is_unknown_where_the_request_declares_others(
    declared: str, name: str | None
) -> None:
    tools = [{"type": "function", "function": {"name": declared, "parameters": {"type": "object"}}}]
    body = {
        "model": "gpt-4o",
        "messages": [user(), calls("a", name="raed"), user()],
        "tools": tools,
    }
    found = diagnose(None, check(body, target="openai"))
    assert (found.mistake.name if found.mistake else None) == name


def test_a_tool_that_ran_before_exists_whatever_is_declared_now() -> None:
    tools = [{"type": "function", "function": {"name": "plan", "parameters": {"type": "object"}}}]
    messages = [user(), calls("a"), result("a"), says(), user(), calls("b"), user()]
    found = diagnose(
        None, check({"model": "gpt-4o", "messages": messages, "tools": tools}, target="openai")
    )
    assert found.mistake is None


def test_keys_of_a_store_are_no_pieces_of_a_stream() -> None:
    for key, name in (("_id", None), ("partial_json", "stored-the-stream's-own-keys")):
        part = {"type": "tool_use", "id": "toolu_01A", "name": "read", "input": {}, key: "1"}
        answer = {"type": "tool_result", "tool_use_id": "toolu_01A", "content": "ok"}
        messages = [
            user(),
            {"role": "assistant", "content": [part]},
            {"role": "user", "content": [answer]},
        ]
        found = diagnose(None, check(messages, target="anthropic", as_="request"))
        assert found.code == "Y003"
        assert (found.mistake.name if found.mistake else None) == name


def of(messages: list[Any]) -> Diagnosis:
    return diagnose(None, check(messages, as_="request", target="openai", context=STRICT))


@pytest.mark.parametrize("what", LISTS)
def test_the_mistake_is_told_by_its_signs(what: str) -> None:
    name, messages = LISTS[what]
    found = of(messages)
    assert (found.mistake.name if found.mistake else None) == name
    assert found.suspects
    assert all(suspect.seen for suspect in found.suspects)


def test_what_is_sure_is_what_the_report_says() -> None:
    for name, messages in LISTS.values():
        report = check(messages, as_="request", target="openai", context=STRICT)
        found = diagnose(None, report)
        assert found.finding is not None
        like = Looks(report).like(found.finding)
        assert (like is None) == (name is None)
        if found.mistake:
            assert like == found.mistake.words
            assert "looks like" in str(report)


def test_every_mistake_is_whole_and_met_somewhere() -> None:
    names = [mistake.name for mistake in MISTAKES]
    assert len(set(names)) == len(names) >= 60
    met = {s.mistake.name for _, messages in LISTS.values() for s in of(messages).suspects}
    for case in [*load_cases(), *load_cases("own.jsonl")]:
        found = diagnose(None, case.judge(case.messages), context=case.context)
        met |= {suspect.mistake.name for suspect in found.suspects}
    met |= {suspect.mistake.name for suspect in diagnose(None, torn()).suspects}
    assert set(names) == met
    for mistake in MISTAKES:
        assert mistake.trigger in TRIGGERS
        assert set(mistake.codes) <= set(RULES)
        assert mistake.before.strip() != mistake.after.strip()
        assert len(mistake.after.strip().split("\n")) <= 2
        assert mistake.sentence.endswith(".")
        assert not mistake.words.endswith(".")


def test_no_mistake_names_a_provider() -> None:
    for mistake in MISTAKES:
        told = " ".join(str(value) for value in mistake.to_json().values()).lower()
        assert not any(
            name in told
            for name in ("anthropic", "openai", "gemini", "bedrock", "mistral", "claude")
        )


def torn() -> Any:
    """A session of Claude Code one of whose lines is cut off."""
    lines = (EXAMPLES / "dead-session-claude-code.jsonl").read_text("utf-8").split("\n")
    sound = [line for line in lines if line][:2]
    (session,) = read_text("\n".join([*sound, '{"type": "user", "mess']), "s.jsonl")
    return session


def test_a_torn_file_is_its_writer() -> None:
    found = diagnose(None, torn())
    assert found.code == "S101"
    assert found.mistake is not None
    assert found.mistake.trigger == "session-writer"


def test_warnings_of_what_others_take_are_left_open() -> None:
    messages = [
        user(),
        calls("call_0"),
        result("call_0"),
        calls("call_0"),
        result("call_0"),
        user(),
    ]
    found = diagnose(None, check(messages, as_="request", target="anthropic", format="openai-chat"))
    assert found.mistake is None


def test_many_open_calls_are_all_looked_at() -> None:
    ids = [f"call_{n}" for n in range(3000)]
    report = check([user(), calls(*ids), result("call_0"), user(), says()], as_="request")
    looks = Looks(report)
    said = [looks.like(finding) for finding in report.findings]
    assert len(said) == 2999
    assert len(set(said)) == 1


odd = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.just("tool") | st.just("assistant"),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["role", "content", "type", "text", "tool_calls", "tool_call_id", "id", "name", "function",
             "arguments", "parts", "functionCall", "toolUse", "input", "tool_use_id", "thinking"]
        ),
        inner,
        max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@given(st.lists(odd, max_size=6), st.sampled_from(sorted(FORMATS)), st.text(max_size=40))
def test_no_list_and_no_text_raises(messages: list[Any], format: str, text: str) -> None:
    found = diagnose(text, messages, format=format)
    assert str(found)
    json.dumps(found.to_json())
    assert all(0 <= suspect.weight <= 100 for suspect in found.suspects)
    assert (found.mistake is None) == (not found.suspects or found.suspects[0].weight < SURE)


def test_one_item_twice_is_told_from_one_item_in_two() -> None:
    def said(text: str) -> dict[str, Any]:
        part = {"type": "output_text", "text": text}
        return {"type": "message", "id": "msg_1", "role": "assistant", "content": [part]}

    for other, name in (("Yes.", "appended-twice"), ("No.", "split-an-item-in-two")):
        items = [user(), said("Yes."), said(other), user()]
        found = diagnose(None, check(items, target="openai-responses", as_="request"))
        assert found.code == "I004"
        assert found.mistake is not None
        assert found.mistake.name == name


def deep(levels: int = 20_000) -> list[Any]:
    """A list in a list in a list: too deep to be compared."""
    held: list[Any] = []
    for _ in range(levels):
        held = [held]
    return held


def test_what_is_too_deep_to_be_compared_is_no_error() -> None:
    doubled = [user(), calls("a"), result("a", deep()), result("a", deep()), says(), user()]
    again = [user(), calls("a"), result("a", deep()), says(), user(), result("a", deep())]
    item = {"type": "message", "id": "msg_1", "role": "assistant", "content": deep()}
    items = [user(), item, {**item, "content": deep()}, user()]
    for messages, target in ((doubled, "openai"), (again, "openai"), (items, "openai-responses")):
        report = check(messages, as_="request", target=target)
        codes = {finding.code for finding in report.findings}
        assert codes & {"P004", "I004"}
        looks = Looks(report)
        assert len([looks.like(finding) for finding in report.findings]) == len(report.findings)
