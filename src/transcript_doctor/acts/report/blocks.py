"""One transcript in the report for people: where, the shape underlined, each kind of fault, who takes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from transcript_doctor.acts.diagnose.suspecting import Looks
from transcript_doctor.acts.opening.recognising import GUESSED
from transcript_doctor.acts.opening.targeting import ALL
from transcript_doctor.acts.report.entry import Entry
from transcript_doctor.acts.report.kinds import by_kind, rest
from transcript_doctor.acts.report.layout import Layout
from transcript_doctor.acts.report.telling import lines_of
from transcript_doctor.acts.report.words import STATES
from transcript_doctor.acts.report.xray import xray
from transcript_doctor.acts.show.shaping import labels, marks
from transcript_doctor.catalog import target_named
from transcript_doctor.core.facts import Unknown
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report, Stand
from transcript_doctor.core.transcript import AT_LINE
from transcript_doctor.place import Place
from transcript_doctor.safetext import printable

STATED = "as stated"
"""Why a transcript was taken for a format when somebody said so."""
_MOST_WINDOWS = 3
"""Pieces of a long shape that are shown, the first ones."""
_STANDS = {"refuses": "refuse", "takes": "take it", "depends": "depends"}


class Block(NamedTuple):
    """One transcript as text, as far as it depends on no other."""

    lines: Sequence[str] = ()
    before: Sequence[str] = ()
    """What is said of the whole of it."""
    unknown: Sequence[tuple[str, list[str]]] = ()
    """Facts that lack, with what is said of each once in a run."""
    stands: Sequence[str] = ()
    several: bool = False
    """Whether several kinds of findings are told: what is said of the whole stands apart from the last."""
    healthy: bool = True
    record: bool = False
    guess: bool = False


class Blocks:
    """Makes the blocks of a report; `limit` is how many kinds of findings each tells, 0 every finding.

    `hint` words how to say what is not known, for those who read it.
    """

    def __init__(self, page: Layout, limit: int, hint: Callable[[str], str]) -> None:
        self._page, self._paint, self._limit, self._hint = page, page.paint, limit, hint

    def of(self, entry: Entry) -> Block:
        """Return one transcript's lines."""
        recognised, healthy = entry.report.recognised, not entry.findings
        kinds = by_kind(entry.findings) if self._limit else [[one] for one in entry.findings]
        return Block(
            self._healthy_line(entry) if healthy else self._sick_lines(entry, kinds),
            self._before(entry),
            [(unknown.fact, self._unknown(unknown)) for unknown in entry.report.unknowns],
            self._stands(entry.report, only="depends" if healthy else ""),
            len(kinds) > 1,
            healthy,
            entry.report.as_ == "record" and entry.session is None,
            healthy and recognised.why == GUESSED,
        )

    def _sick_lines(self, entry: Entry, kinds: list[list[Finding]]) -> list[str]:
        found, answer = entry.findings, entry.answer
        shown = kinds[: self._limit] if self._limit else kinds
        short = labels(entry.report.outline) if entry.report.outline is not None else {}
        lines = [self._where(entry, found[0], judged=True), "", *self._shape(entry.report, shown)]
        if answer is not None and answer.finding is None:
            lines += [*self._page.row("your error", answer.words), ""]
        before, looks = found[0].place, Looks(entry.report)
        for group in shown:
            if group[0].place != before:
                before = group[0].place
                lines += ["", self._where(entry, group[0], judged=False)]
            lines += lines_of(group, entry, self._page, short, looks)
        if len(shown) < len(kinds):
            lines += ["", *self._page.hanging("  ", 2, self._hint(rest(kinds[len(shown) :])))]
        return lines

    def _healthy_line(self, entry: Entry) -> list[str]:
        begins = entry.session.begins if entry.session is not None else None
        where = self._paint.bold(_spot(*(begins or (entry.source, entry.line))))
        return [f"{where}  {self._paint.good('healthy')}  {_judged(entry.report)}"]

    def _where(self, entry: Entry, finding: Finding, *, judged: bool) -> str:
        where = self._paint.bold(_spot(*entry.spot_of(finding.place)))
        told = [] if finding.place[:1] == (AT_LINE,) else [printable(str(finding.place), 120)]
        return "  ".join([where, *told, *([_judged(entry.report)] if judged else [])])

    def _shape(self, report: Report, shown: Sequence[Sequence[Finding]]) -> list[str]:
        if report.outline is None:
            return []
        findings = [finding for group in shown for finding in group]
        faults = {finding.index for finding in findings if finding.index is not None}
        lines: list[str] = []
        related = {_message_of(place) for finding in findings for place in finding.related}
        windows = xray(marks(report.outline), faults, self._page.width - 4, related)
        for above, below in windows[:_MOST_WINDOWS]:
            lines.append(f"  {above}")
            lines.append("  " + self._paint.severity(findings[0].severity, below) if below else "")
        return lines

    def _before(self, entry: Entry) -> list[str]:
        """Return what belongs to the transcript and to no finding."""
        lines: list[str] = []
        if entry.answer is not None and not entry.findings:
            lines += self._page.row("your error", entry.answer.words)
        recognised = entry.report.recognised
        if (entry.findings and recognised.why != STATED) or _foreign(entry.report):
            why = self._hint(recognised.why)
            lines += self._page.row("read as", f"{recognised.format}, because {why}")
        if entry.findings and entry.session is not None and entry.session.state != "whole":
            lines += self._page.row("session", STATES[entry.session.state])
        return lines

    def _unknown(self, unknown: Unknown) -> list[str]:
        codes = f" ({', '.join(unknown.codes)})" if unknown.codes else ""
        way = self._hint(unknown.how_to_say_it)
        return self._page.row("unknown", f"{unknown.fact}{codes}: {way}")

    def _stands(self, report: Report, only: str = "") -> list[str]:
        """Return who refuses, who takes it and on what it depends, where every target was asked."""
        lines: list[str] = []
        for verdict, label in _STANDS.items():
            stands = [stand for stand in report.stands if stand.verdict == verdict]
            if stands and only in ("", verdict):
                lines += self._page.row(label, ", ".join(map(_stand, stands)), ours=True)
        return lines


def _stand(stand: Stand) -> str:
    """Return a target with what decides: the rules that it refuses by, or what is not known."""
    why = stand.codes if stand.verdict == "refuses" else stand.why
    return f"{stand.target} ({', '.join(why)})" if why else stand.target


def _spot(source: str, line: int) -> str:
    """Return file and line; what is in no file has no line."""
    return f"{printable(source)}:{line}" if line else printable(source)


def _message_of(place: Place) -> int:
    """Return the index of the message that a place is in; -1 where it is in none."""
    return next((step for step in place if isinstance(step, int)), -1)


def _judged(report: Report) -> str:
    """Say by whose laws, and as what, a transcript was judged."""
    whose = "every target" if report.target == ALL else printable(report.target)
    return f"{whose}, as a {report.as_}"


def _foreign(report: Report) -> bool:
    """Tell whether the target takes another format, so that more than health needs saying."""
    return report.target != ALL and target_named(report.target).format != report.format
