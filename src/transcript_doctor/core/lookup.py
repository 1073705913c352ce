"""Where the rows of an outline stand: found by message or by place, made when first asked for."""

from __future__ import annotations

from functools import cached_property

from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.place import Steps


class Lookup:
    """Questions on an outline that need no law."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self._repeated: dict[int, bool] = {}

    def results_in(self, message: int) -> list[Result]:
        """Return the results of one message."""
        return self._results_at.get(message, [])

    def calls_in(self, message: int) -> list[Call]:
        """Return the calls of one message."""
        return self._calls_at.get(message, [])

    def is_repeated(self, message: int) -> bool:
        """Tell whether the very next message says the same to the letter, ids and all."""
        if message not in self._repeated:
            pair = self.outline.messages[message : message + 2]
            self._repeated[message] = len(pair) == 2 and pair[0] == pair[1]
        return self._repeated[message]

    def is_stored_twice(self, call: Call) -> bool:
        """Tell whether a provider-run call stands there again, further down, to the letter."""
        twins = self._hosted.get((call.kind, call.id), [])
        return len(twins) > 1 and twins[-1] is not call and twins[-1].raw == call.raw

    def row_at(self, place: Steps) -> Call | Result | None:
        """Return the call or result that stands at a place, or nearest above it, below the list."""
        found = (self._rows.get(place[:end]) for end in range(len(place), 0, -1))
        return next((row for row in found if row is not None), None)

    @cached_property
    def _rows(self) -> dict[Steps, Call | Result]:
        rows: list[Call | Result] = [*self.outline.hosted_calls, *self.outline.hosted_results]
        rows += (*self.outline.calls, *self.outline.results)
        return {row.place: row for row in rows}

    @cached_property
    def hosted_ids(self) -> frozenset[str | None]:
        """The ids of what the provider itself ran."""
        return frozenset(call.id for call in self.outline.hosted_calls)

    @cached_property
    def _results_at(self) -> dict[int, list[Result]]:
        found: dict[int, list[Result]] = {}
        for row in self.outline.results:
            found.setdefault(row.message, []).append(row)
        return found

    @cached_property
    def _calls_at(self) -> dict[int, list[Call]]:
        found: dict[int, list[Call]] = {}
        for call in self.outline.calls:
            found.setdefault(call.message, []).append(call)
        return found

    @cached_property
    def _hosted(self) -> dict[tuple[str, str | None], list[Call]]:
        found: dict[tuple[str, str | None], list[Call]] = {}
        for call in self.outline.hosted_calls:
            found.setdefault((call.kind, call.id), []).append(call)
        return found
