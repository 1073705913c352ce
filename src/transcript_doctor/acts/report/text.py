"""The report for people: where, the shape with the fault underlined, what, who refuses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from transcript_doctor.acts.diagnose.suspecting import Looks
from transcript_doctor.acts.recognising import GUESSED
from transcript_doctor.acts.report.entry import Entry, Tally
from transcript_doctor.acts.report.kinds import by_kind, fix_of, repeats, rest, said
from transcript_doctor.acts.report.layout import Layout
from transcript_doctor.acts.report.paint import Paint
from transcript_doctor.acts.report.sums import tables
from transcript_doctor.acts.report.words import FIXES, STATES, some, summary
from transcript_doctor.acts.report.xray import xray
from transcript_doctor.acts.shaping import labels, marks
from transcript_doctor.acts.targeting import ALL
from transcript_doctor.acts.weighing import doubt
from transcript_doctor.catalog import target_named
from transcript_doctor.core.facts import Unknown
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report, Stand
from transcript_doctor.core.transcript import AT_LINE
from transcript_doctor.place import Place
from transcript_doctor.safetext import printable

STATED = "as stated"
"""Why a transcript was taken for a format when somebody said so."""
_MOST_NAMED = 5
_MOST_HEALTHY = 20
_MOST_WINDOWS = 3
"""Pieces of a long shape that are shown, the first ones."""
_RECORD = "a bare list is judged as a record of what happened; --as request if you sent it"
_GUESS = (
    "{count} of the healthy: several formats share plain roles and texts; --wire FORMAT says which"
)
_STANDS = {"refuses": "refuse", "takes": "take it", "depends": "depends"}


class Block(NamedTuple):
    """One transcript as text, as far as it depends on no other."""

    lines: Sequence[str] = ()
    before: Sequence[str] = ()
    """What is said of the whole of it."""
    unknown: Sequence[tuple[str, list[str]]] = ()
    """Facts that lack, with what is said of each once in a run."""
    stands: Sequence[str] = ()
    healthy: bool = True
    record: bool = False
    guess: bool = False


class TextWriter:
    """Writes a block for each sick transcript and a line for each healthy one, the first twenty."""

    def __init__(
        self,
        *,
        width: int = 100,
        colour: bool = False,
        limit: int = 20,
        quiet: bool = False,
        stated_as: bool = False,
    ) -> None:
        self._paint, self._limit, self._quiet = Paint(colour), limit, quiet
        self._page = Layout(width, self._paint)
        self._stated_as = stated_as
        """Whether somebody said what the transcripts are judged as."""
        self._healthy = 0
        self._untold = 0
        """Healthy transcripts that got no line."""
        self._records = self._guesses = 0
        self._said: set[str] = set()
        """Facts that were said to be unknown: once in a run is enough."""

    def begin(self) -> str:
        """Return nothing: the first block is the beginning."""
        return ""

    def block(self, entry: Entry) -> Block:
        """Return one transcript's lines."""
        if self._quiet:
            return Block()
        recognised, healthy = entry.report.recognised, not entry.findings
        return Block(
            self._healthy_line(entry) if healthy else self._sick_lines(entry),
            self._before(entry),
            [(unknown.fact, self._unknown(unknown)) for unknown in entry.report.unknowns],
            self._stands(entry.report, only="depends" if healthy else ""),
            healthy,
            entry.report.as_ == "record" and entry.session is None,
            healthy and recognised.why == GUESSED,
        )

    def put(self, block: Block) -> str:
        """Return one transcript's text; what was said before is not said again."""
        if self._quiet:
            return ""
        self._records += block.record
        self._guesses += block.guess
        unknown = [line for fact, lines in block.unknown if self._is_new(fact) for line in lines]
        around = [*block.before, *unknown]
        if not block.healthy:
            return "\n".join([*block.lines, *around, *block.stands, "", ""])
        self._healthy += 1
        if self._healthy <= _MOST_HEALTHY:
            around += block.stands
        elif not around:
            self._untold += 1
            return ""
        return "\n".join([*block.lines, *around, ""]) + ("\n" if around else "")

    def _is_new(self, fact: str) -> bool:
        if fact in self._said:
            return False
        self._said.add(fact)
        return True

    def _sick_lines(self, entry: Entry) -> list[str]:
        found = entry.findings
        kinds = by_kind(found) if self._limit else [[finding] for finding in found]
        shown = kinds[: self._limit] if self._limit else kinds
        short = labels(entry.report.outline) if entry.report.outline is not None else {}
        lines = [self._where(entry, found[0], judged=True), "", *self._shape(entry.report, shown)]
        before, looks = found[0].place, Looks(entry.report)
        for group in shown:
            if group[0].place != before:
                before = group[0].place
                lines += ["", self._where(entry, group[0], judged=False)]
            lines += self._kind(entry, group, short, looks)
        if len(shown) < len(kinds):
            lines += ["", *self._page.hanging("  ", 2, rest(kinds[len(shown) :]))]
        return lines

    def end(self, tally: Tally) -> str:
        """Return what is said once in a run, and the sums."""
        told = self._records and not self._stated_as
        note = self._page.hanging("", 0, _RECORD) if told else []
        if self._guesses:
            note += self._page.hanging("", 0, _GUESS.format(count=self._guesses))
        if self._untold:
            note.append(f"... {self._untold} more healthy")
        sums = tables(tally)
        apart = [""] if sums and note else []
        return "\n".join([*note, *apart, *sums, summary(tally), ""])

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

    def _kind(
        self, entry: Entry, group: list[Finding], short: Mapping[str, str], looks: Looks
    ) -> list[str]:
        """Return the lines of a kind: its first finding in full, the others on a line."""
        first, page = group[0], self._page
        weight = " (warning)" if first.severity == "warning" else ""
        name = f"{first.code} {first.name}{weight}"
        head = f"  {self._paint.severity(first.severity, name)}   "
        lines = page.hanging(head, len(name) + 5, said(first, short))
        if len(group) > 1:
            lines += page.row("also", repeats(group, short, entry.line_of))
        if refused := first.refused_by:
            most = len(refused) if entry.report.target == ALL else _MOST_NAMED
            lines += page.row("refused by", some(refused, most, first.target), ours=True)
        lines += self._verdict(first)
        if like := looks.like(first):
            lines += page.row("looks like", like)
        if (fix := first.fix) and (title := fix_of(group, short)):
            lines += page.row("fix", f"({FIXES[fix.safety]}) {title}")
        return lines

    def _verdict(self, finding: Finding) -> list[str]:
        """Return what the target says; of a warning, why it may refuse."""
        law, page, target = finding.ruling.law, self._page, finding.target
        says = f"{law.status if law else 400}  {finding.provider_says}"
        lacks = finding.provider_says is None
        if finding.severity == "error":
            return [] if lacks else page.row(target, says)
        if finding.rule.scope == "file":
            return []
        why = doubt(finding)
        if why is None:
            return page.row(target, "no evidence either way")
        lines = page.row("may be refused by", f"{target} ({why})")
        return lines if lacks else lines + page.row("would say", says)

    def _before(self, entry: Entry) -> list[str]:
        """Return what belongs to the transcript and to no finding."""
        lines: list[str] = []
        if entry.answer is not None:
            lines += self._page.row("your error", entry.answer.words)
        recognised = entry.report.recognised
        if (entry.findings and recognised.why != STATED) or _foreign(entry.report):
            lines += self._page.row("read as", f"{recognised.format}, because {recognised.why}")
        if entry.findings and entry.session is not None and entry.session.state != "whole":
            lines += self._page.row("session", STATES[entry.session.state])
        return lines

    def _unknown(self, unknown: Unknown) -> list[str]:
        codes = f" ({', '.join(unknown.codes)})" if unknown.codes else ""
        return self._page.row("unknown", f"{unknown.fact}{codes}: {unknown.how_to_say_it}")

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
