"""A pasted refusal finds its law and its finding, wrapped, quoted or cut as it may be."""

from __future__ import annotations

from collections import defaultdict
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor import check, diagnose
from transcript_doctor.acts.diagnose import refusal
from transcript_doctor.acts.diagnose.meant import answer
from transcript_doctor.acts.diagnose.refusal import read_refusal
from transcript_doctor.catalog import target_named, target_names

ANTHROPIC = (
    "messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_02. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)
TWICE_OPEN: list[Any] = [
    {"role": "user", "content": "Go."},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_01", "name": "f", "input": {}}]},
    {"role": "user", "content": "And?"},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_02", "name": "f", "input": {}}]},
    {"role": "user", "content": [{"type": "text", "text": ""}]},
]  # fmt: skip


def report() -> Any:
    return check(TWICE_OPEN, target="anthropic", as_="request")


@pytest.mark.parametrize(
    "text",
    [
        ANTHROPIC,
        f'Error code: 400 - {{"type":"error","error":{{"type":"invalid_request_error","message":"{ANTHROPIC}"}}}}',
        ANTHROPIC[:110],
        ANTHROPIC.upper(),
        ANTHROPIC.replace("`", '\\"'),
        ANTHROPIC.replace("toolu_02", "toolu_99"),
        ANTHROPIC.replace("messages.3", "messages.<n>"),
    ],
)
def test_the_finding_that_the_text_means_comes_first(text: str) -> None:
    found = report()
    assert [f.code for f in found.findings] == ["P001", "P001", "C002"]
    meant = answer(read_refusal(text), found)
    assert meant.finding is not None
    assert meant.finding.code == "P001"
    if "3" in text or "toolu_02" in text:
        assert meant.finding.index == 3
    assert "anthropic" in meant.words
    assert "P001 unanswered-call" in meant.words


def test_an_index_that_differs_is_told() -> None:
    text = ANTHROPIC.replace("messages.3", "messages.2").replace("toolu_02", "toolu_99")
    meant = answer(read_refusal(text), report())
    assert meant.finding is not None
    assert "names message 2" in meant.words


def test_a_text_of_another_fault_says_what_it_means() -> None:
    text = "messages.0.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_77."
    meant = answer(
        read_refusal(text), check([{"role": "user", "content": "a"}], target="anthropic")
    )
    assert meant.finding is None
    assert "P002 orphan-result" in meant.words


def test_a_text_beyond_the_list_is_noticed() -> None:
    meant = answer(
        read_refusal(ANTHROPIC.replace("messages.3", "messages.41")),
        check([{"role": "user", "content": "a"}], target="anthropic"),
    )
    assert "1 messages" in meant.words
    assert "41" in meant.words


def test_a_text_of_another_provider_names_it() -> None:
    text = "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9."
    meant = answer(read_refusal(text), check([{"role": "user", "content": "a"}], target="openai"))
    assert "I002 invalid-id" in meant.words
    assert "--target mistral" in meant.words


def test_where_the_text_points_counts_when_its_kind_is_not_here() -> None:
    text = "messages.4: role 'system' must follow a 'user' message or an 'assistant' message"
    meant = answer(read_refusal(text), report())
    assert meant.finding is not None
    assert (meant.finding.code, meant.finding.index) == ("C002", 4)
    assert "points to" in meant.words


def test_a_known_text_on_a_sound_list_asks_for_the_list_that_was_sent() -> None:
    sound = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}] * 3
    body = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": sound[:-1]}
    meant = answer(read_refusal(ANTHROPIC), check(body, target="anthropic"))
    assert meant.finding is None
    assert "; no such fault is here: is this the list as it was sent?" in meant.words


def test_an_unknown_text_leaves_the_order() -> None:
    meant = answer(read_refusal("The moon is made of cheese."), report())
    assert meant.finding is None
    assert meant.words == "no law known here says this; the findings stand in their own order"
    healthy = answer(
        read_refusal("The moon is made of cheese."), check([{"role": "user", "content": "a"}])
    )
    assert "no such fault" not in healthy.words
    assert healthy.words.startswith("no law known here says this; it may be about something else")


