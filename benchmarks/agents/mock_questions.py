"""Ten broken histories and two sound ones, in OpenAI chat and in Anthropic's form, for fake servers."""

from __future__ import annotations

from typing import Any, NamedTuple

Messages = list[dict[str, Any]]


class Broken(NamedTuple):
    """One question; None where the form cannot say it."""

    title: str
    chat: Messages | None
    anthropic: Messages | None


_TASK = {"role": "user", "content": "Read a.txt."}
_NEXT = {"role": "user", "content": "Go on."}
_SAID = {"role": "assistant", "content": "It says alpha."}
_STRANGER = {"role": "narrator", "content": "Night falls."}
_TEXT = {"type": "text", "text": "Go on."}


def _calls(*ids: str) -> dict[str, Any]:
    function = {"name": "read", "arguments": '{"path": "a.txt"}'}
    calls = [{"id": ident, "type": "function", "function": function} for ident in ids]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def _result(ident: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": "alpha"}


def _uses(*ids: str) -> dict[str, Any]:
    part = {"type": "tool_use", "name": "read", "input": {"path": "a.txt"}}
    return {"role": "assistant", "content": [{**part, "id": ident} for ident in ids]}


def _user(*parts: Any) -> dict[str, Any]:
    told = [
        part if isinstance(part, dict) else
        {"type": "tool_result", "tool_use_id": part, "content": "alpha"}
        for part in parts
    ]  # fmt: skip
    return {"role": "user", "content": told}


SOUND = [
    Broken(
        "words only",
        [_TASK, _SAID, _NEXT],
        [_TASK, _SAID, _NEXT],
    ),
    Broken(
        "a call and its result",
        [_TASK, _calls("c1"), _result("c1")],
        [_TASK, _uses("c1"), _user("c1")],
    ),
]
BROKEN = [
    Broken("a missing result", [_TASK, _calls("c1"), _NEXT], [_TASK, _uses("c1"), _NEXT]),
    Broken(
        "one of two results missing",
        [_TASK, _calls("c1", "c2"), _result("c1"), _NEXT],
        [_TASK, _uses("c1", "c2"), _user("c1")],
    ),
    Broken("an orphan result", [_TASK, _SAID, _result("c1")], [_TASK, _SAID, _user("c1")]),
    Broken(
        "a result that is not adjacent",
        [_TASK, _calls("c1"), _NEXT, _result("c1")],
        [_TASK, _uses("c1"), _NEXT, _SAID, _user("c1")],
    ),
    Broken("a result that is not leading", None, [_TASK, _uses("c1"), _user(_TEXT, "c1")]),
    Broken(
        "a result twice",
        [_TASK, _calls("c1"), _result("c1"), _result("c1")],
        [_TASK, _uses("c1"), _user("c1", "c1")],
    ),
    Broken(
        "an empty turn",
        [_TASK, {"role": "assistant", "content": None}, _NEXT],
        [_TASK, {"role": "assistant", "content": [{"type": "text", "text": ""}]}, _NEXT],
    ),
    Broken(
        "a bad id (none in the result, or with a space)",
        [_TASK, _calls("c1"), {"role": "tool", "content": "alpha"}],
        [_TASK, _uses("c 1"), _user("c 1")],
    ),
    Broken("a bad role", [_TASK, _STRANGER, _NEXT], [_TASK, _STRANGER, _NEXT]),
    Broken("an empty list of calls", [_TASK, {**_SAID, "tool_calls": []}, _NEXT], None),
]
