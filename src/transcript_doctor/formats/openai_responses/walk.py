"""The walk over Responses items; `items` lists their types, `content` reads what is in them.

Letters and roles are given so that rules about roles hold: what the model makes (messages, calls,
reasoning, provider-run items) has its role, what answers a call has the role of a tool.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from transcript_doctor.core.noting import note_id, note_keys, note_name, note_role, note_unreadable
from transcript_doctor.core.outline import PLAIN, UNREADABLE, Call, Item, Outline, Reasoning, Result
from transcript_doctor.core.walk import MISSING, see_wide, type_of
from transcript_doctor.formats.openai_responses.content import read_message, read_output
from transcript_doctor.formats.openai_responses.items import (
    CLIENT_SEARCH,
    MESSAGE_KEYS,
    ROLES,
    SORTS,
    SUPPORTED,
    Sort,
)
from transcript_doctor.formats.openai_responses.order import look_along

_ANSWERED = {
    "mcp_approval_request": "approval",
    "tool_search_call": "provider",
    "program": "provider",
    "multi_agent_call": "provider",
}
"""Provider-run items that have an item for what came of them, and the kind of their rows."""
_SEAL = re.compile(r"[A-Za-z0-9+/=_-]*")


def read(out: Outline) -> None:
    """Fill the outline: one walk over the items, then a look along them for what hangs on order."""
    walk = _Walk(out)
    letters, roles = [], []
    for i, item in enumerate(out.messages):
        if type(item) is dict:
            letter, role = walk.item(i, item)
        else:
            letter, role = UNREADABLE, "?"
            note_unreadable(out, i, item)
        letters.append(letter)
        roles.append(role)
    out.letters, out.roles = "".join(letters), "".join(roles)
    look_along(out)


class _Walk:
    """One walk; what it remembers is needed to know whom an output answers."""

    def __init__(self, out: Outline) -> None:
        self.out = out
        self.call_ids: set[str | None] = set()
        self.by_item: dict[str, str | None] = {}
        self.hosted_ids: set[str | None] = set()
        self.referred = False

    def item(self, i: int, item: dict[str, Any]) -> tuple[str, str]:
        """Read one item; return its letter and role."""
        kind = item.get("type")
        if kind is None and "role" not in item and type(item.get("id")) is str:
            kind = "item_reference"
        if kind is None or kind == "message":
            return self.message(i, item)
        sort = SORTS.get(kind) if type(kind) is str else None
        if sort is None:
            word = kind if type(kind) is str else ""
            self.remember(i, word, item)
            self.out.note(
                "C006", "unknown-type", i, ("type",), type=word, supported=SUPPORTED["items"]
            )
            return "O", "?"
        if item.get("execution") == "client":
            sort = CLIENT_SEARCH.get(kind, sort)
        if sort.keys is not None and not item.keys() <= sort.keys:
            note_keys(self.out, i, (), item, sort.keys)
        letter = _READERS[sort.how](self, i, item, kind, sort)
        return letter or sort.letter, sort.role

    def remember(self, i: int, kind: str, item: dict[str, Any]) -> str | None:
        """Write the item down with the id that the server gave it; return that id."""
        ident = item.get("id")
        ident = ident if type(ident) is str else None
        self.out.items.append(Item(i, kind, ident))
        return ident

    def message(self, i: int, item: dict[str, Any]) -> tuple[str, str]:
        """Read a message; it may lack its type."""
        self.remember(i, "message", item)
        role = note_role(self.out, i, item.get("role", MISSING), ROLES) or "?"
        if not item.keys() <= MESSAGE_KEYS[role]:
            note_keys(self.out, i, (), item, MESSAGE_KEYS[role])
        if role != "?" or "content" in item:
            read_message(self.out, i, role, item)
        return PLAIN[role], role

    def call(self, i: int, item: dict[str, Any], kind: str, sort: Sort) -> str | None:
        """Read a call that the caller answers; in a container of its own the provider does."""
        place = item.get("environment")
        if type(place) is dict and place.get("type") == "container_reference":
            self.hosted_ids.add(_text(item.get("call_id")))
            return self.hosted(i, item, kind, sort)
        out, own = self.out, self.remember(i, kind, item)
        ident = note_id(out, item.get("call_id", MISSING), "call", i, ("call_id",))
        name: str | None = sort.tool.replace(" ", "_")
        if kind in ("function_call", "custom_tool_call"):
            name = note_name(out, item.get("name", MISSING), i, ("name",))
        arguments = _arguments(out, i, item, kind, sort.payload, ident) if sort.payload else None
        self.call_ids.add(ident)
        if own is not None:
            self.by_item[own] = ident
        at = (sort.payload,) if sort.payload else ()
        out.calls.append(Call(ident, name, i, (), item, arguments, sort.tool, own, at))
        return None

    def result(self, i: int, item: dict[str, Any], kind: str, sort: Sort) -> str | None:
        """Read what answers a call; an output that names its tool and no call stands for itself."""
        out = self.out
        given = item.get("call_id")
        if given is None and kind == "local_shell_call_output":
            # Here the id is that of the call: its call id, or its item id.
            own = _text(item.get("id"))
            given = self.by_item.get(own, own) if own is not None else None
            self.remember(i, kind, {})
        else:
            self.remember(i, kind, item)
        if sort.payload:
            read_output(out, i, sort.payload, item.get(sort.payload, MISSING), kind)
        else:
            see_wide(out, i, (), item)
        if given is None and kind == "function_call_output" and item.get("name"):
            return "O"
        ident = note_id(out, given, "result", i, ("call_id",))
        if ident not in self.call_ids and (self.referred or ident in self.hosted_ids):
            # The provider ran its call, or the call may be an item that is only referred to.
            return "O"
        failed = item.get("status") in ("failed", "incomplete")
        out.results.append(Result(ident, None, i, (), item, True, sort.tool, failed))
        return None

    def reasoning(self, i: int, item: dict[str, Any], kind: str, sort: Sort) -> str | None:
        """Read a reasoning item: what it says, and the payload that only the provider can read."""
        out, own = self.out, self.remember(i, kind, item)
        content, summary = item.get("content"), item.get("summary")
        seal = item.get("encrypted_content")
        if summary is None:
            out.note("T002", "missing-key", i, ("summary",), key="summary")
        if type(content) is list and content:
            out.note("T006", "content", i, ("content",), n=len(content))
        if type(seal) is str and _SEAL.fullmatch(seal) is None:
            out.note("T002", "bad-seal", i, ("encrypted_content",), prefix=seal[:12])
        if own is not None and not seal:
            out.note("I004", "reference", i, ("id",), id=own)
        see_wide(out, i, ("summary",), summary)
        see_wide(out, i, ("content",), content)
        words = [p["text"] for p in _texts(summary, content)]
        text = "\n".join(words) if words else None
        out.reasoning.append(Reasoning(i, (), "item", text, seal, True, False, item, own))
        return None

    def hosted(self, i: int, item: dict[str, Any], kind: str, sort: Sort) -> str | None:
        """Read an item that the provider ran itself; most hold what came of it."""
        own = self.remember(i, kind, item)
        if kind in _ANSWERED:
            ident = own if kind == "mcp_approval_request" else _text(item.get("call_id"))
            name, arguments = _text(item.get("name")) or kind, item.get("arguments")
            row = Call(ident, name, i, (), item, arguments, _ANSWERED[kind], own)
            self.out.hosted_calls.append(row)
        see_wide(self.out, i, (), item)
        return "O"

    def hosted_result(self, i: int, item: dict[str, Any], kind: str, sort: Sort) -> str | None:
        """Read what the provider's own call gave, or a person's answer to an approval."""
        self.remember(i, kind, item)
        ident = _text(item.get("approval_request_id")) or _text(item.get("call_id"))
        kinds = "approval" if "approval" in kind else "provider"
        self.out.hosted_results.append(Result(ident, kind, i, (), item, True, kinds))
        see_wide(self.out, i, (), item)
        return None

    def other(self, i: int, item: dict[str, Any], kind: str, sort: Sort) -> str | None:
        """Read an item that neither speaks nor calls."""
        own = self.remember(i, kind, item)
        if kind == "item_reference":
            self.referred = True
            self.out.note("I004", "reference", i, ("id",), id=own)
        elif kind == "compaction" and item.get("encrypted_content") is None:
            key = "encrypted_content"
            self.out.note("C006", "no-payload", i, (), type=kind, key=key, path=key)
        return None


_READERS: dict[str, Callable[[_Walk, int, dict[str, Any], str, Sort], str | None]] = {
    "call": _Walk.call,
    "result": _Walk.result,
    "reasoning": _Walk.reasoning,
    "hosted": _Walk.hosted,
    "hosted-result": _Walk.hosted_result,
    "other": _Walk.other,
}


def _arguments(
    out: Outline, i: int, item: dict[str, Any], kind: str, key: str, ident: str | None
) -> object:
    """Return what a call asks for, or None after noting that it is not there or no text."""
    value = item.get(key)
    text = kind in ("function_call", "custom_tool_call")
    if value is None and not text:
        out.note("C006", "no-payload", i, (), type=kind, key=key, path=key)
    elif text and type(value) is not str:
        case = "missing" if value is None else "not-text"
        out.note("Y001", case, i, (key,), type=type_of(value), id=ident, key=key)
        return None
    see_wide(out, i, (key,), value)
    return value


def _text(value: object) -> str | None:
    return value if type(value) is str else None


def _texts(*lists: object) -> Iterator[dict[str, Any]]:
    for value in lists:
        for part in value if type(value) is list else ():
            if type(part) is dict and type(part.get("text")) is str:
                yield part
