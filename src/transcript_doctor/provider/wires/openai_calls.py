"""Calls as OpenAI's APIs write them: of functions, of custom tools, and the one of old `functions`.

The request tells which a name is: custom tools are declared as such and take a text; a request with
`functions` and no `tools` is of the API as it was until November 2023, and gets one call at most. How custom
calls stream in Chat Completions is in no specification, but reported (openai/openai-openapi#576, 2026-09).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from transcript_doctor.provider.wires.saying import Said
from transcript_doctor.provider.wires.writing import pieces

_TEXT = "input"
"""The key under which a script writes a custom tool's text, where it writes an object."""


def is_custom(said: Said, body: dict[str, Any]) -> bool:
    """Tell whether a call is of a custom tool that the request declares."""
    rows = body.get("tools")
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and row.get("type") == "custom":
            inner = row.get("custom", row)
            if isinstance(inner, dict) and inner.get("name") == said.name:
                return True
    return False


def is_old(body: dict[str, Any]) -> bool:
    """Tell whether a request declares `functions`, and no tools."""
    return isinstance(body.get("functions"), list) and not body.get("tools")


def input_of(said: Said) -> str:
    """Return the text that a custom tool gets: that under `input`, or the arguments as they are written."""
    given = said.arguments or {}
    text = given.get(_TEXT) if len(given) == 1 else None
    return text if isinstance(text, str) else said.text


def called(calls: list[Said], body: dict[str, Any]) -> dict[str, Any]:
    """Return the keys of a chat message that hold its calls."""
    if calls and is_old(body):
        return {"function_call": {"name": calls[0].name, "arguments": calls[0].text}}
    return {"tool_calls": [_call(said, body) for said in calls]} if calls else {}


def growing(calls: list[Said], body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the deltas in which the calls of a chat message arrive."""
    if calls and is_old(body):
        yield {"function_call": {"name": calls[0].name, "arguments": ""}}
        for piece in pieces(calls[0].text):
            yield {"function_call": {"arguments": piece}}
        return
    for index, said in enumerate(calls):
        whole = _call(said, body)
        kind = whole["type"]
        key = _TEXT if kind == "custom" else "arguments"
        text = whole[kind][key]
        yield {"tool_calls": [{"index": index, **whole, kind: {"name": said.name, key: ""}}]}
        for piece in pieces(text):
            yield {"tool_calls": [{"index": index, kind: {key: piece}}]}


def _call(said: Said, body: dict[str, Any]) -> dict[str, Any]:
    if is_custom(said, body):
        custom = {"name": said.name, _TEXT: input_of(said)}
        return {"id": said.id, "type": "custom", "custom": custom}
    function = {"name": said.name, "arguments": said.text}
    return {"id": said.id, "type": "function", "function": function}
