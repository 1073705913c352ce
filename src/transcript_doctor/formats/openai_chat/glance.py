"""The quick proof for OpenAI chat lists; see `core.glance`. Written for speed: it explains nothing.

Whatever is not the plainest (another part, another key, another type) ends the proof, and so does any
exception that odd values raise on the way: the walk then looks closer and explains.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from transcript_doctor.core.glance import Glance, Trait, encode, looks_whole, odd_text, other_order

_CALLS = Trait.CALLS | Trait.ARGUMENT_TEXTS | Trait.NAMELESS_RESULTS
_AGAIN = {
    "user": Trait.REPEATED_USER,
    "assistant": Trait.REPEATED_ASSISTANT,
    "system": Trait.SYSTEM_FIRST,
}
_MANY = 50_000
"""Longer lists may be over a target's limit."""


def glance(messages: list[Any]) -> Glance | None:
    """Return what a list of the plainest messages has, or None where a closer look is wanted."""
    traits, last, users = 0, "", False
    asked: list[str] = []
    given: list[str] = []
    seen = _Seen([], set(), [])
    try:
        for message in messages:
            role, content = message["role"], message["content"]
            if type(message) is not dict:
                return None
            if role == "tool":
                given.append(message["tool_call_id"])
                if len(message) != 3:
                    return None
                last = role
                if type(content) is not str:
                    return None
                if not content.isascii():
                    content.encode("utf-16-le")
                continue
            if given != asked:
                traits |= other_order(given, asked)
            if given:
                asked, given = [], []
            if role == last:
                traits |= _AGAIN[role]
            if role == "assistant":
                if not last or last == "system":
                    traits |= Trait.OPENS_ASSISTANT
                if len(message) != 2:
                    calls = message["tool_calls"]
                    if len(message) != 3 or type(calls) is not list or not calls:
                        return None
                    asked = _calls(calls, seen)
                    traits |= _CALLS if len(calls) == 1 else _CALLS | Trait.PARALLEL
                    if not content:
                        if content is None or content == "":
                            last = role
                            continue
                        return None
                    traits |= Trait.TEXT_BESIDE_CALLS
            elif len(message) != 2:
                return None
            elif role == "user":
                users = True
                if last == "tool":
                    traits |= Trait.USER_AFTER_TOOL
            elif role != "system" or last:
                return None
            else:
                traits |= Trait.SYSTEM_FIRST
            last = role
            if content < "!" or not content.isascii():
                odd_text(content)
        if given != asked:
            traits |= other_order(given, asked)
        if not users or len(messages) > _MANY:
            return None
        traits |= Trait.ENDS_ASSISTANT if last == "assistant" else Trait.ENDS_OTHERWISE
        return _sum(traits, seen)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, _Odd):
        return None


class _Odd(Exception):
    """Something that wants a closer look."""


class _Seen:
    """What a glance gathers: the ids, names and argument texts of calls."""

    __slots__ = ("arguments", "ids", "names")

    def __init__(self, ids: list[str], names: set[str], arguments: list[str]) -> None:
        self.ids, self.names, self.arguments = ids, names, arguments


def _calls(calls: list[Any], seen: _Seen) -> list[str]:
    """Read a list of calls; return their ids."""
    ids = []
    for call in calls:
        function, ident = call["function"], call["id"]
        if type(call) is not dict or len(call) != 3 or call["type"] != "function":
            raise _Odd
        if type(function) is not dict or len(function) != 2:
            raise _Odd
        ids.append(ident)
        seen.names.add(function["name"])
        seen.arguments.append(function["arguments"])
    if len(ids) > 1 and len(set(ids)) != len(ids):
        raise _Odd
    seen.ids += ids
    return ids


def _sum(traits: int, seen: _Seen) -> Glance | None:
    """Return what was seen, after a look at everything together."""
    ids, names = seen.ids, seen.names
    if ids:
        if set(map(type, chain(ids, names))) != {str} or "" in names or "" in ids:
            return None
        if not looks_whole(seen.arguments):
            return None
        encode(seen.arguments)
        encode(ids)
        encode(list(names))
        if len(set(ids)) != len(ids):
            traits |= Trait.REUSED_IDS
    return Glance(traits, ids, names)
