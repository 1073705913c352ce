"""Units: what a message says, line by line, whatever its parts are wrapped in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from transcript_doctor.core.content import LABELS, NO_WORDS, lines, words_in
from transcript_doctor.core.format import Format, Part
from transcript_doctor.place import Steps


class Unit(NamedTuple):
    """One line of what somebody said: as a text, a call, a result, reasoning, media or something else."""

    kind: str
    who: str
    """The letter of who speaks; results and calls are the same whoever holds them."""
    line: str


ANY = "?"
"""Stands for any kind, and for any speaker."""
Read = Callable[[Any], Iterable[str]]
"""Reads what a value says, line by line."""
_LONGEST_KEPT = 1_000
"""Texts longer than this (characters) are read each time."""
_ODD = re.compile(r"[^A-Za-z0-9_]+")
"""What a name is written without where it is not taken as it is."""


def units_of(
    format: Format, message: Any, role: str, read: Read = words_in
) -> Iterator[tuple[Unit, Part]]:
    """Yield what one message says, each line with the part that says it.

    `read` reads what is called with, and what comes back.
    """
    for part in _parts_of(format, message):
        for unit in _said_by(format, part, role, read):
            yield unit, part


def _parts_of(format: Format, message: Any) -> list[Part]:
    """Return the parts of a message; what stands instead of a text or a list is one too."""
    parts = format.parts(message)
    if parts:
        return parts
    if not isinstance(message, dict):
        return [Part("other", None, (), message)]
    key = format.verbs.parts_key if format.verbs is not None else None
    held = message.get(key) if key is not None else None
    if isinstance(held, dict) and (alone := format.parts({**message, key: [held]})):
        return [part._replace(place=(key or "",)) for part in alone]
    if isinstance(held, dict | int | float):
        return [Part("other", None, (key or "",), held)]
    return []


def _said_by(format: Format, part: Part, role: str, read: Read) -> list[Unit]:
    """Return what one part says: its lines, the tool's name, and what it holds beside them."""
    kind = part.kind
    who = ANY if kind in ("call", "result") else role
    said = [Unit(kind, who, line) for line in _lines(part, read)]
    if kind == "result":
        return said + _with_result(format, part) or [Unit(kind, ANY, "")]
    if kind == "call":
        said.append(Unit("name", ANY, name_of(part.name)))
    if kind in ("call", "text") and part.place and isinstance(part.raw, dict):
        said += [Unit("other", role, line) for line in _beside(part, part.raw)]
    return said


def _with_result(format: Format, part: Part) -> list[Unit]:
    """Return what a result holds beside its content: media, and whatever else was put there."""
    found = [] if isinstance(part.text, str) else list(_attached(format, part))
    if isinstance(part.raw, dict):
        found += _beside_result(part.raw)
    return [Unit("result", ANY, line) for line in found]


class Sayings:
    """What the messages of one format say; most texts stand on both sides of a repair, and are read once."""

    def __init__(self, format: Format) -> None:
        self._format = format
        self._words: dict[str, tuple[str, ...]] = {}

    def of(self, message: Any, role: str) -> Iterator[tuple[Unit, Part]]:
        """Yield what one message says, each line with the part that says it."""
        return units_of(self._format, message, role, self.words)

    def units(self, message: Any, role: str) -> list[Unit]:
        """Return what one message says, line by line."""
        found: list[Unit] = []
        for part in _parts_of(self._format, message):
            found += _said_by(self._format, part, role, self.words)
        return found

    def words(self, value: Any) -> tuple[str, ...]:
        """Return what arguments or a result say, line by line; most texts stand on both sides."""
        if not isinstance(value, str) or len(value) > _LONGEST_KEPT:
            return tuple(words_in(value))
        words = self._words.get(value)
        if words is None:
            words = self._words[value] = tuple(words_in(value))
        return words


def name_of(name: object) -> str:
    """Return a tool's name as it is compared: without the characters that are not taken everywhere."""
    if isinstance(name, str) and name.isalnum() and name.isascii():
        return name
    return _ODD.sub("_", str(name)).strip("_") or "tool"


