"""What the code of mistakes finds around it: messages, calls, tools, somebody who is sent a list."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from textwrap import indent
from typing import Any
from uuid import uuid4

from transcript_doctor import Failed, answer_calls, check, convert, repair, trim, view


class Obj(dict[str, Any]):
    """A message, a call or a part whose keys are attributes too, as those of SDKs are."""

    def __getattr__(self, key: str) -> Any:
        if key in self:
            return self[key]
        if isinstance(function := self.get("function"), dict) and key in function:
            return function[key]
        raise AttributeError(key)

    def __setattr__(self, key: str, value: Any) -> None:
        inner = self.get("function")
        (inner if isinstance(inner, dict) and key in inner else self)[key] = value


def user(*texts: str) -> Obj:
    return Obj(role="user", content="\n".join(texts))


def assistant(text: str | None) -> Obj:
    return Obj(role="assistant", content=text)


def system(text: str) -> Obj:
    return Obj(role="system", content=text)


def call(ident: str, name: str = "read", arguments: str = "{}") -> Obj:
    return Obj(id=ident, type="function", function={"name": name, "arguments": arguments})


def turn(*calls: str | Obj, content: str | None = None) -> Obj:
    made = [one if isinstance(one, Obj) else call(one) for one in calls]
    return Obj(role="assistant", content=content, tool_calls=made)


def result(ident: str, text: Any = "ok") -> Obj:
    return Obj(role="tool", tool_call_id=ident, content=text)


def result_of(call: Obj) -> Obj:
    return result(call.id)


def rows(reply: Obj, results: dict[str, Any]) -> list[Obj]:
    """The results of a turn, as far as there are any."""
    return [result(c.id, str(results[c.id])) for c in reply.tool_calls if c.id in results]


def part(kind: str, **keys: Any) -> Obj:
    """A part of a message in Anthropic's format."""
    return Obj(type=kind, **keys)


def exchange(ident: str) -> list[Obj]:
    return [turn(ident), result(ident)]


def used(*idents: str) -> Obj:
    """A turn that calls, in Anthropic's format."""
    made = [part("tool_use", id=ident, name="f", input={}) for ident in idents]
    return Obj(role="assistant", content=made)


def answered(*idents: str, **keys: Any) -> Obj:
    """The results of such a turn, in one message."""
    made = [part("tool_result", tool_use_id=i, content="ok") | keys for i in idents]
    return Obj(role="user", content=made)


class Sender:
    """Somebody who is sent a list, and the request around it."""

    def __init__(self) -> None:
        self.sent: list[Any] | None = None
        self.around: dict[str, Any] = {}

    def __call__(self, messages: list[Any], **around: Any) -> None:
        self.sent, self.around = messages, around


def world() -> dict[str, Any]:
    """The names that every scene knows, each made anew."""
    send = Sender()
    return {
        "Failed": Failed, "answer_calls": answer_calls, "check": check, "convert": convert, "repair": repair,
        "trim": trim, "view": view, "json": json, "re": re, "uuid4": uuid4,
        "user": user, "assistant": assistant, "system": system, "call_of": call, "turn": turn,
        "result": result, "result_of": result_of, "rows": rows, "part": part, "exchange": exchange, "used": used, "answered": answered,
        "run": lambda call: "ok", "send": send, "Obj": Obj, "calls_in": lambda m: m.tool_calls,
        "messages": [user("Go.")], "results": {}, "text": "So?", "target": "openai",
    }  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """Where a mistake's code stands: what is there before it runs, and which list comes of it."""

    mistake: str
    setup: str
    """Runs first."""
    frame: str = "{code}"
    """What stands around the code before; `{code}` is its place, at the depth where it stands."""
    after: str | None = None
    """What stands around the code after, where that is something else."""
    gives: str | Callable[[dict[str, Any]], Any] = "messages"
    """The name of the list, or what makes it of the names."""
    target: str = "openai"
    context: dict[str, Any] | Callable[[dict[str, Any]], dict[str, Any]] | None = None
    """Facts beside the list, or what makes them of the names."""
    format: str | None = None
    more: dict[str, Any] = field(default_factory=dict)
    """Further names."""

    def play(self, code: str, *, after: bool) -> tuple[Any, dict[str, Any] | None]:
        """Run the code in its place; return the list that comes of it, None where nothing is sent, and facts."""
        names = {**world(), **self.more}
        frame = self.after if after and self.after is not None else self.frame
        for source in (self.setup, placed(frame, code)):
            exec(compile(source, f"<{self.mistake}>", "exec"), names)
        given = self.gives(names) if callable(self.gives) else names[self.gives]
        return given, self.context(names) if callable(self.context) else self.context


def placed(frame: str, code: str) -> str:
    """A frame with code in its place, as deep as the place; a place inside a line takes an expression."""
    lines: list[str] = []
    for line in frame.split("\n"):
        if line.strip() == "{code}":
            depth = line[: len(line) - len(line.lstrip())]
            lines.append(indent(code.strip(), depth))
        else:
            lines.append(line.replace("{code}", code.partition("#")[0].strip()))
    return "\n".join(lines)


def sent(names: dict[str, Any]) -> Any:
    """What was sent, None where nothing was."""
    return names["send"].sent


def stream(texts: Iterable[tuple[int, str]]) -> list[Obj]:
    """Pieces of arguments, each with the index of its call."""
    return [Obj(index=index, arguments=text) for index, text in texts]
