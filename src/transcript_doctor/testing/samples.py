"""A small history for tests of what handles histories: trimmers, converters, stores."""

from __future__ import annotations

from typing import Any

from transcript_doctor.testing.saying import Message, call, reply, say, text, tool_result, user


def parallel_calls(format: str = "pi") -> list[Any]:
    """Return a healthy history with two calls in one turn and both results, in a format or for a target.

    Whoever drops, moves or doubles one of its messages without care makes it a sick one. Raises
    `UnknownTarget` for a name that is neither.
    """
    one = call("read", {"path": "a.py"}, id="call00001")
    two = call("read", {"path": "b.py"}, id="call00002")
    history: list[Message] = [
        user("Read a.py and b.py."),
        reply(text("I look at both."), one, two),
        tool_result(one, "A = 1\n"),
        tool_result(two, "B = 2\n"),
        say("a.py sets A = 1 and b.py sets B = 2."),
        user("Thank you."),
    ]
    if format in ("pi", "lab"):
        return history
    from transcript_doctor.acts.convert import convert  # dear to load

    return convert(history, to=format, format="pi", as_="request").messages
