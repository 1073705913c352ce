"""A summary takes the place of what was cut, in one turn that the target takes, and says what it is."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.acts.trim.scripts import TARGETS, made, script
from tests.acts.trim.sickness import is_no_sicker
from transcript_doctor import DoctorError
from transcript_doctor.acts.trim import Trimmer, trim
from transcript_doctor.catalog import FORMATS

CHAT = [
    {"role": "system", "content": "Be brief."},
    *({"role": role, "content": f"{role} {n}"} for n in range(5) for role in ("user", "assistant")),
    {"role": "user", "content": "And now?"},
]


def said(format: str, messages: list[Any]) -> list[str]:
    parts = [part for message in messages for part in FORMATS[format].parts(message)]
    return [part.text for part in parts if isinstance(part.text, str)]


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(TARGETS)), st.integers(2, 14))
def test_every_target_takes_it(seed: int, target: str, budget: int) -> None:
    messages = made(TARGETS[target], script(random.Random(seed), 16, TARGETS[target])).messages
    gone: list[Any] = []

    def summarise(cut: list[Any]) -> str:
        gone[:] = cut
        return "They talked."

    found = trim(
        messages, max_messages=budget, target=target, format=TARGETS[target], summarise=summarise
    )
    is_no_sicker(found, messages, format=TARGETS[target], target=target)
    texts = said(TARGETS[target], found.messages)
    told = [text for text in texts if text.endswith("]\nThey talked.")]
    assert len(told) == (found.summary is not None)
    if found.summary is not None:
        assert found.cut == gone
        assert f"[Summary of {len(gone)} earlier message" in told[0]
        assert found.came_from.count(None) <= 1
    kept = [i for i in found.came_from if i is not None]
    assert sorted(kept) == kept
    assert len(kept) + len(found.cut) == len(messages)


def test_it_stands_where_the_first_message_was_cut() -> None:
    found = trim(CHAT, max_messages=4, keep=[6], summarise=lambda cut: f"{len(cut)} gone")
    assert [message["content"] for message in found.messages] == [
        "Be brief.", "user 0", "[Summary of 8 earlier messages]\n8 gone", "assistant 2", "And now?",
    ]  # fmt: skip
    assert (found.summary, found.cost, found.met) == ("8 gone", 4, True)
    assert found.came_from == (0, 1, None, 6, 11)


def test_where_roles_must_take_turns_it_joins_the_user_beside_it() -> None:
    found = trim(CHAT[1:-1], max_messages=3, target="template-gemma", summarise=lambda cut: "Talk.")
    assert found.report.ok
    task = found.messages[0]["content"]
    assert [part["text"] for part in task] == ["user 0", "[Summary of 6 earlier messages]\nTalk."]
    assert found.came_from[0] == 0
    assert CHAT[1]["content"] == "user 0"


def test_a_long_summary_takes_more_away_and_is_asked_for_again() -> None:
    asked: list[int] = []

    def summarise(cut: list[Any]) -> str:
        asked.append(len(cut))
        return "x" * 1200

    long = [
        CHAT[0],
        *({"role": r, "content": "y" * 400} for _ in range(8) for r in ("user", "assistant")),
    ]
    found = trim(long, max_tokens=900, summarise=summarise)
    assert len(asked) == 2
    assert asked == sorted(asked)
    assert asked[-1] == len(found.cut)
    assert found.met
    assert found.cost <= 900


@pytest.mark.parametrize("nothing", [None, ""])
def test_no_text_no_message(nothing: Any) -> None:
    found = trim(CHAT, max_messages=4, summarise=lambda cut: nothing)
    assert found.messages == trim(CHAT, max_messages=4).messages
    assert found.summary is None


def test_what_fits_is_not_summarised() -> None:
    def summarise(cut: list[Any]) -> str:
        raise AssertionError

    assert trim(CHAT, max_messages=11, summarise=summarise).transcript is CHAT


def test_a_summary_is_a_text_and_its_maker_s_errors_are_the_caller_s() -> None:
    with pytest.raises(DoctorError, match="summarise must return a text"):
        trim(CHAT, max_messages=4, summarise=lambda cut: 7)  # type: ignore[arg-type, return-value]
    with pytest.raises(ZeroDivisionError):
        trim(CHAT, max_messages=4, summarise=lambda cut: str(1 // 0))


def test_a_summary_on_a_chain_is_a_text_like_the_others() -> None:
    said = [{"role": role, "content": f"{n}"} for n in range(9) for role in ("user", "assistant")]
    found = trim(said, max_messages=7, target="oracle", summarise=lambda cut: f"{len(cut)} said.")
    assert found.summary is not None
    assert found.summary in str(found.messages)
    assert found.report.ok


def test_the_next_cut_takes_the_older_summary_with_it() -> None:
    cut: list[list[Any]] = []
    trimmer = Trimmer(
        max_messages=6, target="anthropic", summarise=lambda gone: str(cut.append(gone) or len(cut))
    )
    for n in range(30):
        trimmer.add({"role": "user" if n % 2 == 0 else "assistant", "content": f"words {n}"})
        sent = [message["content"] for message in trimmer.request()]
        assert sum(text.startswith("[Summary") for text in sent) <= 1
    assert len(cut) > 3
    assert all(any("[Summary" in m["content"] for m in gone) for gone in cut[1:])


def call(ident: str) -> dict[str, Any]:
    function = {"name": "read", "arguments": "{}"}
    row = {"id": ident, "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [row]}


def result(ident: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": "word " * 40}


def numbers(messages: list[Any]) -> list[int]:
    """What each summary in a list says that it stands for."""
    return [
        int(text.split()[2]) for text in said("openai-chat", messages) if text.startswith("[Sum")
    ]


class Told:
    """A summariser that writes down the calls that went into each summary, older summaries included."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def __call__(self, cut: list[Any]) -> str:
        found: list[str] = []
        for message in cut:
            for part in FORMATS["openai-chat"].parts(message):
                if part.kind == "call":
                    found.append(str(part.id))
                elif isinstance(part.text, str) and part.text.startswith("[Sum"):
                    found += part.text.split("\n", 1)[1].split(" ")
        self.calls.append(found)
        return " ".join(found)


