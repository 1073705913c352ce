"""From messages to the lines of a Claude Code session and back: a message may stand on several lines."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from transcript_doctor.core.rewriting.comparing import paired
from transcript_doctor.core.rewriting.draft import Draft, Record
from transcript_doctor.core.rewriting.placing import Item, Slot
from transcript_doctor.core.rewriting.rewriter import Wanted

Spot = tuple[int, int]
"""A part of a message: the index of its line among those of the list, and its own on that line."""


class Lines:
    """The lines of a conversation, each as if it were a message of its own."""

    def __init__(self, draft: Draft, wanted: Wanted) -> None:
        self._wanted = wanted
        self.before: list[dict[str, Any]] = []
        """What each line says."""
        self.slots: list[Slot] = []
        self.like: dict[int, Record] = {}
        """For what is new, by `id()`: a line of the message that it belongs to."""
        self._of: list[list[int]] = []
        """For each message, its lines."""
        self._parts: list[list[Any]] = []
        """For each message, its parts."""
        self._spots: dict[int, Spot] = {}
        """Where each part stands, by `id()`."""
        for index, message in enumerate(wanted.before):
            self._unfold(draft, index, message)

    def _unfold(self, draft: Draft, index: int, message: Any) -> None:
        transcript = self._wanted.transcript
        parts = _parts_of(message)
        origins = transcript.parts.get(index) or (transcript.origins[index],) * max(1, len(parts))
        by_line: dict[int, list[Any]] = {}
        for part, origin in zip(parts, origins, strict=False):
            by_line.setdefault(origin.line, []).append(part)
        if not parts:
            by_line[origins[0].line] = []
        first = len(self.slots)
        for number, (line, own) in enumerate(by_line.items(), first):
            self._spots |= {id(part): (number, i) for i, part in enumerate(own)}
            record = draft.at[line]
            raw = record.value["message"].get("content")
            if isinstance(raw, list):
                content, places = own, _places(own, raw)
            else:
                content, places = raw, None
            self.before.append({"role": message["role"], "content": content})
            self.slots.append(Slot(record, ("message",), True, places, _is_fixed(record)))
        self._of.append(list(range(first, len(self.slots))))
        self._parts.append(parts)

    def items(self) -> list[Item]:
        """Return what the lines shall be."""
        found: list[Item] = []
        used: set[int] = set()
        for source, message in zip(self._wanted.came_from, self._wanted.messages, strict=True):
            if source is not None and message is self._wanted.before[source]:
                rows: Iterable[Item] = [(line, self.before[line]) for line in self._of[source]]
            else:
                rows = self._folded(source, message)
            for line, said in rows:
                if line is not None and line in used:
                    line = None  # one line became two
                if line is not None:
                    used.add(line)
                found.append((line, said))
        return found

    def _folded(self, source: int | None, message: Any) -> Iterable[Item]:
        """Yield the lines of a message that is new, or not what it was."""
        parts = _parts_of(message)
        runs: list[tuple[int | None, list[tuple[int | None, Any]]]] = []
        for spot, part in zip(self._sources(source, parts), parts, strict=True):
            line, place = spot if spot is not None else (None, None)
            last = runs[-1] if runs else None
            follows = last is not None and last[0] == line and (last[1][-1][0] or 0) <= (place or 0)
            if last is not None and follows:
                last[1].append((place, part))
            else:
                runs.append((line, [(place, part)]))
        for line, own in runs:
            said = self._said(line, message["role"], [part for _, part in own])
            if source is not None and id(said) not in self.like and self._of[source]:
                self.like[id(said)] = self.slots[self._of[source][-1]].record
            yield line, said

    def _sources(self, source: int | None, parts: Sequence[Any]) -> list[Spot | None]:
        """Return where each part of a message stood."""
        found = [self._spots.get(id(part)) for part in parts]
        if source is None:
            return found
        old = self._parts[source]
        for k, (then, _) in enumerate(paired(old, parts)):
            if then is not None and found[k] is None:
                found[k] = self._spots[id(old[then])]
        return found

    def _said(self, line: int | None, role: str, parts: list[Any]) -> dict[str, Any]:
        """Return what a line says, the very object where that is what it said."""
        if line is not None:
            old = self.before[line]["content"]
            if old == parts or [{"type": "text", "text": old}] == parts:
                return self.before[line]
        return {"role": role, "content": parts}


def _parts_of(message: Any) -> list[Any]:
    """Return the parts of a message; a text alone is one."""
    content = message.get("content")
    if isinstance(content, list):
        return content
    return [{"type": "text", "text": content}] if content is not None else []


def _places(own: Sequence[Any], raw: Sequence[Any]) -> list[int]:
    """Return where the parts of a line, results first, stand on it."""
    spots: dict[str, deque[int]] = {}
    for i, part in enumerate(raw):
        spots.setdefault(_said(part), deque()).append(i)
    found: list[int] = []
    taken: set[int] = set()
    free = 0
    for number, part in enumerate(own):
        same = spots.get(_said(part), deque())
        while same and same[0] in taken:
            same.popleft()
        while free in taken:
            free += 1
        at = same[0] if same else free if free < len(raw) else number
        taken.add(at)
        found.append(at)
    return found


def _said(part: Any) -> str:
    """Return what a part says as one text; nothing where it is too deep for that."""
    try:
        return json.dumps(part, sort_keys=True)
    except RecursionError:
        return ""


def _is_fixed(record: Record) -> bool:
    return record.value.get("isCompactSummary") is True