BESIDE = {
    "length": [
        "prompt is too long: 209001 tokens > 200000 maximum",
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
        "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        "Input is too long for requested model.",
        "Error code: 413",
    ],
    "rate": [
        "This request would exceed your organization's rate limit of 40,000 input tokens per minute.",
        "You exceeded your current quota, please check your plan and billing details.",
        "Request failed with status code 429",
    ],
    "overload": [
        '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
        "The server is overloaded.",
        "529",
        "Error: 503 Service Unavailable",
    ],
    "access": [
        "Incorrect API key provided: sk-abc.",
        "invalid x-api-key",
        "Your credit balance is too low to access the Anthropic API.",
        "403 Forbidden",
    ],
    "model": [
        "The model `gpt-9` does not exist or you do not have access to it.",
        "not_found_error: model: claude-9",
        "models/gemini-9 is not found for API version v1beta, or is not supported for generateContent.",
    ],
    "setting": [
        "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
        "`max_tokens` must be greater than `thinking.budget_tokens`.",
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "max_tokens: Field required",
        "Invalid schema for function 'x'",
    ],
    "policy": ["Output blocked by content filtering policy, or the content filter"],
    "no reason": [
        "Request failed with status code 400",
        "Error code: 400",
        '{"error":{"message":"Provider returned error","code":400}}',
        "400 status code (no body)",
        "BadRequestError",
        "",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text"), [(name, t) for name, texts in BESIDE.items() for t in texts]
)
def test_what_is_not_about_the_history_is_named(name: str, text: str) -> None:
    pasted = read_refusal(text)
    assert pasted.beside is not None
    assert pasted.beside.name == name
    for list_ in (report(), check([{"role": "user", "content": "a"}])):
        meant = answer(pasted, list_)
        assert meant.finding is None
        assert meant.words.startswith(pasted.beside.words)
        assert "no such fault" not in meant.words
        assert ("another matter" in meant.words) is bool(list_.findings)


def test_no_sentence_of_a_law_is_taken_for_something_else() -> None:
    taken = set()
    for target in target_names():
        for law in target_named(target).laws:
            for says in filter(None, (law.says, *law.also)):
                values: dict[str, Any] = defaultdict(lambda: 3)
                found = read_refusal(Formatter().vformat(says, (), values))
                if found.beside is not None and found.beside.name != "no reason":
                    taken.add((law.rule, found.beside.name, says))
    assert taken == set()


@given(st.text())
def test_any_text_can_be_pasted(text: str) -> None:
    assert answer(read_refusal(text), report()).words


def test_where_the_message_says_nothing_the_rest_is_read() -> None:
    bare = '{"message": "Provider returned error"}'
    assert diagnose(f"{bare} a result without its tool call").code == "P002"
    told = '{"message": "a tool call without its result"}'
    assert diagnose(f"{told} (a result without its tool call is another thing)").code == "P001"


def test_no_mark_is_read_again_for_each_one_in_front_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusal, "_LONGEST", 10**6)
    for mark in ("\\", "'", "[", "messages.", "tools.0.", "at '", '"message": "'):
        assert read_refusal(mark * (400_000 // len(mark))).meanings == ()


DRIFTED = {
    "I002": [
        "tool call id must be 9 characters, letters and digits, got call_abc",
        "Tool call id must be exactly 9 alphanumeric characters",
        "invalid tool call id call_abc: length must be 9",
        "tool_use.id has wrong characters",
    ],
    "R004": ["Roles must alternate", "roles should alternate", "the same role twice: roles have to alternate"],
    "P001": ["a tool call has no result", "ToolInvocation must have a result", "every tool_use needs to have a tool_result"],
    "P002": ["tool result lacking its tool call", "tool message with no prior tool_calls"],
    "T006": ["thinking blocks are not accepted by this model"],
    "Y003": ["field 'index' of the message is not allowed", "unrecognised key 'index' in messages[3]"],
}  # fmt: skip


@pytest.mark.parametrize(("code", "text"), [(c, t) for c, texts in DRIFTED.items() for t in texts])
def test_a_sentence_that_drifted_keeps_its_rule(code: str, text: str) -> None:
    assert diagnose(text).code == code
