"""Taking messages as they come: an SDK's response, a message, a text. What is stored is never rebuilt."""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.acts.history.foreign import must_be_own
from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.core.errors import BadMessage
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.format import Format
from transcript_doctor.core.outline import Call, Outline
from transcript_doctor.core.responses import answer_in, said_instead
from transcript_doctor.core.wording import with_article

_SAYS_NOTHING = frozenset({"C001", "C002"})
_NO_FACTS = Facts({})


class Taken(NamedTuple):
    """Messages of one speaker, read: what the history has to know of them."""

    messages: list[Any]
    roles: str
    """One letter a message, as in an outline."""
    calls: list[Call]
    hidden: bool = False
    """Whether this is a turn that a request leaves out: failed, and empty."""
    counted: Outline | None = None
    """What was read, where something in it counts towards the whole list: media, cache markers, ids of
    items, calls that the provider runs itself."""


def reply(format: Format, given: Any) -> Taken:
    """Return the assistant's messages in what a provider sent; raises `BadMessage` where there are none.

    A whole response gives its message (all items of its output, for a list of items); of several
    choices the first.
    """
    value = plain(given)
    if type(value) is str:
        if format.verbs is None:
            raise _no_message(given)
        return _read(format, [format.verbs.say("assistant", value)])
    messages = _messages(format, value, given)
    if len(messages) == 1 and _is_plainest(format, messages[0]):
        return Taken(messages, "a", [])
    return _read(format, messages)


def _is_plainest(format: Format, message: Any) -> bool:
    """Tell whether a message is one text, written as the format itself would write it: most are."""
    text = message.get("content") if type(message) is dict and len(message) == 2 else None
    if type(text) is not str or not text or format.verbs is None:
        return False
    return bool(message == format.verbs.say("assistant", text))


def _messages(format: Format, value: Any, given: Any) -> list[Any]:
    """Return the messages in a value that is no text."""
    if type(value) is list and format.verbs is not None and format.verbs.parts_key is None:
        return list(value)  # the items of an output
    if type(value) is not dict:
        if type(value) is list:
            must_be_own(format, read(format, value))
        raise _no_message(given)
    answer = answer_in(value)
    if answer is None or answer.messages == ({},):
        if (instead := said_instead(value)) is not None:
            raise BadMessage(f"this answer holds no message ({instead}): there is nothing to keep")
        return [value]
    if answer.format != format.name:
        raise BadMessage(
            f"this is {with_article(answer.kind)}, and this history keeps messages of {format.title}"
        )
    if answer.messages:
        return list(answer.messages)
    if not answer.root and "role" in value:
        # What the server says of its message beside it (usage, reason to stop) is no part of it.
        return [{"role": value["role"], "content": value["content"]}]
    return []


def _no_message(given: Any) -> BadMessage:
    return BadMessage(f"{with_article(type(given).__name__)} holds no message of an assistant")


def again(format: Format, messages: list[Any]) -> Taken:
    """Return messages that were taken before, whoever said them."""
    return _taken(read(format, messages), messages)


def _read(format: Format, messages: list[Any]) -> Taken:
    """Read the assistant's messages; raises where one of them is somebody else's."""
    outline = read(format, messages)
    must_be_own(format, outline)
    for i, role in enumerate(outline.roles):
        if role != "a" and not (role == "?" and outline.letters[i] == "O"):
            raise BadMessage(f"a message of the role {outline.role_of(i)!r} is no assistant's")
    return _taken(outline, messages)


def _taken(outline: Outline, messages: list[Any]) -> Taken:
    hidden = bool(messages) and outline.failed >= set(range(len(messages))) <= outline.empty
    counted = outline if _counts(outline) else None
    return Taken(messages, outline.roles, outline.calls, hidden, counted)


def read(format: Format, messages: list[Any]) -> Outline:
    """Return the outline of a few messages."""
    outline = Outline(format.name, messages, {}, _NO_FACTS)
    format.read(outline)
    return outline


def without_failures(format: Format, messages: list[Any]) -> list[Any]:
    """Return messages without the turns that a request leaves out: failed, and empty."""
    outline = read(format, messages)
    gone = outline.failed & outline.empty
    return [message for i, message in enumerate(messages) if i not in gone]


def _counts(outline: Outline) -> bool:
    hosted = outline.hosted_calls or outline.hosted_results
    return bool(outline.media or outline.markers or outline.items or hosted)


def speech(format: Format, content: Any) -> Taken:
    """Return a user's message: of a text, of a list of parts, or as it is; raises `BadMessage`."""
    value = plain(content)
    verbs = format.verbs
    if type(value) is list and verbs is not None:
        if not all(type(part) is dict for part in value):
            raise BadMessage("a part of what a user says is an object")
        key = verbs.parts_key or "content"
        value = {**verbs.say("user", ""), key: value}
    if type(value) is not dict:
        raise BadMessage("a user says a text, a list of parts, or a message")
    outline = read(format, [value])
    if outline.roles != "u":
        raise BadMessage(f"a message of the role {outline.role_of(0)!r} is no user's")
    if outline.results:
        raise BadMessage("results of calls come through results(), which pairs them")
    if outline.empty or any(note.code in _SAYS_NOTHING for note in outline.notes):
        # Many targets refuse it, and those that take it have nothing to answer.
        raise BadMessage("this user message, or a part of it, says nothing")
    return _taken(outline, [value])
