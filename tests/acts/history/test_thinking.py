"""The thinking duty: what is bound to another system prompt, or other tools, leaves the request and is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.acts.history import History
from transcript_doctor.core.errors import IllegalRequest

BOUND, FREE = "claude-opus-5-5", "claude-opus-4-1"
TOOLS = [{"name": "read", "input_schema": {"type": "object"}}]
MORE = [*TOOLS, {"name": "write", "input_schema": {"type": "object"}}]


def thought(number: int) -> dict[str, Any]:
    return {
        "type": "thinking",
        "thinking": f"Thought {number}.",
        "signature": "ZXhhbXBsZS1zaWduYXR1cmU=",
    }


def turn(number: int) -> dict[str, Any]:
    use = {"type": "tool_use", "id": f"toolu_{number}", "name": "read", "input": {}}
    return {"role": "assistant", "content": [thought(number), use]}


def said(number: int) -> dict[str, Any]:
    return {"role": "assistant", "content": [thought(number), {"type": "text", "text": "Done."}]}


def talk(history: History, number: int, **sent: Any) -> list[Any]:
    """One question, one call, one answer; return the first request of it."""
    history.user("Go.")
    request = history.request(**sent)
    history.assistant(turn(number))
    history.results({f"toolu_{number}": "ok"})
    history.request(**sent)
    history.assistant(said(number + 1))
    return request


def thoughts(messages: list[Any]) -> list[str]:
    parts = [p for m in messages if isinstance(m["content"], list) for p in m["content"]]
    return [part["thinking"] for part in parts if part["type"] == "thinking"]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ({"system": "a", "tools": TOOLS}, {"system": "b", "tools": TOOLS}),
        ({"system": "a", "tools": TOOLS}, {"system": "a", "tools": MORE}),
        ({"system": "a"}, {"system": [{"type": "text", "text": "a"}]}),
    ],
)
def test_thinking_that_is_bound_to_another_prefix_goes(
    first: dict[str, Any], then: dict[str, Any]
) -> None:
    history = History("anthropic", model=BOUND)
    talk(history, 1, **first)
    record = history.record
    request = talk(history, 3, **then)
    assert thoughts(request) == []
    assert [loss.raw for loss in history.losses] == [thought(1), thought(2)]
    assert thoughts(history.record) == [f"Thought {n}." for n in (1, 2, 3, 4)]
    assert history.record[: len(record)] == record
    history.user("Go on.")
    last = history.request(**then)
    assert thoughts(last) == ["Thought 3.", "Thought 4."]
    assert check(last, target="anthropic", context={"model": BOUND}, as_="request").ok


def test_a_prefix_that_comes_back_brings_its_thinking_back() -> None:
    history = History("anthropic", model=BOUND)
    talk(history, 1, system="a")
    talk(history, 3, system="b")
    history.user("Go on.")
    assert thoughts(history.request(system="b")) == ["Thought 3.", "Thought 4."]
    assert thoughts(history.request(system="a")) == ["Thought 1.", "Thought 2."]
    assert [loss.raw for loss in history.losses] == [thought(3), thought(4)]


@pytest.mark.parametrize(
    ("target", "model", "first", "then"),
    [
        ("anthropic", FREE, {"system": "a"}, {"system": "b"}),
        ("anthropic", BOUND, {"system": "a"}, {"system": "a"}),
        ("anthropic", BOUND, {"system": "a"}, {}),
        ("anthropic", BOUND, {}, {"system": "a"}),
        ("anthropic", BOUND, {"tools": TOOLS}, {"tools": [dict(reversed(TOOLS[0].items()))]}),
    ],
)
def test_where_nothing_is_bound_or_nothing_changed_all_thinking_stays(
    target: str, model: str, first: dict[str, Any], then: dict[str, Any]
) -> None:
    history = History(target, model=model)
    talk(history, 1, **first)
    assert thoughts(talk(history, 3, **then)) == ["Thought 1.", "Thought 2."]
    assert history.losses == ()


def test_a_model_that_is_not_known_gets_no_thinking_that_some_refuse() -> None:
    history = History("anthropic")
    talk(history, 1, system="a")
    assert thoughts(talk(history, 3, system="b")) == []


def test_a_message_of_thinking_alone_goes_as_a_whole() -> None:
    history = History("anthropic", model=BOUND)
    history.user("Go.")
    history.request(system="a")
    history.assistant({"role": "assistant", "content": [thought(1)]})
    history.user("Go on.")
    assert [m["role"] for m in history.request(system="b")] == ["user", "user"]


def test_in_a_running_tool_loop_it_may_neither_stay_nor_go() -> None:
    history = History("anthropic", model=BOUND)
    history.user("Go.")
    history.request(system="a")
    history.assistant(turn(1))
    history.results({"toolu_1": "ok"})
    with pytest.raises(
        IllegalRequest, match=r"T005 .* the system prompt changed while a tool loop"
    ):
        history.request(system="b")
    assert thoughts(history.request(system="a")) == ["Thought 1."]
    history.assistant(said(2))
    history.user("Go on.")
    assert thoughts(history.request(system="b")) == []


def test_where_thinking_is_switched_off_no_loop_needs_it() -> None:
    history = History("anthropic", model=BOUND, context={"thinking": "disabled"})
    history.user("Go.")
    history.request(system="a")
    history.assistant(turn(1))
    history.results({"toolu_1": "ok"})
    assert thoughts(history.request(system="b")) == []
    assert [loss.what for loss in history.losses] == ["bound thinking"]


def test_what_a_message_was_made_under_is_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    with History.open(path, "anthropic", model=BOUND) as history:
        talk(history, 1, system="a secret prompt", tools=TOOLS)
        history.user("Go on.")
    with History.open(path) as history:
        assert history.model == BOUND
        assert len(thoughts(history.request(system="a secret prompt", tools=TOOLS))) == 2
        assert thoughts(history.request(system="b", tools=TOOLS)) == []
    assert "a secret prompt" not in path.read_text(encoding="utf-8")
