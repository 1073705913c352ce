"""The report for people: where, the shape with the fault underlined, what, who refuses it, what to do."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap

from transcript_doctor.acts.report.entry import Entry, Tally
from transcript_doctor.acts.report.paint import Paint
from transcript_doctor.acts.report.words import some, summary
from transcript_doctor.acts.report.xray import xray
from transcript_doctor.acts.shaping import marks
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report
from transcript_doctor.safetext import printable

_LABEL = 13
_MOST_NAMED = 5
_LONGEST = 500
"""Characters of one text from a transcript that are shown."""
_MOST_HEALTHY = 20


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
        lines = [self._where(entry, shown[0], judged=True), "", *self._shape(report, shown), ""]
        told: set[tuple[str, str]] = set()
        for i, finding in enumerate(shown):
            if i and finding.place != shown[i - 1].place:
                lines += ["", self._where(entry, finding, judged=False)]
            lines += self._finding(finding, known=(finding.code, finding.case) in told)
            told.add((finding.code, finding.case))
        if len(shown) < len(found):
            lines += ["", f"  {self._rest(found[len(shown) :])}"]
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
        for above, below in xray(marks(report.outline), faults, self._width - 4):
            lines.append(f"  {above}")
            if below:
                lines.append("  " + self._paint.severity(shown[0].severity, below))
        return lines or [self._paint.dim("  (no messages)")]

    def _finding(self, finding: Finding, *, known: bool) -> list[str]:
        """Return the lines of one finding; what was said of its kind before is not said again."""
        name = f"{finding.code} {finding.name}"
        head = self._paint.severity(finding.severity, name)
        weight = " (warning)" if finding.severity == "warning" else ""
        lines = self._hanging(f"  {head}{weight}   ", len(name) + len(weight) + 5, finding.message)
        if known:
            return lines
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
        if entry.findings:
            lines += self._row("read as", f"{recognised.format}: {recognised.why}")
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

    def _hanging(self, head: str, indent: int, text: str) -> list[str]:
        """Return a text behind a head, wrapped; `indent` is the width of the head, or near it."""
        indent = min(indent, 30)
        room = max(self._width - indent, 30)
        first, *rest = wrap(printable(text, _LONGEST), room, break_on_hyphens=False) or [""]
        return [head + first, *(" " * (4 + _LABEL) + line for line in rest)]

    def _rest(self, hidden: tuple[Finding, ...]) -> str:
        counts = Counter(f"{finding.code} {finding.name}" for finding in hidden)
        kinds = ", ".join(f"{name} x{count}" for name, count in counts.most_common())
        return f"and {len(hidden)} more: {kinds}   (--limit 0 shows all)"


def _judged(report: Report) -> str:
    """Say by whose laws, and as what, a transcript was judged."""
    article = "a"
    return f"{printable(report.target)}, as {article} {report.as_}"
