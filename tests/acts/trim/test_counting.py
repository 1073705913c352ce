"""What counts: any callable of a message or of a list, an estimate without one, a tokenizer where wanted."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
import tiktoken

from tests.acts.trim.scripts import made, script
from transcript_doctor import DoctorError
from transcript_doctor.acts.trim import estimate, tokens, trim
from transcript_doctor.acts.trim.metering import counts_lists


def long_history() -> list[Any]:
    steps = [("user", 0)]
    while len(steps) < 120:
        steps += script(random.Random(len(steps)), 30, "openai-chat")[1:]
    return made("openai-chat", steps).messages


def test_a_counter_of_lists_sees_few_lists_and_only_whole_ones() -> None:
    seen: list[list[Any]] = []

    def count(messages: list[Any]) -> int:
        seen.append(messages)
        ids = [call["id"] for m in messages for call in m.get("tool_calls") or ()]
        assert ids == [m["tool_call_id"] for m in messages if m["role"] == "tool"]
        return 3 + sum(map(estimate, messages))

    messages = long_history()
    whole = 3 + sum(map(estimate, messages))
    for share in (0.1, 0.4, 0.8):
        seen.clear()
        found = trim(messages, max_tokens=int(whole * share), count=count)
        each = trim(messages, max_tokens=int(whole * share) - 3, count=estimate)
        assert found.came_from == each.came_from
        assert found.cost == count(found.messages) <= whole * share
        assert len(seen) < 20


def test_each_message_is_counted_once() -> None:
    seen: list[int] = []
    messages = long_history()
    trim(messages, max_tokens=5000, count=lambda message: seen.append(id(message)) or 5)
    assert sorted(seen) == sorted(map(id, messages))
    seen.clear()
    found = trim(messages, max_tokens=200, count=lambda message: seen.append(id(message)) or 5)
    assert len(seen) == len(set(seen)) <= len(found.messages) + 2  # and no further than is needed


def of_message(message: dict[str, Any]) -> int:
    return 1


def of_any(message: Any) -> int:
    return 1


def of_list(rows: list[dict[str, Any]]) -> int:
    return len(rows)


def of_sequence(rows: Sequence[dict[str, list[Any]]]) -> int:
    return len(rows)


def of_iterable(rows: "Iterable[Any]", *, more: int = 0) -> int:  # noqa: UP037
    return len(list(rows))


class Counter:
    def __call__(self, messages: Any) -> int:
        return len(messages)


def test_what_a_counter_takes_shows_in_its_signature() -> None:
    lists = [len, of_list, of_sequence, of_iterable, Counter(), lambda messages: 1]
    assert [counts_lists(count) for count in lists] == [True] * len(lists)
    each = [of_message, of_any, estimate, lambda m: 1, lambda: 1, dict, max]
    assert [counts_lists(count) for count in each] == [False] * len(each)


@pytest.mark.parametrize("wrong", [None, "5", 1.5, -1, True])
def test_a_counter_gives_a_whole_number(wrong: Any) -> None:
    with pytest.raises(DoctorError, match="count must give a whole number"):
        trim(long_history(), max_tokens=5, count=lambda message: wrong)


def test_the_estimate_is_near_and_rather_high() -> None:
    text = "The quick brown fox jumps over the lazy dog. " * 40
    assert 450 <= estimate({"role": "user", "content": text}) <= 530
    wide = estimate({"role": "user", "content": "结果已写入" * 100})
    assert 500 <= wide <= 800
    image = {
        "type": "image",
        "source": {"type": "base64", "media_type": "image/png", "data": "iVBO" * 90_000},
    }
    assert 1600 <= estimate({"role": "user", "content": [image]}) <= 1630
    url = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "iVBO" * 90_000}}
    assert 1600 <= estimate({"role": "user", "content": [url]}) <= 1630
    call = {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {"path": "a" * 400}}
    assert 100 <= estimate({"role": "assistant", "content": [call]}) <= 130
    for odd in (None, 7, "text", b"\0" * 9, {1: 2}, [[]], {"data": None}, "half \ud83d"):
        assert estimate(odd) > 0


def test_a_deep_message_is_estimated_too() -> None:
    deep: Any = "x"
    for _ in range(50_000):
        deep = [deep]
    assert estimate(deep) == 5


def letters() -> tiktoken.Encoding:
    """An encoding that needs no file: each byte is a token."""
    ranks = {bytes([n]): n for n in range(256)}
    return tiktoken.Encoding("letters", pat_str=r".+", mergeable_ranks=ranks, special_tokens={})


def test_a_tokenizer_counts_what_is_said() -> None:
    count = tokens(letters())
    assert count({"role": "user", "content": "hello"}) == 4 + 5
    assert count({"content": [{"text": "é"}, None, 3, b"\0"]}) == 4 + 2 + 1 + 1 + 1600
    assert count({"content": "half \ud83d <|endoftext|>"}) == 4 + 20
    assert count({"data": "A" * 999}) == 4 + 4 + 1600
    with pytest.raises(DoctorError, match=r"no encoding 'no-such'; it has .*o200k_base"):
        tokens("no-such")
    with pytest.raises(DoctorError, match="a name or an encoding of tiktoken, not '5'"):
        tokens(5)


def test_an_encoding_that_cannot_be_fetched_is_told_on_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(name: str) -> Any:
        raise OSError(f"no way\nto {name}" + "x" * 999)

    monkeypatch.setattr(tiktoken, "get_encoding", fails)
    with pytest.raises(
        DoctorError, match=r"could not load 'o200k_base'.*: OSError: no way to o200"
    ) as told:
        tokens("o200k_base")
    assert len(str(told.value)) < 300


def test_without_the_tokenizer_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "tiktoken", None)
    with pytest.raises(DoctorError, match=r"pip install '\.\[tokens\]' in a clone"):
        tokens()
