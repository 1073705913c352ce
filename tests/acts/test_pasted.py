"""A pasted refusal finds its law and its finding, wrapped, quoted or cut as it may be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor import check
from transcript_doctor.acts.pasted import answer, read_refusal

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


def test_an_unknown_text_leaves_the_order() -> None:
    meant = answer(read_refusal("The server is overloaded."), report())
    assert meant.finding is None
    assert "no law" in meant.words


@given(st.text())
def test_any_text_can_be_pasted(text: str) -> None:
    assert answer(read_refusal(text), report()).words
