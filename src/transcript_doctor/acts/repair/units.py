"""Units: what a message says, line by line, whatever its parts are wrapped in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from transcript_doctor.core.content import NO_WORDS, lines, words_in
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
    parts = format.parts(message)
    if not parts and not isinstance(message, dict):
        parts = [Part("other", None, (), message)]
    key = format.verbs.parts_key if format.verbs is not None else None
    held = message.get(key) if isinstance(message, dict) and key is not None else None
    if not parts and isinstance(held, dict | int | float):  # instead of a text or a list
        parts = [Part("other", None, (key or "",), held)]
    for part in parts:
        for line in _lines(part, read):
            yield Unit(part.kind, ANY if part.kind in ("call", "result") else role, line), part
        if part.kind == "call":
            yield Unit("name", ANY, name_of(part.name)), part
        for line in _beside(part):
            yield Unit("other", role, line), part
        for line in _attached(format, part):
            yield Unit("result", ANY, line), part


class Sayings:
    """What messages say, each read once: the books and the proof ask for the same ones."""

    def __init__(self, format: Format) -> None:
        self._format = format
        self._read: dict[tuple[int, str], tuple[Any, list[tuple[Unit, Part]]]] = {}
        """By the `id()` of the message, which is kept with it so that no other gets that."""
        self._words: dict[str, tuple[str, ...]] = {}

    def of(self, message: Any, role: str) -> list[tuple[Unit, Part]]:
        """Return what one message says, each line with the part that says it."""
        key = (id(message), role)
        read = self._read.get(key)
        if read is None:
            rows = list(units_of(self._format, message, role, self.words))
            read = self._read[key] = (message, rows)
        return read[1]

    def words(self, value: Any) -> tuple[str, ...]:
        """Return what arguments or a result say, line by line; most texts stand on both sides."""
        if not isinstance(value, str) or len(value) > _LONGEST_KEPT:
            return tuple(words_in(value))
        words = self._words.get(value)
        if words is None:
            words = self._words[value] = tuple(words_in(value))
        return words

    def units(self, message: Any, role: str) -> list[Unit]:
        """Return what one message says, line by line."""
        return [unit for unit, _ in self.of(message, role)]


def name_of(name: object) -> str:
    """Return a tool's name as it is compared: without the characters that are not taken everywhere."""
    return _ODD.sub("_", str(name)).strip("_") or "tool"


def _beside(part: Part) -> Iterable[str]:
    """Return what a part of text or call holds beside it: a signature, sources, a second content."""
    raw: Any = part.raw
    if not isinstance(raw, dict) or part.kind not in ("text", "call") or not part.place:
        return ()
    own = raw.get("function") if part.kind == "call" else None
    said = (part.text, part.name, part.id, own)
    rest = [
        value
        for key, value in raw.items()
        if key not in NO_WORDS and key != "thought" and not _is_in(value, said)
    ]
    return words_in(rest)


def _attached(format: Format, part: Part) -> Iterator[str]:
    """Yield what the media of a result say that stand beside its content and not in it."""
    if part.kind != "result" or isinstance(part.text, str) or format.verbs is None:
        return
    within = set(map(id, part.text)) if isinstance(part.text, list) else set()
    for node in format.verbs.attached(part.raw):
        if id(node) not in within:
            yield from map(_payload, words_in(_unnamed(node)))


def _is_in(value: Any, said: tuple[Any, ...]) -> bool:
    """Tell whether a value was said already, or holds nothing else than what was."""
    if any(value is one for one in said):
        return True
    inner = value.values() if isinstance(value, dict) else ()
    return bool(inner) and any(one is child for child in inner for one in said if one is not None)


def _lines(part: Part, read: Read) -> Iterable[str]:
    if part.kind == "text" and isinstance(part.text, str):
        return lines(part.text)
    if part.kind == "call":
        return read(part.text)
    if part.kind == "result":
        return [_payload(line) for line in read(_held(part.text))] or [""]
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


def lost_at(format: Format, message: Any, role: str, part: Steps, node: Any) -> list[Unit]:
    """Return the units of what is listed as lost: the parts at a place, or what a node inside one says."""
    found = [
        unit for unit, row in units_of(format, message, role) if row.place[: len(part)] == part
    ]
    key = part[-1] if part else None
    said = {key: node} if isinstance(key, str) and key not in NO_WORDS else node
    return found or [Unit(ANY, ANY, word) for word in words_in(said)]
