"""The quick proof for Anthropic lists; see `core.glance`. Written for speed, so nothing here explains a fault."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.glance import Glance, Trait
from transcript_doctor.core.walk import strings

_OPENS, _CALLS = Trait.OPENS_ASSISTANT, Trait.CALLS
_AGAIN = {"user": Trait.REPEATED_USER, "assistant": Trait.REPEATED_ASSISTANT}
_TEXT, _PARALLEL = Trait.TEXT_BESIDE_CALLS, Trait.PARALLEL
_ENDS, _OTHERWISE = Trait.ENDS_ASSISTANT, Trait.ENDS_OTHERWISE
_RUNNING, _NAMELESS, _REUSED = Trait.RUNNING, Trait.NAMELESS_RESULTS, Trait.REUSED_IDS

_MANY = 50_000
"""Longer lists may be over a target's limit."""


def glance(messages: list[Any]) -> Glance | None:
    """Return what a list of the plainest messages has, or None for anything that wants a closer look."""
    if len(messages) > _MANY:
        return None
    traits, last, users = 0, "", False
    pending: list[str] = []
    ids: list[str] = []
    names: set[str] = set()
    try:
        for message in messages:
            if type(message) is not dict or len(message) != 2:
                return None
            role, content = message["role"], message["content"]
            if role == last:
                traits |= _AGAIN[role]
            elif role == "assistant":
                if not last:
                    traits |= _OPENS
            elif role != "user":
                return None
            last = role
            if type(content) is list and content:
                if pending:
                    if role != "user" or not _results(content, pending):
                        return None
                    pending = []
                elif role == "assistant":
                    pending = []
                    traits |= _assistant(content, pending, names)
                    ids += pending
                else:
                    users = True
                    if _assistant(content, pending, names):
                        return None
            elif type(content) is not str or not content or content.isspace() or pending:
                return None
            else:
                users = users or role == "user"
                if not content.isascii():
                    content.encode("utf-16-le")
    except (KeyError, TypeError, IndexError, AttributeError, UnicodeEncodeError, _Odd):
        return None
    if pending or not users or not "".join(ids).isascii():
        return None
    return Glance(traits | _tail(messages, last, ids), ids, names)


class _Odd(Exception):
    """Something that wants a closer look."""


def _assistant(content: list[Any], ids: list[str], names: set[str]) -> int:
    """Gather the ids and names of the calls among plain blocks; return their traits (0: texts only)."""
    said = 0
    for block in content:
        kind = block["type"]
        if kind == "text":
            text = block["text"]
            if type(text) is not str or len(block) != 2 or not text or text.isspace():
                raise _Odd
            if not text.isascii():
                text.encode("utf-16-le")
            said = _TEXT
        elif kind == "tool_use" and len(block) == 4:
            ident, name, given = block["id"], block["name"], block["input"]
            if type(ident) is not str or type(name) is not str or not name:
                raise _Odd
            if type(given) is not dict:
                raise _Odd
            for key, value in given.items():
                if type(value) is str:
                    if not value.isascii():
                        value.encode("utf-16-le")
                elif type(value) is dict or type(value) is list:
                    _nested(value)
                if not key.isascii():
                    key.encode("utf-16-le")
            ids.append(ident)
            names.add(name)
        else:
            raise _Odd
        if type(block) is not dict:
            raise _Odd
    if not ids:
        return 0
    if len(ids) == 1:
        return said | _CALLS if ids[0] else _odd()
    return said | _CALLS | _PARALLEL if len(set(ids)) == len(ids) and all(ids) else _odd()


def _odd() -> int:
    raise _Odd


def _nested(value: Any) -> None:
    """Raise where a text below a value cannot be encoded."""
    for _, text in strings(value, ()):
        if not text.isascii():
            text.encode("utf-16-le")


def _results(content: list[Any], pending: list[str]) -> bool:
    """Tell whether a user's blocks are plain results for the calls that wait, in their order."""
    if len(content) != len(pending):
        return False
    for block, ident in zip(content, pending, strict=True):
        if block["tool_use_id"] != ident or block["type"] != "tool_result":
            return False
        said = block["content"]
        if type(block) is not dict:
            return False
        if len(block) != 3 and not (len(block) == 4 and type(block["is_error"]) is bool):
            return False
        if type(said) is str:
            if not said and len(block) == 4 and block["is_error"]:
                return False
            if not said.isascii():
                said.encode("utf-16-le")
        elif type(said) is not list or not said or _assistant(said, [], set()):
            return False
    return True


def _tail(messages: list[Any], last: str, ids: list[str]) -> int:
    """Return the traits that the end of the list and its ids make."""
    traits = _ENDS if last == "assistant" else _OTHERWISE
    if ids:
        traits |= _NAMELESS
        if len(set(ids)) != len(ids):
            traits |= _REUSED
        content = messages[-1]["content"]
        if last == "user" and type(content) is list and content[0]["type"] == "tool_result":
            traits |= _RUNNING
    return traits
