"""Who answers whom in a list that is repaired: results by call, doubles, and markers of other tools."""

from __future__ import annotations

from functools import cached_property

from transcript_doctor.core.lookup import Lookup
from transcript_doctor.core.outline import CALLS, Call, Outline, Result
from transcript_doctor.core.pairing import Pairs, pairs_of
from transcript_doctor.core.target import Laws
from transcript_doctor.core.verbs import Verbs

NO_RESULT = "No result was recorded for this call."
NO_REPLY = "(No reply was recorded here.)"
QUOTED = "A tool result whose call is not in this history"
QUOTED_AGAIN = "A further tool result of a call that has one"
QUOTED_UNTOLD = "A tool result that does not say which call it answers"
LABELS = (QUOTED, QUOTED_AGAIN, QUOTED_UNTOLD)
RETURNED_NOTHING = "The tool returned nothing."
FAILED = "The tool failed, and nothing else was recorded."
LEFT_OUT = "(An image was left out here.)"
"""What a repair writes: true, neutral, and nobody's words."""
MARKERS = frozenset(
    {
        NO_RESULT.rstrip(".").lower(), "aborted", "no result provided", "tool call interrupted by user",
        "[tool execution was interrupted]", "tool execution was interrupted", "interrupted",
        "task was interrupted before this tool call could be completed",
    }
)  # fmt: skip
"""What agents write where a result is missing: Codex, pi, tau, opencode, Roo Code."""
_LONGEST_MARKER = 100
_FEW = 10
WRITTEN = frozenset({NO_RESULT, NO_REPLY, RETURNED_NOTHING, FAILED, LEFT_OUT})
"""All that a repair may write which nobody said, beside the label of a quotation."""


class Answers(Lookup):
    """Questions that rules ask about the calls and results of one outline."""

    def __init__(self, outline: Outline, laws: Laws, verbs: Verbs) -> None:
        super().__init__(outline)
        self.laws, self.verbs = laws, verbs

    @cached_property
    def pairs(self) -> Pairs:
        """Who answers whom under the target's law."""
        return pairs_of(self.outline, self.laws.pairing)

    @cached_property
    def _partners(self) -> dict[int, Result]:
        pairs = self.pairs
        return {id(call): row for call, row in (*pairs.answers, *pairs.late, *pairs.apart)}

    @cached_property
    def _more(self) -> dict[int, list[Result]]:
        """Further results of the call of a result, by its `id()`."""
        found: dict[int, list[Result]] = {}
        for later, first in self.pairs.duplicates:
            found.setdefault(id(first), []).append(later)
        return found

    @cached_property
    def _firsts(self) -> dict[int, Result]:
        return {id(later): first for later, first in self.pairs.duplicates}

    @cached_property
    def _calls(self) -> dict[int, Call]:
        """The call of each result, by the `id()` of the result."""
        pairs = self.pairs
        return {id(row): call for call, row in (*pairs.answers, *pairs.late, *pairs.apart)}

    @cached_property
    def _late(self) -> dict[int, list[tuple[Call, Result]]]:
        found: dict[int, list[tuple[Call, Result]]] = {}
        for call, row in self.pairs.late:
            found.setdefault(self.end_of_turn(call.message), []).append((call, row))
        return found

    @cached_property
    def _ends(self) -> list[int]:
        """For each message, the index behind the run of the assistant's messages that it is in."""
        outline, law = self.outline, self.laws.pairing
        joins = law.join or bool(outline.items)
        ends = list(range(1, len(outline.roles) + 1))
        for i in range(len(ends) - 2, -1, -1):
            strange = law.between == "calls" and outline.letters[i + 1] != CALLS
            if joins and outline.roles[i + 1] == "a" and (not strange or i + 1 in outline.hollow):
                ends[i] = ends[i + 1]
        return ends

    def result_of(self, call: Call) -> Result | None:
        """Return the result of a call, wherever it stands."""
        return self._partners.get(id(call))

    def call_of(self, result: Result) -> Call | None:
        """Return the call that a result answers, wherever it stands; None for doubles and orphans."""
        return self._calls.get(id(result))

    def answers_of(self, call: Call) -> list[Result]:
        """Return all results of a call: the one that counts, and doubles."""
        first = self.result_of(call)
        return [] if first is None else [first, *self._more.get(id(first), ())]

    def first_of(self, result: Result) -> Result | None:
        """Return the result that a further one doubles."""
        return self._firsts.get(id(result))

    def late_results(self, call: Call) -> list[tuple[Call, Result]]:
        """Return what of a call's turn was answered behind the message that should hold it."""
        return self._late.get(self.end_of_turn(call.message), [])

    @cached_property
    def _call_ends(self) -> list[int]:
        """The same, without what the assistant says behind its last call: that came behind the results."""
        ends, last = list(self._ends), -1
        for i in range(len(ends) - 1, -1, -1):
            is_new = last < 0 or self._ends[i] != self._ends[last]
            if is_new or self.outline.letters[last] != CALLS:
                last = i
            ends[i] = last + 1
        return ends

    @cached_property
    def _answered(self) -> set[int]:
        """The ends of turns behind which some of the results stand."""
        met = (*self.pairs.answers, *self.pairs.late)
        return {self._ends[call.message] for call, _ in met}

    def end_of_turn(self, message: int) -> int:
        """Return the index in front of which the results of the turn belong that a message is in."""
        end = self._ends[message]
        return end if end in self._answered else self._call_ends[message]

    def is_met(self, call: Call) -> bool:
        """Tell whether a call's result stands where the target wants it."""
        return id(call) in self._met

    def is_home(self, result: Result, end: int) -> bool:
        """Tell whether a result meets a call of the turn whose results belong in front of an index."""
        call = self.call_of(result)
        return call is not None and self.is_met(call) and self.end_of_turn(call.message) == end

    @cached_property
    def _met(self) -> set[int]:
        return {id(call) for call, _ in self.pairs.answers}

    def is_repeat(self, result: Result) -> bool:
        """Tell whether another result of the same id, which answers a call, says the very same."""
        rows = self._answering.get(result.id, ()) if result.id else ()
        return any(row.raw == result.raw for row in rows)

    @cached_property
    def _answering(self) -> dict[str | None, list[Result]]:
        """The first few results that answer a call, by id."""
        found: dict[str | None, list[Result]] = {}
        for row in self._partners.values():
            if len(rows := found.setdefault(row.id, [])) < _FEW:
                rows.append(row)
        return found

    def is_double(self, one: Result, two: Result) -> bool:
        """Tell whether two results say the very same."""
        return one.raw == two.raw

    def is_marker(self, result: Result) -> bool:
        """Tell whether a result only says that there is none, as this and other tools write it."""
        said = self.verbs.said(result.raw).strip()
        if self.verbs.attached(result.raw):
            return False
        return len(said) < _LONGEST_MARKER and said.rstrip(".").lower() in MARKERS
