"""The quick proof for OpenAI chat lists; see `core.glance`. Written for speed, so nothing here explains a fault."""

from __future__ import annotations

from typing import Any

from transcript_doctor.core.glance import Glance, Trait

_SYSTEM = Trait.SYSTEM_FIRST
_OPENS, _CALLS = Trait.OPENS_ASSISTANT, Trait.CALLS | Trait.ARGUMENT_TEXTS
_AGAIN = {"user": Trait.REPEATED_USER, "assistant": Trait.REPEATED_ASSISTANT}
_TEXT, _PARALLEL = Trait.TEXT_BESIDE_CALLS, Trait.PARALLEL
_ENDS, _OTHERWISE = Trait.ENDS_ASSISTANT, Trait.ENDS_OTHERWISE
_AFTER_TOOL, _NAMELESS = Trait.USER_AFTER_TOOL, Trait.NAMELESS_RESULTS
_REUSED = Trait.REUSED_IDS


def glance(messages: list[Any]) -> Glance | None:
    """Return what a list of the plainest messages has, or None for anything that wants a closer look."""
    traits, last, done = 0, "", 0
    pending: list[str] = []
    ids: list[str] = []
    names: set[str] = set()
    users = False
    try:
        for message in messages:
            if type(message) is not dict:
                return None
            role, content = message["role"], message["content"]
            if role == "tool":
                if len(message) != 3 or message["tool_call_id"] != pending[done]:
                    return None
                done += 1
                if type(content) is not str:
                    return None
                if not content.isascii():
                    content.encode("utf-16-le")
                last = role
                continue
            if done != len(pending):
                return None
            if done:
                pending, done = [], 0
            if role == "assistant":
                if len(message) != 2:
                    calls = message["tool_calls"]
                    if len(message) != 3 or not _calls(calls, pending, names):
                        return None
                    ids += pending
                    traits |= _CALLS if len(calls) == 1 else _CALLS | _PARALLEL
                    if content:
                        traits |= _TEXT
                    elif content is None:
                        content = "-"
                elif not content:
                    return None
            elif role == "user":
                if last == "tool":
                    traits |= _AFTER_TOOL
                users = True
                if len(message) != 2 or not content:
                    return None
            elif role != "system" or last or len(message) != 2 or not content:
                return None
            if type(content) is not str or content.isspace():
                return None
            if not content.isascii():
                content.encode("utf-16-le")
            if role == last:
                traits |= _AGAIN[role]
            elif not last or last == "system":
                traits |= _SYSTEM if role == "system" else _OPENS if role == "assistant" else 0
            last = role
    except (KeyError, TypeError, IndexError, AttributeError, UnicodeEncodeError):
        return None
    if done != len(pending) or not users:
        return None
    if "null" in ids:
        return None
    traits |= _ENDS if last == "assistant" else _OTHERWISE
    if ids:
        traits |= _NAMELESS
        if len(set(ids)) != len(ids):
            traits |= _REUSED
    return Glance(traits, ids, names)


def _calls(calls: Any, pending: list[str], names: set[str]) -> bool:
    """Tell whether a list of calls is plain, and gather their ids and names."""
    if type(calls) is not list or not calls:
        return False
    for call in calls:
        function, ident = call["function"], call["id"]
        if type(call) is not dict or len(call) != 3 or call["type"] != "function":
            return False
        if type(function) is not dict or len(function) != 2 or type(ident) is not str or not ident:
            return False
        name, arguments = function["name"], function["arguments"]
        if type(name) is not str or not name or type(arguments) is not str:
            return False
        if not (arguments.isascii() and name.isascii() and ident.isascii()):
            arguments.encode("utf-16-le"), name.encode("utf-16-le"), ident.encode("utf-16-le")
        pending.append(ident)
        names.add(name)
    return len(calls) == 1 or len(set(pending)) == len(pending)
