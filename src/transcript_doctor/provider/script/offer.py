"""The tools that a request offers, and how they are to be used: also what only OpenAI has.

Custom tools take a text, and `functions` is what tools were called of old; conversions know of neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from transcript_doctor.core.composer import Around, Tool

_TEXT = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
"""How a custom tool's text is written in a script."""
_WORDS = ("auto", "none")


class Offer(NamedTuple):
    """The tools of a request, and how the model may use them."""

    tools: list[Tool]
    choice: str
    """`auto`, `any`, `none`, or `tool`: the one of that name."""
    name: str | None


def offer_in(around: Around, body: dict[str, Any], format: str) -> Offer:
    """Return what a request of a format offers."""
    tools, choice = [tool for tool in around.tools if tool.name], around.choice
    if format.startswith("openai"):
        tools += [*_custom(body.get("tools")), *_functions(body.get("functions"))]
        choice = choice or _chosen(body.get("tool_choice")) or _chosen(body.get("function_call"))
    return Offer(tools, *(choice or ("auto", None)))


def _custom(rows: Any) -> Iterator[Tool]:
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and row.get("type") == "custom":
            name = _name_in(row)
            if name is not None:
                yield Tool(name, None, _TEXT)


def _functions(rows: Any) -> Iterator[Tool]:
    for row in rows if isinstance(rows, list) else ():
        name = _name_in(row)
        if name is not None:
            yield Tool(name, None, row.get("parameters"))


def _chosen(choice: Any) -> tuple[str, str | None] | None:
    if isinstance(choice, str):
        return (choice, None) if choice in _WORDS else None
    name = _name_in(choice)
    return None if name is None else ("tool", name)


def _name_in(row: Any) -> str | None:
    """Return the name in a row: in Responses it stands there, in Chat Completions one level below."""
    inner = row.get("custom", row) if isinstance(row, dict) else None
    name = inner.get("name") if isinstance(inner, dict) else None
    return name if isinstance(name, str) and name else None
