"""What the formats share in reading what stands around the messages of a request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from transcript_doctor.core.composer import Desk, Tool
from transcript_doctor.core.speech import Piece, rest_of
from transcript_doctor.place import Steps

Rest = tuple[tuple[Steps, Any], ...]
NO_ARGUMENTS = {"type": "object", "properties": {}}
"""The schema of a function that takes none, for formats that ask for one."""


def tools_from(
    rows: Any,
    read: Callable[[dict[str, Any]], Tool | None],
    told: tuple[str, ...],
    at: Steps = ("tools",),
    inner: str | None = None,
) -> tuple[tuple[Tool, ...], Rest]:
    """Return the functions that a list declares, and with their places all else that stands in it.

    That are tools which are no functions, and the keys of a function (under the key `inner`, where the
    format has one) that are not `told` elsewhere.
    """
    tools: list[Tool] = []
    odd: list[tuple[Steps, Any]] = []
    for k, row in enumerate(rows if isinstance(rows, list) else ()):
        tool = read(row) if isinstance(row, dict) else None
        if tool is None:
            odd.append(((*at, k), row))
            continue
        tools.append(tool._replace(place=(*at, k)))
        if inner is not None:
            odd += rest_of(row, (*at, k), ("type", inner))
            row = row[inner]
        odd += rest_of(row, (*at, k, *([inner] if inner else [])), told)
    return tuple(tools), tuple(odd)


def settings_from(body: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings that several formats have; `stop` is always a list."""
    made = {word: body[key] for key, word in keys.items() if body.get(key) is not None}
    if isinstance(made.get("stop"), str):
        made["stop"] = [made["stop"]]
    return made


def spots_of(body: Mapping[str, Any], keys: Mapping[str, str], at: Steps = ()) -> dict[str, Steps]:
    """Return where the settings stand that several formats have, each under its common word."""
    return {word: (*at, key) for key, word in keys.items() if body.get(key) is not None}


def texts_said(system: Iterable[Piece], desk: Desk) -> list[str]:
    """Return a system prompt as texts, for formats that take nothing else there; what is none is lost."""
    made = []
    for piece in system:
        if piece.kind == "text":
            made.append(piece.text)
            desk.shed(piece.rest)
        else:
            what = piece.file.kind if piece.file is not None else f"a part of type {piece.text}"
            desk.lose(piece.place, what, piece.raw)
    return made


def choice_from(value: Any, key: str, words: Mapping[str, str]) -> tuple[str, str | None] | None:
    """Return how the model may use tools, of a choice that is a word, or an object with a word in it."""
    word = value.get(key) if isinstance(value, dict) else value
    if not isinstance(word, str) or word not in words:
        return None
    name = value.get("name") if isinstance(value, dict) else None
    if words[word] == "tool":
        return ("tool", name) if isinstance(name, str) else None
    return words[word], None
