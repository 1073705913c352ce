"""The report for people: where, the shape with the fault underlined, what, who refuses it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from textwrap import wrap

from transcript_doctor.acts.report.entry import Entry, Tally
from transcript_doctor.acts.report.paint import Paint
from transcript_doctor.acts.report.words import some, summary
from transcript_doctor.acts.report.xray import xray
from transcript_doctor.acts.shaping import labels, marks
from transcript_doctor.acts.targeting import ALL
from transcript_doctor.catalog import target_named
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report
from transcript_doctor.place import Place
from transcript_doctor.safetext import printable

STATED = "as stated"
"""Why a transcript was taken for a format when somebody said so."""
_LABEL = 13
_MOST_NAMED = 5
_LONGEST = 500
"""Characters of one text from a transcript that are shown."""
_MOST_HEALTHY = 20
_MOST_WINDOWS = 3
"""Pieces of a long shape that are shown, the first ones."""


class TextWriter:
    """Writes a block for each sick transcript and a line for each healthy one, the first twenty."""

    def __init__(self, *, width: int = 100, colour: bool = False, limit: int = 20) -> None:
        self._width, self._paint, self._limit = width, Paint(colour), limit
        self._healthy = 0
        self._said: set[str] = set()
        """Facts that were said to be unknown: once in a run is enough."""

    def begin(self) -> str:
        """Return nothing: the first block is the beginning."""
        return ""

    def entry(self, entry: Entry) -> str:
        """Return one transcript's block."""
        found, report = entry.findings, entry.report
        if not found:
            return self._healthy_line(entry)
        shown = found[: self._limit] if self._limit else found
        lines = [self._where(entry, shown[0], judged=True), "", *self._shape(report, shown)]
        short = labels(report.outline) if report.outline is not None else {}
        for i, group in enumerate(_by_kind(shown)):
            if i and group[0].place != shown[0].place:
                lines += ["", self._where(entry, group[0], judged=False)]
            lines += self._finding(group[0], _said(group[0], short))
            for again in group[1:]:
                said = f"{again.place}: {_said(again, short)}"
                lines += self._row(f"line {entry.line_of(again.place)}", said)
        if len(shown) < len(found):
            lines += ["", *self._hanging("  ", 2, _rest(found[len(shown) :]))]
        lines += self._around(entry)
        return "\n".join([*lines, "", ""])

    def end(self, tally: Tally) -> str:
        """Return the sums."""
        return summary(tally) + "\n"

    def _healthy_line(self, entry: Entry) -> str:
        self._healthy += 1
        around = self._around(entry)
        if self._healthy > _MOST_HEALTHY and not around:
            return ""
        where = self._paint.bold(f"{printable(entry.source)}:{entry.line}")
        line = f"{where}  {self._paint.good('healthy')}  {_judged(entry.report)}"
        return "\n".join([line, *around, ""]) + ("\n" if around else "")

    def _where(self, entry: Entry, finding: Finding, *, judged: bool) -> str:
        line = entry.line_of(finding.place)
        where = self._paint.bold(f"{printable(entry.source)}:{line}")
        place = printable(str(finding.place), 120)
        return f"{where}  {place}  {_judged(entry.report)}" if judged else f"{where}  {place}"

    def _shape(self, report: Report, shown: tuple[Finding, ...]) -> list[str]:
        if report.outline is None:
            return []
        faults = {finding.index for finding in shown if finding.index is not None}
        lines: list[str] = []
        related = {_message_of(place) for finding in shown for place in finding.related}
        windows = xray(marks(report.outline), faults, self._width - 4, related)
        for above, below in windows[:_MOST_WINDOWS]:
            lines.append(f"  {above}")
            lines.append("  " + self._paint.severity(shown[0].severity, below) if below else "")
        return lines

    def _finding(self, finding: Finding, said: str) -> list[str]:
        """Return the lines of one finding, in full."""
        weight = " (warning)" if finding.severity == "warning" else ""
        name = f"{finding.code} {finding.name}{weight}"
        head = f"  {self._paint.severity(finding.severity, name)}   "
        lines = self._hanging(head, len(name) + 5, said)
        if refused := finding.refused_by:
            lines += self._row("refused by", some(refused, _MOST_NAMED, finding.target))
        if says := finding.provider_says:
            law = finding.ruling.law
            lines += self._row(finding.target, f"{law.status if law else 400}  {says}")
        if remedy := finding.remedy:
            lines += self._row("fix", f"({remedy.safety}) {remedy.title}")
        return lines

    def _around(self, entry: Entry) -> list[str]:
        """Return what belongs to the transcript and to no finding."""
        lines: list[str] = []
        if entry.answer is not None:
            lines += self._row("your error", entry.answer.words)
        recognised = entry.report.recognised
        if (entry.findings and recognised.why != STATED) or _foreign(entry.report):
            lines += self._row("read as", f"{recognised.format}, because {recognised.why}")
        for unknown in entry.report.unknowns:
            if unknown.fact in self._said:
                continue
            self._said.add(unknown.fact)
            codes = f" ({', '.join(unknown.codes)})" if unknown.codes else ""
            lines += self._row("unknown", f"{unknown.fact}{codes}: {unknown.how_to_say_it}")
        return lines

    def _row(self, label: str, text: str) -> list[str]:
        shown = printable(label)
        gap = " " * max(_LABEL - len(shown), 2)
        return self._hanging(f"    {self._paint.dim(shown)}{gap}", 4 + len(shown) + len(gap), text)

    def _hanging(self, head: str, used: int, text: str) -> list[str]:
        """Return a text behind a head, wrapped; `used` is the head's width without its colours."""
        indent = " " * (4 + _LABEL)
        made = wrap(
            printable(text, _LONGEST),
            max(self._width, 60),
            initial_indent=" " * used,
            subsequent_indent=indent,
            break_on_hyphens=False,
        )
        return [head + made[0][used:], *made[1:]] if made else [head.rstrip()]


def _rest(hidden: tuple[Finding, ...]) -> str:
    """Return what is not shown, by kind."""
    counts = Counter(f"{finding.code} {finding.name}" for finding in hidden)
    kinds = ", ".join(f"{name} x{count}" for name, count in counts.most_common())
    return f"and {len(hidden)} more: {kinds} (--limit 0 shows all)"


def _message_of(place: Place) -> int:
    """Return the index of the message that a place is in; -1 where it is in none."""
    return next((step for step in place if isinstance(step, int)), -1)


def _by_kind(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Return findings of one rule and case together, so that each kind is explained once."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.code, finding.case), []).append(finding)
    return list(groups.values())


def _said(finding: Finding, short: Mapping[str, str]) -> str:
    """Return a finding's sentence, behind what the shape shows for the id that it is about."""
    label = short.get(finding.subject.id or "") if finding.subject else None
    return f"{label}: {finding.message}" if label else finding.message


def _judged(report: Report) -> str:
    """Say by whose laws, and as what, a transcript was judged."""
    return f"{printable(report.target)}, as a {report.as_}"


def _foreign(report: Report) -> bool:
    """Tell whether the target takes another format, so that more than health needs saying."""
    return report.target != ALL and target_named(report.target).format != report.format
