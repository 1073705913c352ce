"""A script is played step by step: what a step may be, which ids its calls get, and when it ends."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.provider import rate_limited
from transcript_doctor.testing import (
    BadStep,
    Play,
    Request,
    ScriptEnded,
    StepsLeft,
    call,
    fail,
    forever,
    reply,
    request_of,
    say,
    shape,
    stuck,
    text,
    tool_result,
    user,
)

EMPTY = request_of("", [], [])
READ = call("read", {"path": "a.py"})


def after(*messages: dict[str, Any]) -> Request:
    return request_of("", list(messages), [])


def ids(message: dict[str, Any]) -> list[str]:
    return [part["id"] for part in message["content"] if part["type"] == "toolCall"]


@pytest.mark.parametrize(
    ("message", "label"),
    [
        (reply(), "stop"),
        (say("x"), "stop"),
        (reply(text("x"), READ), "toolUse"),
        (reply(READ, stop_reason="stop"), "stop"),
        (reply("x", stop_reason="toolUse"), "toolUse"),
        (fail("503"), "error"),
        (fail("503", "half", READ), "error"),
    ],
)
def test_a_label_is_derived_unless_it_is_given(message: dict[str, Any], label: str) -> None:
    assert message["stop_reason"] == label
    assert Play([message]).next(EMPTY)["stop_reason"] == label


def test_the_builders_make_plain_messages() -> None:
    assert say("Hi.") == {
        "role": "assistant",
        "content": [{"type": "text", "text": "Hi."}],
        "stop_reason": "stop",
    }
    assert fail("503 overloaded") == {
        "role": "assistant",
        "content": [],
        "stop_reason": "error",
        "error_message": "503 overloaded",
    }
    asked = call("read", {"path": "a.py"}, id="x9")
    assert asked == {"type": "toolCall", "id": "x9", "name": "read", "arguments": {"path": "a.py"}}
    assert tool_result(asked, "A = 1", is_error=True) == {
        "role": "toolResult",
        "tool_call_id": "x9",
        "tool_name": "read",
        "content": "A = 1",
        "is_error": True,
    }
    assert user("Hi.") == {"role": "user", "content": "Hi."}


@pytest.mark.parametrize(
    ("request_", "step", "expected"),
    [
        (EMPTY, reply(READ, READ, READ), ["c1", "c2", "c3"]),
        (EMPTY, reply(READ, call("read", id="c1"), READ), ["c2", "c1", "c3"]),
        (after(reply(call("read", id="c2")), tool_result(call("read", id="c2"), "")), reply(READ, READ), ["c1", "c3"]),
        (after(tool_result(call("read", id="c1"), "")), reply(READ), ["c2"]),
        (after({"role": "toolResult", "toolCallId": "c1"}), reply(READ), ["c2"]),
        (after({"role": "assistant", "content": "x"}, {"role": "toolResult", "tool_call_id": ["c1"]}), reply(READ), ["c1"]),
        (EMPTY, {"role": "assistant", "content": [{"type": "toolCall", "name": "read", "arguments": {}}]}, ["c1"]),
        (EMPTY, lambda request: reply(READ), ["c1"]),
        (EMPTY, fail("503", READ), ["c1"]),
    ],
)  # fmt: skip
def test_a_call_without_an_id_gets_the_lowest_free_one(
    request_: Request, step: Any, expected: list[str]
) -> None:
    assert ids(Play([step]).next(request_)) == expected


@given(st.lists(st.sampled_from(["c1", "c2", "c3", "c11", "x", ""]), max_size=4), st.integers(0, 4))
def test_given_ids_are_free_ones(taken: list[str], fresh: int) -> None:
    before = [reply(call("read", id=ident)) for ident in taken]
    given = ids(Play([reply(*[READ] * fresh)]).next(after(*before)))
    free = [f"c{n}" for n in range(1, 12) if f"c{n}" not in taken]
    assert given == free[:fresh]


def test_a_step_is_never_changed_by_being_played() -> None:
    step = reply(READ)
    play = Play([step, step])
    first = play.next(EMPTY)
    first["content"].append(text("more"))
    assert step == reply(READ)
    assert READ["id"] is None
    assert play.next(EMPTY) == reply({**READ, "id": "c1"})


def test_content_that_is_a_text_becomes_a_part() -> None:
    steps: list[Any] = [{"role": "assistant", "content": words} for words in ("Hi.", "", None)]
    play = Play(steps)
    assert [play.next(EMPTY) for _ in steps] == [say("Hi."), reply(), reply()]


def test_steps_may_be_functions_of_both_kinds() -> None:
    async def later(request: Request) -> dict[str, Any]:
        await asyncio.sleep(0)
        return say(request.user_text)

    steps = [lambda request: say(request.user_text), later]
    request = after(user("one"))
    play = Play(steps)
    assert [play.next(request), play.next(request)] == [say("one")] * 2

    async def both() -> list[Any]:
        play = Play(steps)
        return [await play.anext(request), await play.anext(request)]

    assert asyncio.run(both()) == [say("one")] * 2


def test_an_async_step_within_a_loop_must_be_awaited() -> None:
    async def later(request: Request) -> dict[str, Any]:
        return say("x")

    async def wrong() -> None:
        Play([later]).next(EMPTY)

    with pytest.raises(BadStep, match="acomplete"):
        asyncio.run(wrong())


def test_an_awaitable_of_any_kind_is_waited_for() -> None:
    class Later:
        def __await__(self) -> Any:
            return asyncio.sleep(0, say("x")).__await__()

    assert Play([lambda request: Later()]).next(EMPTY) == say("x")

    async def wrong() -> None:
        Play([lambda request: Later()]).next(EMPTY)

    with pytest.raises(BadStep, match="acomplete"):
        asyncio.run(wrong())


@pytest.mark.parametrize("content", [5, {"type": "text", "text": "x"}])
def test_content_that_is_no_list_of_parts_is_refused(content: Any) -> None:
    with pytest.raises(BadStep, match="a list of parts, not"):
        Play([{"role": "assistant", "content": content}]).next(EMPTY)


def test_a_label_in_another_spelling_stays_alone() -> None:
    step = {"role": "assistant", "content": [text("x")], "stopReason": "length"}
    assert Play([step]).next(EMPTY) == step


def test_what_a_function_raises_is_raised_and_the_step_is_used_up() -> None:
    def down(request: Request) -> dict[str, Any]:
        raise TimeoutError("read timed out")

    play = Play([down, say("x")])
    with pytest.raises(TimeoutError):
        play.next(EMPTY)
    assert play.next(EMPTY) == say("x")


def test_a_script_ends() -> None:
    play = Play([say("x")])
    play.next(EMPTY)
    for _ in range(2):
        with pytest.raises(ScriptEnded, match=r"has 1 step, and one more answer was asked for"):
            play.next(EMPTY)
    with pytest.raises(ScriptEnded, match="has 0 step"):
        Play([]).next(EMPTY)


def test_a_repeating_step_does_not() -> None:
    play = Play([say("first"), forever(reply(READ))])
    assert [shape([play.next(EMPTY)]) for _ in range(5)] == ["A", *["A[c1]"] * 4]
    play.finish()
    assert forever(stuck(READ)) == stuck(READ)


def test_what_is_left_over_is_told() -> None:
    def answer(request: Request) -> dict[str, Any]:
        return say("x")

    play = Play([say("x"), reply("I look.", READ), answer, stuck(READ)])
    play.next(EMPTY)
    with pytest.raises(StepsLeft) as fault:
        play.finish()
    assert str(fault.value) == (
        "2 of 4 steps of the script were not played; the next would have been "
        'assistant -> "I look.", toolCall read({"path": "a.py"})'
    )
    play.next(EMPTY)
    with pytest.raises(StepsLeft, match=r"1 of 4 .* the function answer$"):
        play.finish()


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        (say("x"), "not one step"),
        (stuck(READ), "not one step"),
        ("x", "not str"),
        (None, "not NoneType"),
        (lambda request: say("x"), "not function"),
        (["Hello."], r"step 1 is no step: a text; write say\('Hello.'\)"),
        ([say("x"), 5], "step 2 is no step: int"),
        ([forever(5)], "step 1 is no step: int"),
        (
            [{"call": "bash"}],
            r"objects are for script files \(script='steps.yaml'\).* or reply\(call\('bash'\)\)$",
        ),
        (
            [say("x"), {"trouble": "overloaded"}],
            "step 2 is no step: an object with trouble; objects are for",
        ),
        ([{}], "an object with nothing"),
        ([READ], r"step 1 is no step: a call by itself; write reply\(call\('read', ...\)\)"),
        ([text("x")], r"a part of type 'text'; put it into reply\(...\)"),
        ([user("x")], "a message of role 'user'; a step is what the assistant says"),
        ([stuck(READ), say("x")], "step 2 is never reached: step 1 repeats without end"),
    ],
)
def test_what_is_no_script_is_refused_at_once(steps: Any, says: str) -> None:
    with pytest.raises(BadStep, match=says):
        Play(steps)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (None, "step 1 answered with no message: NoneType"),
        ("Hi.", r"write say\('Hi.'\)"),
        (user("Hi."), "a message of role 'user'"),
    ],
)
def test_a_function_that_returns_no_reply_is_named(answer: Any, says: str) -> None:
    with pytest.raises(BadStep, match=says):
        Play([lambda request: answer]).next(EMPTY)


@pytest.mark.parametrize("part", [5, None, {"text": "x"}, [text("x")]])
def test_what_is_no_part_is_refused(part: Any) -> None:
    with pytest.raises(BadStep, match="made of parts"):
        reply(part)


class Trouble:
    """A step that no model can say."""


def test_what_the_player_is_told_to_let_through_is_handed_out_as_it_is() -> None:
    trouble = Trouble()
    play = Play([trouble, forever(trouble)], passing=(Trouble,))
    assert [play.take() for _ in range(3)] == [(1, trouble), (2, trouble), (2, trouble)]
    with pytest.raises(BadStep):
        Play([trouble])
    with pytest.raises(BadStep):
        Play([object()], passing=(Trouble,))


def test_a_request_knows_its_newest_words_and_result() -> None:
    one, two = call("read", id="c1"), call("read", id="c2")
    request = after(
        user("Find it."),
        reply(one),
        tool_result(one, "A"),
        {"role": "user", "content": [{"type": "text", "text": "And"}, {"type": "text", "text": " this?"}, 5]},
        reply(two),
        tool_result(two, "B"),
        say("x"),
    )  # fmt: skip
    assert request.last_result == tool_result(two, "B")
    assert request.user_text == "And this?"
    assert request.ids == {"c1", "c2"}
    assert (EMPTY.last_result, EMPTY.user_text, EMPTY.ids) == (None, "", set())
    odd = after({"role": "user"}, {"role": "assistant", "content": [5, {"type": "toolCall"}]})
    assert (odd.user_text, odd.ids) == ("", set())


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (lambda: say(5), "what is said is a text, not an int: 5"),
        (lambda: text(None), "what is said is a text, not a NoneType: None"),
        (lambda: call(5), "the name of a tool is a text, not an int: 5"),
        (lambda: call("read", id=5), "an id is a text, not an int: 5"),
        (lambda: call("read", ["x"]), "arguments are a dict, or a text that is no JSON, not a list"),
        (lambda: reply("x", stop_reason="nope"), "stop_reason is one of stop, toolUse, length, error, aborted, not 'nope'"),
        (lambda: reply("x", stop_reason=["stop"]), "stop_reason is one of"),
        (lambda: fail(503), "why a reply failed is a text, not an int: 503"),
    ],
)  # fmt: skip
def test_what_builders_do_not_take_is_named(build: Any, says: str) -> None:
    with pytest.raises(BadStep) as fault:
        build()
    assert str(fault.value).startswith(says)


def test_trouble_is_for_the_provider_alone() -> None:
    with pytest.raises(
        BadStep, match=r"what goes wrong on the way, .* is for the provider over HTTP alone"
    ):
        Play([rate_limited()])
