"""Exchanges as the signs of mistakes see them: which calls were answered, and what stands behind a turn."""

from __future__ import annotations

from functools import cached_property

from transcript_doctor.acts.diagnose.orders import is_by_role, is_crossed, strangers
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import CALLS, REASONING, RESULTS, Call, Outline, Result
from transcript_doctor.core.report import Report
from transcript_doctor.core.turns import turn_starts


class Exchanges:
    """The calls of one report by turn; every list is made on the first question."""

    def __init__(self, report: Report) -> None:
        self.report = report
        outline = report.outline
        assert outline is not None
        self.outline: Outline = outline

    @cached_property
    def of_code(self) -> dict[str, list[Finding]]:
        """The findings by their rule."""
        found: dict[str, list[Finding]] = {}
        for finding in self.report.findings:
            found.setdefault(finding.code, []).append(finding)
        return found

    def letter(self, message: int) -> str:
        """Return the letter of a message, or nothing where there is none."""
        letters = self.outline.letters
        return letters[message] if 0 <= message < len(letters) else ""

    @cached_property
    def _turns(self) -> list[int]:
        return turn_starts(self.outline, join=True)

    @cached_property
    def _calls(self) -> dict[int, list[Call]]:
        calls: dict[int, list[Call]] = {}
        for call in self.outline.calls:
            calls.setdefault(self._turns[call.message], []).append(call)
        return calls

    @cached_property
    def _open(self) -> set[int]:
        """Calls without a result, by `id()` of the row."""
        found = self.report.findings
        return {id(f.subject) for f in found if f.code == "P001" and isinstance(f.subject, Call)}

    @cached_property
    def _batches(self) -> dict[int, tuple[list[Call], list[Call]]]:
        """Of each turn that calls, its answered and its open calls."""
        made = {}
        for start, calls in self._calls.items():
            open_ = [call for call in calls if id(call) in self._open]
            made[start] = ([call for call in calls if id(call) not in self._open], open_)
        return made

    def is_open(self, call: Call) -> bool:
        """Tell whether a call has no result."""
        return id(call) in self._open

    def answered(self, call: Call) -> list[Call]:
        """Return the calls of a call's turn that have a result."""
        return self._batches[self._turns[call.message]][0]

    def batch(self, call: Call) -> list[Call]:
        """Return all calls of a call's turn."""
        return self._calls[self._turns[call.message]]

    @cached_property
    def _prefixes(self) -> dict[int, bool]:
        return {
            start: done == self._calls[start][: len(done)]
            for start, (done, _) in self._batches.items()
        }

    def answered_in_front(self, call: Call) -> bool:
        """Tell whether the answered calls of a call's turn all stand in front of the open ones."""
        return self._prefixes[self._turns[call.message]]

    @cached_property
    def _twins(self) -> frozenset[tuple[int, str | None]]:
        seen: dict[tuple[int, str | None], int] = {}
        twins = set()
        for call in self.outline.calls:
            key = (self._turns[call.message], call.id)
            if call.id and seen.setdefault(key, call.message) != call.message:
                twins.add(key)
        return frozenset(twins)

    def has_twin(self, call: Call) -> bool:
        """Tell whether another message of a call's turn bears a call of its id."""
        return (self._turns[call.message], call.id) in self._twins

    @cached_property
    def partial_first(self) -> int:
        """In how many turns with several calls the first alone was answered."""
        return sum(
            len(done) == 1 and len(done) + len(open_) > 1 and done[0] is self._calls[start][0]
            for start, (done, open_) in self._batches.items()
        )

    @cached_property
    def whole_batches(self) -> bool:
        """Whether any turn with several calls has all their results."""
        return any(len(done) > 1 and not open_ for done, open_ in self._batches.values())

    @cached_property
    def crossed(self) -> bool:
        """Whether a later turn's result stands in front of an earlier one's."""
        return is_crossed(self.outline)

    @cached_property
    def by_role(self) -> bool:
        """Whether the messages of each role stand together."""
        return is_by_role(self.outline.letters)

    @cached_property
    def tools_that_ran(self) -> frozenset[str]:
        """The names of tools whose calls have a result."""
        return frozenset(
            call.name for done, _ in self._batches.values() for call in done if call.name
        )

    @cached_property
    def _behind(self) -> list[int]:
        """For each message, the first one at or behind it that holds no results."""
        letters = self.outline.letters
        behind = [len(letters)] * (len(letters) + 1)
        for i in range(len(letters) - 1, -1, -1):
            behind[i] = behind[i + 1] if letters[i] == RESULTS else i
        return behind

    def behind(self, message: int) -> int:
        """Return the first message behind a turn's last call and its results; the length where none is."""
        turns, at = self._turns, message + 1
        while (
            at < len(turns)
            and turns[at] == turns[message]
            and self.letter(at) in (CALLS, REASONING)
        ):
            at += 1
        return self._behind[at] if at <= len(turns) else len(turns)

    @cached_property
    def _strangers(self) -> tuple[dict[int, Result], dict[int, Call]]:
        """Open calls and the orphans that stand where their results would, as many, each by `id()`."""
        orphans: dict[int, list[Result]] = {}
        for finding in self.of_code.get("P002", ()):
            if isinstance(row := finding.subject, Result):
                orphans.setdefault(row.message, []).append(row)
        size = len(self.outline.letters)
        turns = (
            (open_, min(self.behind(open_[-1].message) + 1, size))
            for _, open_ in self._batches.values()
            if open_ and orphans
        )
        pairs = strangers(turns, orphans)
        strays = {id(call): row for call, row in pairs}
        calls = {id(row): call for call, row in pairs}
        return strays, calls

    def stray_behind(self, call: Call) -> Result | None:
        """Return the orphan that stands where an open call's result would."""
        return self._strangers[0].get(id(call))

    def open_before(self, result: Result) -> Call | None:
        """Return the open call in whose result's place an orphan stands."""
        return self._strangers[1].get(id(result))
