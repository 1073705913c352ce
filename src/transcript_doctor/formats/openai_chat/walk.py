"""The walk over OpenAI chat messages; `calls` and `parts` read what is in them."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.noting import note_content, note_role, note_text, note_unreadable
from transcript_doctor.core.outline import (
    ASSISTANT,
    CALLS,
    PLAIN,
    RESULTS,
    UNREADABLE,
    Outline,
    Reasoning,
    Result,
)
from transcript_doctor.core.tidy import whole_in_messages
from transcript_doctor.core.walk import MISSING, read_all, see_wide, type_of, type_words
from transcript_doctor.formats.openai_chat.calls import read_call, read_id, read_legacy_call
from transcript_doctor.formats.openai_chat.keys import KEYS, REASONING_KEYS
from transcript_doctor.formats.openai_chat.parts import note_extras, read_parts
from transcript_doctor.formats.openai_chat.payloads import read_flag, read_weight

ROLES = {
    "user": "u",
    "assistant": "a",
    "tool": "t",
    "system": "s",
    "developer": "s",
    "function": "t",
}
STAND_INS = ("refusal", "audio", "function_call")
"""What an assistant message may hold in the place of content and calls."""


def read(out: Outline) -> None:
    """Fill the outline: one walk."""
    read_all(out, _message)
    # Some targets overlook calls in the first message, and so find its results without a call.
    out.untidy = out.letters.startswith(CALLS) or not whole_in_messages(out)


def _message(out: Outline, i: int, message: Any) -> tuple[str, str]:
    """Read one message; return its letters for `roles` and `letters`."""
    if type(message) is not dict:
        note_unreadable(out, i, message)
        return "?", UNREADABLE
    role = _role(out, i, message)
    return role, _READERS[role](out, i, message)


def _role(out: Outline, i: int, message: dict[str, Any]) -> str:
    """Return the letter of a message's role, and look at the keys that the role does not have."""
    word = message.get("role", MISSING)
    role = note_role(out, i, word, ROLES)
    if role is None:
        return "?"
    if word == "developer":
        out.note("R002", "developer", i, ("role",), role=word)
    if not message.keys() <= KEYS[role]:
        _odd_keys(out, i, role, message)
    return role


def _odd_keys(out: Outline, i: int, role: str, message: dict[str, Any]) -> None:
    """Look at keys outside the format's own: reasoning beside the content, and unknown ones."""
    known = KEYS[role]
    if role == "a":
        known = known.union(REASONING_KEYS)
        for key in REASONING_KEYS:
            if message.get(key) is not None:
                _reasoning(out, i, key, message[key])
        if message.get("weight") is not None:
            known = known.union(("weight",))
            read_weight(out, i, message["weight"])
    elif message.get("tool_calls") == []:
        # OpenAI overlooks an empty list here, as others overlook null.
        known = known.union(("tool_calls",))
    note_extras(out, i, (), message, known, str(message["role"]))


def _reasoning(out: Outline, i: int, key: str, value: Any) -> None:
    text = value if type(value) is str else None
    out.reasoning.append(Reasoning(i, (key,), "field", text, None, True, False, value))
    out.note("T006", "reasoning" if key == "reasoning" else "field", i, (key,), key=key)
    see_wide(out, i, (key,), value)


def _unknown(out: Outline, i: int, message: dict[str, Any]) -> str:
    """Read a message whose role nobody knows: what it holds is not judged."""
    see_wide(out, i, ("content",), message.get("content"))
    return "?"


def _plain(out: Outline, i: int, message: dict[str, Any]) -> str:
    """Read a user or system message."""
    role = ROLES[message["role"]]
    content = message.get("content", MISSING)
    if type(content) is str:
        note_text(out, i, content)
    elif type(content) is list:
        read_parts(out, i, role, content)
        if not content:
            out.empty.add(i)
    else:
        note_content(out, "C001", i, ("content",), content)
    if "name" in message:
        _participant(out, i, message["name"])
    return PLAIN[role]


def _participant(out: Outline, i: int, name: Any) -> None:
    """Remember the name of a speaker, which some targets hold to a pattern."""
    if type(name) is str:
        out.participants.append((i, ("name",), name))


def _assistant(out: Outline, i: int, message: dict[str, Any]) -> str:
    calls = message.get("tool_calls")
    letter = ASSISTANT
    if type(calls) is list and calls:
        for k, call in enumerate(calls):
            read_call(out, i, ("tool_calls", k), call)
        letter = CALLS
    elif calls == []:
        out.note("C003", "empty", i, ("tool_calls",))
    elif calls is not None:
        out.note("C006", "call-list", i, ("tool_calls",), **type_words(calls))
    if message.get("function_call") is not None:
        letter = CALLS
        read_legacy_call(out, i, message["function_call"])
    _answer(out, i, message, letter)
    if "name" in message:
        _participant(out, i, message["name"])
    if "prefix" in message and read_flag(out, i, ("prefix",), message["prefix"]):
        out.prefills.add(i)
    return letter


def _answer(out: Outline, i: int, message: dict[str, Any], letter: str) -> None:
    """Read an assistant's content, which calls, a refusal or audio may stand in for."""
    content = message.get("content", MISSING)
    stand_in = (
        letter == CALLS or message.get("refusal") is not None or message.get("audio") is not None
    )
    if type(content) is str:
        if content:
            note_text(out, i, content)
    elif type(content) is list:
        out.note("C006", "not-string", i, ("content",))
        read_parts(out, i, "a", content)
    elif content is not None and content is not MISSING:
        note_content(out, "C001", i, ("content",), content)
    elif not stand_in:
        out.note("C001", "nothing", i, ("content",))
    calls = bool(message.get("tool_calls"))
    if content in ("", []) and not stand_in:
        out.empty.add(i)
    elif content == [] and letter == CALLS:
        out.note("C001", "beside-calls", i, ("content",))
    elif letter == CALLS and (type(content) is str or type(content) is list) and content:
        case = "text-beside-calls" if calls else "beside-legacy-call"
        out.note("C004", case, i, ("content",))
    if stand_in and not calls and (content is MISSING or not content):
        key = next(k for k in STAND_INS if message.get(k) is not None)
        out.note("C001", "stand-in", i, ("content",), key=key)


def _tool(out: Outline, i: int, message: dict[str, Any]) -> str:
    """Read a result: a message of role tool, or of the old role function, which has no id."""
    old = message["role"] == "function"
    ident: str | None = None
    if old:
        out.note("R002", "legacy-function", i, ("role",), role="function")
    else:
        ident = read_id(out, message.get("tool_call_id", MISSING), "result", i, ("tool_call_id",))
    content = message.get("content", MISSING)
    if type(content) is str:
        if not content.isascii():
            out.wide.append((i, ("content",), content))
    elif type(content) is list:
        _result_parts(out, i, content)
    elif content is not None or not old:
        note_content(out, "C005", i, ("content",), content)
        see_wide(out, i, ("content",), content)
    name = message.get("name")
    if name is not None and type(name) is not str:
        out.note("Y002", "result-type", i, ("name",), type=type_of(name))
    out.results.append(Result(ident, name if type(name) is str else None, i, (), message))
    return RESULTS


def _result_parts(out: Outline, i: int, content: list[Any]) -> None:
    if content:
        read_parts(out, i, "t", content)
        if all(type(part) is dict and part.get("type") == "text" for part in content):
            out.note("C005", "not-text", i, ("content",), **type_words(content))
    else:
        out.note("C005", "empty-list", i, ("content",))


_READERS = {"u": _plain, "s": _plain, "?": _unknown, "a": _assistant, "t": _tool}
