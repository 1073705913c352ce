"""Reading a session of Qwen Code: its newest branch, and how it rests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from transcript_doctor.core.reader import Source
from transcript_doctor.core.transcript import Damage, Origin, State, Stray, Transcript
from transcript_doctor.sessions.qwen_code.contents import Content, contents_of
from transcript_doctor.sessions.qwen_code.tree import Entry, branch, entries_of
from transcript_doctor.sessions.shared.handing import in_lines
from transcript_doctor.sessions.shared.rows import rows
from transcript_doctor.sessions.shared.straying import unsent


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and "uuid" in value and "type" in value


def read(source: Source, why: str) -> Iterator[Transcript]:
    """Yield the conversation of a session."""
    damage: list[Damage] = []
    entries = entries_of(rows(source, _is_record, damage), damage)
    path = branch(entries, damage)
    contents = contents_of(path)
    if not contents and not damage:
        return
    strays = _strays(entries, contents)
    called = {ident for content in contents for ident, _ in _named(content.value, _CALL)}
    damage += unsent(strays, called)
    damage += _foreign(path, source.stem)
    yield Transcript(
        [content.value for content in contents],
        "gemini",
        "Qwen Code",
        why,
        tuple(content.origins[0] for content in contents),
        parts=_joined(contents),
        damage=in_lines(damage),
        strays=strays,
        state=_state(contents),
        version=_last(path, "version"),
        session=_last(path, "sessionId"),
        when=_last(path, "timestamp"),
    )


def _joined(contents: Sequence[Content]) -> dict[int, tuple[Origin, ...]]:
    """Return where the parts of joined contents stand."""
    return {i: tuple(content.origins) for i, content in enumerate(contents) if content.joined}


def _last(path: Sequence[Entry], key: str) -> str | None:
    found = (entry.value.get(key) for entry in reversed(path))
    return next((value for value in found if isinstance(value, str)), None)


def _foreign(path: Sequence[Entry], stem: str) -> list[Damage]:
    """Return a damage for each other session whose records are on the branch."""
    known: dict[str, Entry] = {}
    for entry in path:
        session = entry.value.get("sessionId")
        if isinstance(session, str):
            known.setdefault(session, entry)
    own = stem if stem in known else next(iter(known), None)
    return [
        Damage("S105", "foreign", entry.origin, {"session": session, "own": own})
        for session, entry in known.items()
        if session != own
    ]


def _strays(entries: Iterable[Entry], contents: Sequence[Content]) -> tuple[Stray, ...]:
    """Return the results that the file holds and the list does not."""
    listed = {ident for content in contents for ident, _ in _named(content.value, _RESULT)}
    return tuple(
        Stray(ident, part, entry.origin)
        for entry in entries
        for ident, part in _named(entry.message or {}, _RESULT)
        if ident not in listed
    )


_CALL, _RESULT = "functionCall", "functionResponse"


def _named(content: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any]]:
    """Yield the ids of the calls or of the results in a content, each with its part."""
    parts = content.get("parts")
    for part in parts if isinstance(parts, list) else ():
        node = part.get(key) if isinstance(part, dict) else None
        ident = node.get("id") if isinstance(node, dict) else None
        if isinstance(ident, str) and ident:
            yield ident, part


def _state(contents: Sequence[Content]) -> State:
    """Return how the session rests, by its last content."""
    if not contents:
        return "whole"
    ends = contents[-1].value
    parts = ends.get("parts")
    waits = any(
        isinstance(part, dict) and _CALL in part
        for part in (parts if isinstance(parts, list) else ())
    )
    return "running" if waits or ends.get("role") == "user" else "whole"
