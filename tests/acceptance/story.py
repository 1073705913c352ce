"""A history told without a format: who said what, which tools were called, what came back.

Only for tests: it is read and written by hand here, not by the product, so that a history can be
put into every format and the product asked what it thinks of it. Reasoning is not told, for it
belongs to the model that made it; what says nothing (an empty text) is not told either.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple


class Untold(Exception):
    """The history holds something that has no meaning outside its own format."""


class Text(NamedTuple):
    """Words."""

    text: str


class Image(NamedTuple):
    """A picture: media type and base64 text."""

    mime: str
    data: str


class Call(NamedTuple):
    """A request to run a tool."""

    id: str
    name: str
    arguments: dict[str, Any]


class Result(NamedTuple):
    """What one call gave."""

    id: str
    name: str
    text: str
    failed: bool


Part = Text | Image | Call | Result


class Turn(NamedTuple):
    """What one speaker says at a time: system, user, assistant, or tool with results only."""

    role: str
    parts: tuple[Part, ...]


def tell(told: Iterable[tuple[str, Part]]) -> list[Turn]:
    """Return the turns of a history told part by part; every result is known to answer its call."""
    turns: list[Turn] = []
    open_calls: dict[str, Call] = {}
    for role, part in told:
        if isinstance(part, Text) and not part.text:
            continue
        if isinstance(part, Call):
            open_calls[part.id] = part
        if isinstance(part, Result):
            if part.id not in open_calls:
                raise Untold(f"result {part.id} answers a call that is not told")
            role, part = "tool", part._replace(name=open_calls.pop(part.id).name)
        joins = turns and turns[-1].role == role and role in ("assistant", "tool")
        if joins:
            turns[-1] = Turn(role, (*turns[-1].parts, part))
        else:
            turns.append(Turn(role, (part,)))
    if open_calls:
        raise Untold(f"calls without a result: {sorted(open_calls)}")
    return [_in_call_order(turn, turns[i - 1]) if i else turn for i, turn in enumerate(turns)]


def joined(turns: Iterable[Turn], tool_as: str) -> list[Turn]:
    """Return the turns with results given to `tool_as`, and neighbours of one speaker joined."""
    made: list[Turn] = []
    for role, parts in turns:
        role = tool_as if role == "tool" else role
        if made and made[-1].role == role:
            made[-1] = Turn(role, (*made[-1].parts, *parts))
        else:
            made.append(Turn(role, parts))
    return made


def tool_names(turns: Iterable[Turn]) -> list[str]:
    """Return the names of the tools that are called, sorted."""
    return sorted({part.name for turn in turns for part in turn.parts if isinstance(part, Call)})


def words(parts: Iterable[Part]) -> str:
    """Return the texts among parts as one."""
    return "\n".join(part.text for part in parts if isinstance(part, Text))


def _in_call_order(turn: Turn, before: Turn) -> Turn:
    if turn.role != "tool":
        return turn
    order = [part.id for part in before.parts if isinstance(part, Call)]
    return Turn("tool", tuple(sorted(turn.parts, key=lambda part: order.index(part.id))))
