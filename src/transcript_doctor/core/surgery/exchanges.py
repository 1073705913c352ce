"""What is done to calls and results: moved, answered, quoted, renamed, sorted."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from transcript_doctor.core.answers import QUOTED, QUOTED_UNTOLD, Answers
from transcript_doctor.core.edit import Edit
from transcript_doctor.core.matching import position
from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.core.surgery.bodies import Bodies
from transcript_doctor.core.surgery.homes import Homes, Waiting
from transcript_doctor.core.surgery.rewriting import node_at
from transcript_doctor.core.verbs import Verbs


class Exchanges(Bodies):
    """The part of a surgeon that knows who answers whom."""

    def __init__(self, outline: Outline, verbs: Verbs, answers: Answers) -> None:
        super().__init__(outline, verbs, answers)
        alone = answers.laws.ruling("P006", "mixed", "warning").severity is not None
        self._homes = Homes(outline, verbs, answers, alone=alone)
        self._lists.append(self._homes.waiting)
        self._sorted: set[int] = set()
        """Turns whose results were sorted, or could not be, by the `id()` of their pairs."""

    def answer(self, call: Call, text: str, *, failed: bool) -> bool:
        """Write a result for a call that has none."""
        self._settle(call, self.verbs.answer(call, text, failed))
        return True

    def move(self, result: Result, call: Call) -> bool:
        """Move a result behind the turn of its call: the very node, not a copy."""
        if not self.drop(result.message, result.part):
            return False
        self._settle(call, result.raw, result.message)
        return True

    def quote(self, result: Result, label: str = QUOTED) -> bool:
        """Put what a result says, as a labelled quotation, in its place: a part, or a user's message."""
        said, media = self.verbs.said(result.raw), self.verbs.attached(result.raw)
        if label is QUOTED and not result.id and self.answers.pairs.unanswered:
            label = QUOTED_UNTOLD
        label += _named(result)
        text = f"{label}: {said}" if said else f"{label}; it says nothing."
        if media and not said:
            text = f"{label}:"
        if self.verbs.holder is None:
            parts = [self.verbs.text(text), *media]
            whole = self.verbs.speak(parts) if media and self.verbs.speak else None
            return self.put(result.message, (), whole or self.verbs.say("user", text))
        *above, last = result.place
        if not isinstance(last, int):  # a part that stands alone where a list belongs
            return self.put(result.message, result.part, [self.verbs.text(text), *media])
        if not self.put(result.message, result.part, self.verbs.text(text)):
            return False
        for node in media:
            self._edits.append(Edit("insert", (*above, last + 1), node))
        return True

    def modernise(self, row: Call | Result, ident: str) -> bool:
        """Write the message of a call or result of an old form in the new one, with an id."""
        raw = self.outline.messages[row.message]
        if self.verbs.modern is None or not isinstance(raw, dict):
            return False
        return self.put(row.message, (), self.verbs.modern(raw, ident))

    def drop_chosen(self, row: Call | Result, what: str) -> bool:
        """Drop a call or a result because the caller chose that, and say so."""
        self.chosen, self.told = True, "drop {call}"
        return self.lose(row.message, row.part, what) and self.drop(row.message, row.part)

    def raw_id(self, row: Call | Result) -> object:
        """Return what stands where the id of a call or a result belongs, whatever it is."""
        return node_at(self.outline.messages[row.message], self.verbs.id_at(row))

    def rename(self, row: Call | Result, ident: str) -> bool:
        """Give a call or a result another id."""
        return self.put(row.message, self.verbs.id_at(row), ident)

    def rename_all(self, rows: Iterable[Call | Result], ident: str) -> bool:
        """Give a call and its results another id."""
        return all(self.rename(row, ident) for row in rows)

    def replace(self, marker: Result, result: Result) -> bool:
        """Put a real result in the place of a marker."""
        if not self.drop(result.message, result.part):
            return False
        return self.put(marker.message, marker.part, result.raw)

    def sort_results(self, result: Result) -> bool:
        """Put the results of a turn into the order of their calls, on their own spots."""
        rows = self._turn_of.get(id(result), [])
        if id(rows) in self._sorted:
            return False
        self._sorted.add(id(rows))
        ordered = sorted(rows, key=lambda pair: position(pair[0]))
        spots = sorted((row for _, row in rows), key=position)
        pairs = [(spot, row) for spot, (_, row) in zip(spots, ordered, strict=True)]
        moved = [(spot, row) for spot, row in pairs if spot is not row]
        if not moved or not all(self.take(spot.message, spot.part) for spot, _ in moved):
            return False
        for spot, row in moved:
            self._edits.append(Edit("put", spot.place, row.raw))
        return True

    def gather(self, result: Result, *, behind: int) -> bool:
        """Move the results of a turn that stand behind a message to the others, behind their calls."""
        rows = [pair for pair in self._turn_of.get(id(result), ()) if pair[1].message > behind]
        return bool(rows) and all(self.move(row, call) for call, row in rows)

    @cached_property
    def _turn_of(self) -> dict[int, list[tuple[Call, Result]]]:
        """All pairs of the turn that a result, by its `id()`, answers."""
        turns: dict[int, list[tuple[Call, Result]]] = {}
        for call, row in self.answers.pairs.answers:
            turns.setdefault(self.answers.end_of_turn(call.message), []).append((call, row))
        return {id(row): pairs for pairs in turns.values() for _, row in pairs}

    def settle(self, call: Call, node: Any) -> bool:
        """Put a result behind the turn of its call, as it is."""
        self._settle(call, node)
        return True

    def _settle(self, call: Call, node: Any, source: int | None = None) -> None:
        end = self.answers.end_of_turn(call.message)
        self._homes.waiting.append(Waiting(end, call, node, source))


def _named(result: Result) -> str:
    """Return the id of a result and the name of its tool as they stand behind the label of a quotation."""
    words = " of ".join(filter(None, (result.id, result.name)))
    return f" ({words})" if words else ""
