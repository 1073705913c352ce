"""The quick proof for Anthropic lists; see `core.glance`. Written for speed: it explains nothing.

Whatever is not the plainest (another block, another key, another type) ends the proof, and so does any
exception that odd values raise on the way: the walk then looks closer and explains.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from transcript_doctor.core.glance import Glance, Trait, encode, encode_below, odd_text, other_order

_CALLS, _PARALLEL = Trait.CALLS | Trait.NAMELESS_RESULTS, Trait.PARALLEL
_AGAIN = {"user": Trait.REPEATED_USER, "assistant": Trait.REPEATED_ASSISTANT}
_TEXT = Trait.TEXT_BESIDE_CALLS
_MANY = 50_000
"""Longer lists may be over a target's limit."""


def glance(messages: list[Any]) -> Glance | None:
    """Return what a list of the plainest messages has, or None where a closer look is wanted."""
    traits, last, users = 0, "", False
    pending: list[str] = []
    ids: list[str] = []
    names: set[str] = set()
    nested: list[Any] = []
    try:
        for message in messages:
            role, content = message["role"], message["content"]
            if type(message) is not dict or len(message) != 2:
                return None
            if role == last:
                traits |= _AGAIN[role]
            if role == "assistant":
                if pending:
                    return None
                if type(content) is list and content:
                    last = role
                    traits |= _blocks(content, pending, names, nested)
                    ids += pending
                    continue
            elif role != "user":
                return None
            elif pending:
                given = _results(content)
                if given != pending:
                    traits |= other_order(given, pending)
                last, pending = role, []
                continue
            else:
                users = True
                if type(content) is list and content:
                    last = role
                    if _blocks(content, pending, names, nested):
                        return None
                    continue
            last = role
            if content < "!" or not content.isascii():
                odd_text(content)
        if pending or not users or len(messages) > _MANY:
            return None
        encode_below(nested)
        return _sum(messages, traits, ids, names)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, _Odd):
        return None


class _Odd(Exception):
    """Something that wants a closer look."""


def _blocks(content: list[Any], ids: list[str], names: set[str], nested: list[Any]) -> int:
    """Read blocks that may be texts and calls; gather the ids, names and arguments that are not flat.

    Returns the traits of the calls, 0 where there are none.
    """
    said = 0
    for block in content:
        kind = block["type"]
        if type(block) is not dict:
            raise _Odd
        if kind == "tool_use":
            ident, given = block["id"], block["input"]
            if len(block) != 4 or type(given) is not dict:
                raise _Odd
            for key, value in given.items():
                if type(value) is str:
                    if not value.isascii():
                        value.encode("utf-16-le")
                elif type(value) is dict or type(value) is list:
                    nested.append(value)
                if not key.isascii():
                    key.encode("utf-16-le")
            ids.append(ident)
            names.add(block["name"])
        elif kind == "text":
            text = block["text"]
            if len(block) != 2:
                raise _Odd
            if text < "!" or not text.isascii():
                odd_text(text)
            said = _TEXT
        else:
            raise _Odd
    if not ids:
        return 0
    if len(ids) == 1:
        return _CALLS | said
    if len(set(ids)) != len(ids):
        raise _Odd
    return _CALLS | _PARALLEL | said


def _results(content: list[Any]) -> list[str]:
    """Read a user's blocks that are all plain results; return the ids of their calls."""
    if type(content) is not list:
        raise _Odd
    given = []
    for block in content:
        said = block["content"]
        if block["type"] != "tool_result" or type(block) is not dict:
            raise _Odd
        given.append(block["tool_use_id"])
        if len(block) != 3 and (len(block) != 4 or type(block["is_error"]) is not bool or not said):
            raise _Odd
        if type(said) is str:
            if not said.isascii():
                said.encode("utf-16-le")
        elif type(said) is not list or not said or _blocks(said, [], set(), []):
            raise _Odd
    return given


def _sum(messages: list[Any], traits: int, ids: list[str], names: set[str]) -> Glance | None:
    """Return what was seen, after a look at the ends and at all ids and names together."""
    first, last = messages[0]["role"], messages[-1]["role"]
    if first == "assistant":
        traits |= Trait.OPENS_ASSISTANT
    traits |= Trait.ENDS_ASSISTANT if last == "assistant" else Trait.ENDS_OTHERWISE
    if ids:
        if set(map(type, chain(ids, names))) != {str} or "" in names or "" in ids:
            return None
        encode(ids)
        encode(list(names))
        if len(set(ids)) != len(ids):
            traits |= Trait.REUSED_IDS
        content = messages[-1]["content"]
        if last == "user" and type(content) is list and content[0]["type"] == "tool_result":
            traits |= Trait.RUNNING
    return Glance(traits, ids, names)
