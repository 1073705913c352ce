"""Thinking that is bound to what was cut goes, and is listed; elsewhere it stays."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.acts.trim import trim

BOUND, FREE = "claude-opus-5-5", "claude-opus-4-1"


def thinking(n: int) -> dict[str, Any]:
    return {
        "type": "thinking",
        "thinking": f"Thought {n}.",
        "signature": "ZXhhbXBsZS1zaWduYXR1cmU=",
    }


def exchange(n: int, *, thinks: bool = True) -> list[dict[str, Any]]:
    use = {"type": "tool_use", "id": f"toolu_{n:02}", "name": "read", "input": {"n": n}}
    result = {"type": "tool_result", "tool_use_id": f"toolu_{n:02}", "content": "ok"}
    parts = [thinking(n), use] if thinks else [use]
    return [{"role": "assistant", "content": parts}, {"role": "user", "content": [result]}]


def closed_loop() -> list[dict[str, Any]]:
    """Two loops: the first is closed by an answer, the second waits for the model."""
    answer = {"role": "assistant", "content": [thinking(9), {"type": "text", "text": "Done."}]}
    asked = {"role": "user", "content": "Next."}
    task = {"role": "user", "content": "Task."}
    return [task, *exchange(1), *exchange(2), answer, asked, *exchange(3), *exchange(4)]


def thoughts(messages: list[Any]) -> list[int]:
    """The indices of the messages that think."""
    return [
        i
        for i, message in enumerate(messages)
        if isinstance(message["content"], list)
        and any(part["type"] == "thinking" for part in message["content"])
    ]


def test_bound_thinking_behind_the_cut_goes_and_is_listed() -> None:
    messages = closed_loop()
    found = trim(messages, max_messages=8, context={"model": BOUND, "thinking": "adaptive"})
    assert found.came_from == (0, 5, 6, 7, 8, 9, 10)
    assert thoughts(found.messages) == []
    kept = [i for i in thoughts(messages) if i in found.came_from]
    assert [loss.index for loss in found.losses] == kept
    assert all(loss.raw is messages[loss.index]["content"][0] for loss in found.losses)
    assert str(found.losses[0].place) == f"messages[{kept[0]}].content[0]"
    assert found.report.ok
    untouched = [i for i in found.came_from if i not in kept]
    assert all(messages[i] is found.messages[found.came_from.index(i)] for i in untouched)
    assert len(thoughts(messages)) == 5


def test_of_other_models_no_thinking_goes() -> None:
    messages = closed_loop()
    found = trim(messages, max_messages=8, context={"model": FREE, "thinking": "enabled"})
    assert found.losses == ()
    assert all(a is messages[i] for a, i in zip(found.messages, found.came_from, strict=True))
    assert found.report.findings == ()


def test_without_a_cut_thinking_stays() -> None:
    messages = closed_loop()
    found = trim(messages, max_messages=99, context={"model": BOUND})
    assert found.transcript is messages
    assert found.losses == ()


def test_where_the_model_is_not_known_the_running_loop_keeps_its_thinking() -> None:
    messages = closed_loop()
    found = trim(messages, max_messages=8)
    gone = [loss.index for loss in found.losses]
    assert gone == [i for i in found.came_from if i in (3, 5)]
    assert [found.came_from[i] for i in thoughts(found.messages)] == [7, 9]
    assert {(f.code, f.severity) for f in found.report.findings} == {("T005", "warning")}
    assert all("earlier messages were cut" in f.message for f in found.report.findings)


def test_a_running_loop_that_must_think_is_not_cut_where_its_thinking_would_go() -> None:
    """With a fixed budget of thinking the loop needs it, and on this model it would be refused."""
    messages = [{"role": "user", "content": "Task."}, *exchange(1), *exchange(2), *exchange(3)]
    bound = trim(messages, max_messages=3, context={"model": BOUND, "thinking": "enabled"})
    assert (bound.cut, bound.met, bound.least_cost) == ([], False, 7)
    free = trim(messages, max_messages=3, context={"model": FREE, "thinking": "enabled"})
    assert free.came_from == (0, 5, 6)
    first = [{"role": "user", "content": "Task."}, *exchange(1), *exchange(2, thinks=False)]
    kept = trim(first, max_messages=3, context={"model": FREE, "thinking": "enabled"})
    assert (kept.cut, kept.met) == ([], False)


def test_a_message_of_nothing_but_thinking_leaves_whole() -> None:
    alone = {"role": "assistant", "content": [thinking(7)]}
    messages = [*closed_loop()[:6], alone, *closed_loop()[6:]]
    found = trim(messages, max_messages=8, context={"model": BOUND})
    assert 6 not in found.came_from
    assert 6 in [loss.index for loss in found.losses]
    assert found.cost == len(found.messages)


@pytest.mark.parametrize("stated", [[1, 5], 5])
def test_facts_on_messages_move_with_them(stated: Any) -> None:
    messages = [*closed_loop()[:6], {"role": "user", "content": "Go."}]
    context = {"model": BOUND, "prefix_changed": "a clock", "stale_thinking_at": stated}
    found = trim(
        messages, max_messages=4, task=False, context={**context, "preserved_thinking": True}
    )
    assert found.report.ok
    stated = {**context, "stale_thinking_at": [1, 5]}
    pinned = trim(messages, max_messages=4, keep=[1], exchange=False, context=stated)
    assert (pinned.came_from, [f.index for f in pinned.report.findings]) == ((0, 1, 2, 6), [1])
    kept = trim(messages[3:], max_messages=9, context={**context, "stale_thinking_at": [2]})
    assert [f.index for f in kept.report.findings] == [2]


def test_models_of_turns_move_with_their_messages() -> None:
    messages = [{"role": "user", "content": "Task."}, *exchange(1), *exchange(2)]
    for models in ({3: "gpt-5"}, {"3": "gpt-5"}, [None, None, None, "gpt-5", None]):
        context = {"model": FREE, "turn_models": models}
        whole = trim(messages, max_messages=9, context=context)
        found = trim(messages, max_messages=3, context=context)
        assert [(f.code, f.index) for f in whole.report.findings] == [("T002", 3)]
        assert [(f.code, f.index) for f in found.report.findings] == [("T002", 1)]
