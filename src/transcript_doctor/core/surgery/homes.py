"""Where results belong that a repair moves or writes: behind the turn of their call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from transcript_doctor.core.answers import Answers
from transcript_doctor.core.edit import Edit
from transcript_doctor.core.matching import position
from transcript_doctor.core.outline import MIXED, RESULTS, USER, Call, Outline
from transcript_doctor.core.verbs import Verbs


class Waiting(NamedTuple):
    """A result that waits for its place."""

    end: int
    """The message in front of which the answer of its turn stands."""
    call: Call
    node: Any
    source: int | None
    """The message that it stood in."""


class Homes:
    """Results that wait for their place; whoever takes one back cuts the list."""

    def __init__(self, outline: Outline, verbs: Verbs, answers: Answers, *, alone: bool) -> None:
        self.outline, self.verbs, self.answers = outline, verbs, answers
        self.alone = alone
        """Whether results shall not stand beside other content in one message."""
        self.waiting: list[Waiting] = []

    def gaining(self) -> set[int]:
        """Return the messages that get results as their own parts."""
        return set() if self.verbs.holder is None else {row.end for row in self.waiting}

    def edits(self, is_whole: Callable[[int], bool]) -> list[Edit]:
        """Return what puts all of them in their places; `is_whole` says whether a message can get parts."""
        homes: dict[int, list[Waiting]] = {}
        for row in self.waiting:
            homes.setdefault(row.end, []).append(row)
        made: list[Edit] = []
        for end, rows in homes.items():
            if len(rows) > 1:
                rows.sort(key=lambda row: position(row.call))
            made += self._placed(end, rows, is_whole)
        return made

    def _placed(self, end: int, rows: list[Waiting], is_whole: Callable[[int], bool]) -> list[Edit]:
        key, outline, nodes = self.verbs.parts_key, self.outline, [row.node for row in rows]
        if self.verbs.holder is None:
            spot = self._behind(end)
            return [Edit("insert", (spot,), node) for node in nodes]
        fits = (RESULTS, MIXED) if self.alone else (RESULTS, MIXED, USER)
        known = end < len(outline.roles) and outline.letters[end] in fits and is_whole(end)
        message = outline.messages[end] if known else None
        content = message.get(key) if isinstance(message, dict) else None
        if isinstance(content, str):
            whole = [*nodes, self.verbs.text(content)] if content else nodes
            return [Edit("put", (end, key or ""), whole)]
        if not isinstance(content, list):
            return [Edit("insert", (end,), self._held(rows))]
        lead = self._lead(end)
        return [Edit("insert", (end, key or "", lead), node) for node in nodes]

    def _behind(self, end: int) -> int:
        """Return the index behind the results that a turn has: in front of what answers none of its calls."""
        letters, spot = self.outline.letters, end
        while spot < len(letters) and letters[spot] == RESULTS and self._are_home(spot, end):
            spot += 1
        return spot

    def _are_home(self, message: int, end: int) -> bool:
        return all(self.answers.is_home(row, end) for row in self.answers.results_in(message))

    def _lead(self, message: int) -> int:
        """Return the index, among a message's parts, behind the leading results that the turn has."""
        spot = 0
        for row in self.answers.results_in(message):
            if not row.lead or row.part[-1:] != (spot,) or not self.answers.is_home(row, message):
                break
            spot += 1
        return spot

    def _held(self, rows: list[Waiting]) -> Any:
        """Return a message that holds results: the one that held these and nothing else, if there is one."""
        nodes, sources = [row.node for row in rows], {row.source for row in rows}
        source = sources.pop() if len(sources) == 1 else None
        message = self.outline.messages[source] if source is not None else None
        held = message.get(self.verbs.parts_key) if isinstance(message, dict) else None
        if isinstance(held, list) and list(map(id, held)) == list(map(id, nodes)):
            return message
        return self.verbs.holder(nodes) if self.verbs.holder is not None else None