@pytest.mark.parametrize("target", ["openai", "mistral", "template-gemma", "deepseek"])
@pytest.mark.parametrize("by", ["trimmer", "trim", "kept", "asked"])
def test_one_task_has_one_summary_of_all_that_was_cut_in_order_of_time(
    target: str, by: str
) -> None:
    """A run of one user's message: no summary is taken for the user's newest words."""
    told, task = Told(), {"role": "user", "content": "The task."}
    how: dict[str, Any] = {"max_tokens": 900, "target": target, "summarise": told}
    if by == "kept":
        how["keep"] = lambda message: message["role"] == "user"
    record, now = [task], [task]
    trimmer = Trimmer(record, **how)
    for n in range(40):
        new = [call(f"call{n:05}"), result(f"call{n:05}")]
        if by == "asked" and n % 7 == 6:
            new += [
                {"role": "assistant", "content": f"Done {n}."},
                {"role": "user", "content": "On."},
            ]
        record += new
        trimmer.add(*new)
        now = trimmer.request() if by != "trim" else trim([*now, *new], **how).messages
        texts = said("openai-chat", now)
        assert (now[0] == task) or (target == "template-gemma" and texts[0] == "The task.")
        assert len(numbers(now)) == bool(told.calls)
        if told.calls:
            at = next(i for i, text in enumerate(texts) if text.startswith("[Sum"))
            assert at == 1
            left = [row["id"] for m in now for row in m.get("tool_calls") or ()]
            assert [*told.calls[-1], *left] == [f"call{k:05}" for k in range(n + 1)]
            whole = [m for m in now if m["role"] != "user" or not numbers([m])]
            joined = sum(bool(numbers([m])) and isinstance(m["content"], list) for m in now)
            assert numbers(now)[0] == len(record) - len(whole) - joined
    assert len(told.calls) > 3


def test_a_summary_that_was_joined_to_words_is_told_where_it_leaves_them() -> None:
    """Where roles must take turns it stands in the task, which stays: there the next one takes its place."""
    first = trim(CHAT[1:-1], max_messages=3, target="template-gemma", summarise=lambda cut: "Talk.")
    seen: list[Any] = []
    more = [
        *first.messages,
        {"role": "user", "content": "So?"},
        {"role": "assistant", "content": "So."},
    ]
    found = trim(more, max_messages=3, target="template-gemma",
                 summarise=lambda cut: seen.extend(cut) or "More talk.")  # fmt: skip
    assert [part["text"] for part in found.messages[0]["content"]] == [
        "user 0", "[Summary of 8 earlier messages]\nMore talk.",
    ]  # fmt: skip
    assert seen[0]["content"] == "[Summary of 6 earlier messages]\nTalk."
    assert seen[1:] == found.cut
    (loss,) = found.losses
    assert (str(loss.place), loss.what) == ("messages[0].content[1]", "the summary before it")
    assert loss.raw is first.messages[0]["content"][1]


@pytest.mark.parametrize(
    "begins", ["[Summary of many things]\n", "[Summary of 5", "Summary of 5\n"]
)
def test_words_of_a_user_that_look_like_a_summary_are_words(begins: str) -> None:
    messages = [
        {"role": r, "content": f"{begins}{n}"} for n in range(4) for r in ("user", "assistant")
    ]
    found = trim([*messages, {"role": "user", "content": begins}], max_messages=3)
    assert found.came_from == (0, 7, 8)


def test_the_task_stays_though_a_summary_was_joined_to_it() -> None:
    trimmer = Trimmer(max_messages=7, target="template-gemma", summarise=lambda cut: "They talked.")
    for n in range(60):
        trimmer.add({"role": "user" if n % 2 == 0 else "assistant", "content": f"words {n}"})
        first = trimmer.request()[0]["content"]
        text = first if isinstance(first, str) else first[0]["text"]
        assert text == "words 0"