def _beside(part: Part, raw: dict[str, Any]) -> Iterable[str]:
    """Return what a part of text or call holds beside it: a signature, sources, a second content."""
    own = raw.get("function") if part.kind == "call" else None
    said = [id(value) for value in (part.text, part.name, part.id, own) if value is not None]
    rest = [
        value
        for key, value in raw.items()
        if key not in NO_WORDS and key != "thought" and id(value) not in said
    ]
    rest = [value for value in rest if value is not None and not _holds(value, said)]
    return words_in(rest) if rest else ()


def _beside_result(raw: dict[str, Any]) -> Iterator[str]:
    """Yield what stands beside the content of a result: calls, reasoning, sources, anything else."""
    for key, value in raw.items():
        if key in _WRAPS and isinstance(value, dict):
            yield from _beside_result(value)
        elif key not in _SAID_ELSEWHERE and any(True for _ in words_in(value)):
            yield from words_in({key: value})


_WRAPS = (
    "toolResult",
    "functionResponse",
    "function_response",
    "codeExecutionResult",
    "code_execution_result",
)
_SAID_ELSEWHERE = frozenset(
    {*NO_WORDS, *LABELS, "content", "output", "response", "parts", "name", "tool_name", "toolName"}
)
"""Keys of a result that are counted as what it says, or that say nothing of their own."""


def _attached(format: Format, part: Part) -> Iterator[str]:
    """Yield what the media of a result say that stand beside its content and not in it."""
    if format.verbs is None:
        return
    within = set(map(id, part.text)) if isinstance(part.text, list) else set()
    shown = set(words_in(part.text)) if isinstance(part.text, dict) else set()
    for node in format.verbs.attached(part.raw):
        words = list(words_in(_unnamed(node)))
        if id(node) not in within and not shown.issuperset(words):
            yield from map(_payload, words)


def _holds(value: Any, said: list[int]) -> bool:
    """Tell whether an object holds something of what was said, by `id()`."""
    return isinstance(value, dict) and any(id(child) in said for child in value.values())


def _lines(part: Part, read: Read) -> Iterable[str]:
    if part.kind == "text" and isinstance(part.text, str):
        return lines(part.text)
    if part.kind == "call":
        return read(part.text)
    if part.kind == "result":
        return [_payload(line) for line in read(_held(part.text))]
    if part.kind == "media":
        return [_payload(line) for line in words_in(_unnamed(part.raw))]
    return words_in(part.raw)


def _held(content: Any) -> Any:
    """Return what a result holds, its media without their names."""
    if not isinstance(content, list):
        return content
    return [_unnamed(node) if _is_medium(node) else node for node in content]


def _is_medium(node: Any) -> bool:
    return isinstance(node, dict) and any(
        isinstance(value, dict) and "source" in value for value in node.values()
    )


def _unnamed(medium: Any) -> Any:
    """Return a medium without its name, which tells it from others and says nothing itself."""
    if not isinstance(medium, dict):
        return medium
    return {
        key: {k: child for k, child in value.items() if k != "name"}
        if isinstance(value, dict)
        else value
        for key, value in medium.items()
    }


def _payload(line: str) -> str:
    """Return the data of a data URL, whose label says how it is read and nothing else; else the line."""
    if not line.startswith("data:"):
        return line
    label, comma, data = line.partition(",")
    return data if comma and label.endswith(";base64") else line


def said_below(format: Format, message: Any, role: str) -> dict[Steps, list[Unit]]:
    """Return what one message says, by each place at or below which it is said; read once for all of them."""
    found: dict[Steps, list[Unit]] = {}
    for unit, part in units_of(format, message, role):
        for length in range(len(part.place) + 1):
            found.setdefault(part.place[:length], []).append(unit)
    return found


def lost_at(said: Mapping[Steps, list[Unit]], part: Steps, node: Any) -> list[Unit]:
    """Return the units of what is listed as lost: the parts at a place, or what a node inside one says."""
    if part in said:
        return said[part]
    key = part[-1] if part else None
    named = {key: node} if isinstance(key, str) and key not in NO_WORDS else node
    return [Unit(ANY, ANY, word) for word in words_in(named)]
