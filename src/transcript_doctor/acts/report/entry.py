"""What every writer is given: a transcript's report with its file and lines, the sums of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from transcript_doctor.acts.diagnose.meant import Answer
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report
from transcript_doctor.core.transcript import Spot, Transcript
from transcript_doctor.place import Place


@dataclass(frozen=True, slots=True)
class Entry:
    """One transcript: where it came from, what the check said, what a pasted refusal means."""

    source: str
    """The file as it was named, or `stdin`."""
    line: int
    """The 1-based line where the transcript begins."""
    report: Report
    line_of: Callable[[Place], int]
    """The 1-based line of a place of the report."""
    answer: Answer | None = None
    file_of: Callable[[Place], str] | None = None
    """The file of a place, where a session has several."""
    session: Transcript | None = None
    """The session that it is, where an agent's reader read it."""

    def spot_of(self, place: Place) -> Spot:
        """Return file and line of a place of the report."""
        return Spot(self.file_of(place) if self.file_of else self.source, self.line_of(place))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings as they are shown: the one that a pasted refusal means comes first."""
        found = self.report.findings
        first = self.answer.finding if self.answer else None
        if first is None:
            return found
        return (first, *(finding for finding in found if finding is not first))


class Sum(NamedTuple):
    """What one transcript adds to the sums of a run."""

    errors: int
    warnings: int
    codes: dict[str, tuple[int, int]]
    """Of each rule that spoke, its errors and its warnings."""
    agent: str = ""
    """Whose session it is; empty for what no agent's reader read."""


def sum_of(report: Report, agent: str = "") -> Sum:
    """Return what a report adds to the sums of a run."""
    codes: dict[str, tuple[int, int]] = {}
    for finding in report.findings:
        errors, warnings = codes.get(finding.code, (0, 0))
        is_error = finding.severity == "error"
        codes[finding.code] = (errors + is_error, warnings + (not is_error))
    errors = sum(pair[0] for pair in codes.values())
    return Sum(errors, len(report.findings) - errors, codes, agent)


@dataclass(slots=True)
class Health:
    """How many transcripts are in which health."""

    healthy: int = 0
    warned: int = 0
    """With warnings only."""
    sick: int = 0
    """With errors."""

    def add(self, one: Sum) -> None:
        """Count a transcript."""
        self.sick += one.errors > 0
        self.warned += one.errors == 0 and one.warnings > 0
        self.healthy += not (one.errors or one.warnings)

    @property
    def all(self) -> int:
        """How many there are."""
        return self.healthy + self.warned + self.sick


@dataclass(slots=True)
class Tally:
    """The sums of a run."""

    health: Health = field(default_factory=Health)
    agents: dict[str, Health] = field(default_factory=dict)
    """The health of the sessions of each agent."""
    errors: Counter[str] = field(default_factory=Counter)
    """How many errors each rule found."""
    warnings: Counter[str] = field(default_factory=Counter)
    hit: Counter[str] = field(default_factory=Counter)
    """In how many transcripts each rule found something."""
    passed_over: int = 0
    """Files of folders that hold no transcript."""
    unreadable: list[tuple[str, int, str]] = field(default_factory=list)
    """What could not be read: file, line (0: none) and what is wrong."""

    def add(self, one: Sum) -> None:
        """Count a transcript."""
        self.health.add(one)
        self.agents.setdefault(one.agent, Health()).add(one)
        for code, (errors, warnings) in one.codes.items():
            self.errors[code] += errors
            self.warnings[code] += warnings
            self.hit[code] += 1

    @property
    def transcripts(self) -> int:
        """How many transcripts were checked."""
        return self.health.all

    def fails(self, fail_on: str) -> bool:
        """Tell whether the run has findings of the given severity or worse."""
        return self.errors.total() > 0 or (fail_on == "warning" and self.warnings.total() > 0)


class Writer(Protocol):
    """Turns entries into one of the output formats; the pieces joined are the whole output.

    What takes time is done by `block`, which any process can do; `put` gives blocks their order.
    """

    def begin(self) -> str:
        """Return what stands before all entries."""

    def block(self, entry: Entry) -> Any:
        """Return one entry as far as it depends on no other; it can be pickled."""

    def put(self, block: Any) -> str:
        """Return the text of an entry's block, in its place behind those before."""

    def end(self, tally: Tally) -> str:
        """Return what stands after all entries."""


def entry_text(writer: Writer, entry: Entry) -> str:
    """Return the text of an entry, in its place behind those before."""
    return writer.put(writer.block(entry))
