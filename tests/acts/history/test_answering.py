"""One call in, exactly one result out: what `answer_calls` writes, and what it refuses."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.acts import sdk_objects
from tests.acts.history.makers import TARGETS, calling, ident, messages_of, saying
from transcript_doctor import check, shape
from transcript_doctor.acts.history import Failed, answer_calls
from transcript_doctor.core.answers import FAILED, RETURNED_NOTHING
from transcript_doctor.core.errors import BadAnswers, BadMessage, BadOption


def user(target: str) -> Any:
    if TARGETS[target] == "gemini":
        return {"role": "user", "parts": [{"text": "Go."}]}
    if TARGETS[target] == "bedrock":
        return {"role": "user", "content": [{"text": "Go."}]}
    return {"role": "user", "content": "Go."}


@pytest.mark.parametrize("target", TARGETS)
def test_two_parallel_calls_are_answered_in_call_order(target: str) -> None:
    turn = calling(target, [1, 2])
    made = answer_calls(
        turn, {ident(target, 2): {"port": 8080}, ident(target, 1): "ok"}, target=target
    )
    whole = [user(target), *messages_of(turn), *made]
    one = TARGETS[target] in ("anthropic", "gemini", "bedrock")
    assert len(made) == (1 if one else 2)
    report = check(whole, format=TARGETS[target], target=target, as_="request")
    assert report.ok, report.findings
    assert '{\\"port\\": 8080}' in repr(made).replace('"', '\\"')
    text = shape(whole, format=TARGETS[target])
    assert text.index("c1", text.index("R(")) < text.index("c2", text.index("R("))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("value", ["", " \n", None, Failed(""), Failed("no such file"), KeyError()])
def test_every_value_makes_a_result_that_the_target_takes(target: str, value: Any) -> None:
    turn = calling(target, [1])
    made = answer_calls(turn, {ident(target, 1): value}, target=target)
    whole = [user(target), *messages_of(turn), *made]
    report = check(whole, format=TARGETS[target], target=target, as_="request")
    assert report.ok, report.findings


CHAT = calling("openai", [1, 2])
ONE, TWO = ident("openai", 1), ident("openai", 2)


@pytest.mark.parametrize(
    ("results", "code", "missing", "unknown"),
    [
        ({ONE: "a"}, "P001", (TWO,), ()),
        ({}, "P001", (ONE, TWO), ()),
        ({ONE: "a", TWO: "b", "c9": "c"}, "P002", (), ("c9",)),
        ({ONE: "a", "c9": "c"}, "P002", (TWO,), ("c9",)),
        ({ONE: "a", TWO: "b", 7: "c"}, "P002", (), ("7",)),
    ],
)
def test_ids_that_are_missing_or_unknown_are_named(
    results: dict[Any, str], code: str, missing: tuple[str, ...], unknown: tuple[str, ...]
) -> None:
    with pytest.raises(BadAnswers) as refusal:
        answer_calls(CHAT, results)
    assert (refusal.value.code, refusal.value.missing, refusal.value.unknown) == (
        code, missing, unknown,
    )  # fmt: skip
    assert all(word in str(refusal.value) for word in (*missing, *unknown))


def test_a_turn_without_calls_has_nothing_to_append() -> None:
    assert answer_calls(saying("openai", "Hello."), {}) == []
    with pytest.raises(BadAnswers):
        answer_calls(saying("openai", "Hello."), {"c1": "a"})


@pytest.mark.parametrize(
    ("value", "content"),
    [
        ("text", "text"),
        ({"é": [1, None, True]}, '{"é": [1, null, true]}'),
        (9.5, "9.5"),
        (Failed("boom"), "boom"),
        (Failed(""), FAILED),
        (ValueError("port"), "ValueError: port"),
        (ValueError(), "ValueError"),
        ("half \ud800 pair", "half \ufffd pair"),
        ("", ""),
    ],
)
def test_what_a_value_says(value: Any, content: str) -> None:
    made = answer_calls(calling("openai", [1]), {ONE: value})
    assert made == [{"role": "tool", "tool_call_id": ONE, "content": content}]


@pytest.mark.parametrize("failed", [True, False])
def test_a_failure_is_marked_where_the_format_has_a_mark(failed: bool) -> None:
    value = Failed("boom") if failed else "boom"
    marks = {
        "anthropic": lambda m: m["content"][0].get("is_error", False),
        "bedrock": lambda m: m["content"][0]["toolResult"].get("status") == "error",
        "gemini": lambda m: "error" in m["parts"][0]["functionResponse"]["response"],
        "lab": lambda m: m["is_error"],
    }
    for target, is_marked in marks.items():
        made = answer_calls(calling(target, [1]), {ident(target, 1): value}, target=target)
        assert is_marked(made[0]) is failed


def test_a_result_that_says_nothing_is_kept_where_that_is_taken() -> None:
    for target, said in (("anthropic", ""), ("openai", ""), ("bedrock", RETURNED_NOTHING)):
        made = answer_calls(calling(target, [1]), {ident(target, 1): ""}, target=target)
        assert said in repr(made)
        assert (RETURNED_NOTHING in repr(made)) is (said != "")


class Rude(Exception):
    def __str__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    "value",
    [
        date(2026, 1, 1),
        {1, object()},
        b"bytes",
        [[b"a"]],
        float("nan"),
        {"a": [float("inf")]},
        Failed(float("nan")),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_json_is_no_result(value: Any) -> None:
    with pytest.raises(BadOption, match="JSON"):
        answer_calls(calling("openai", [1]), {ONE: value})


def test_an_exception_that_cannot_speak_is_a_failure_all_the_same() -> None:
    made = answer_calls(calling("openai", [1]), {ONE: Rude()})
    assert made[0]["content"] == "Rude"


def test_calls_without_ids_are_answered_by_name() -> None:
    part = {"functionCall": {"name": "read", "args": {}}}
    turn = {"role": "model", "parts": [part, {**part}]}
    (made,) = answer_calls(turn, {"read#2": "b", "read": "a"})
    said = [p["functionResponse"] for p in made["parts"]]
    assert said == [
        {"name": "read", "response": {"result": "a"}},
        {"name": "read", "response": {"result": "b"}},
    ]
    legacy = {
        "role": "assistant",
        "content": None,
        "function_call": {"name": "f", "arguments": "{}"},
    }
    assert answer_calls(legacy, {"f": "a"}) == [{"role": "function", "name": "f", "content": "a"}]


@pytest.mark.parametrize(
    ("given", "key", "target"),
    [
        (sdk_objects.anthropic_message, "toolu_1", "anthropic"),
        (sdk_objects.chat_completion, "call_1", "openai"),
        (sdk_objects.chat_message, "call_1", "openai"),
        (sdk_objects.response, "call_1", "openai-responses"),
        (sdk_objects.gemini_response, "read", "gemini"),
        (sdk_objects.gemini_content, "read", "gemini"),
    ],
)
def test_objects_of_the_sdks_are_taken_as_they_are(given: Any, key: str, target: str) -> None:
    made = answer_calls(given(), {key: "8080"}, target=target)
    assert "8080" in repr(made)
    with pytest.raises(BadAnswers):
        answer_calls(given(), {}, target=target)


@pytest.mark.parametrize("given", [None, 7, [], "text", [[1]], {"role": "user", "content": "a"}])
def test_what_is_no_assistants_message_is_refused(given: Any) -> None:
    with pytest.raises(BadMessage):
        answer_calls(given, {}, target="openai" if given != "text" else None)


@pytest.mark.parametrize("results", [None, ["a"], "a"])
def test_results_are_a_mapping(results: Any) -> None:
    with pytest.raises(BadOption):
        answer_calls(CHAT, results)
