"""A diagnosis for people: what is refused, where, which code does that, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from transcript_doctor.acts.diagnose.borrowed import names_in
from transcript_doctor.acts.diagnose.mistake import Mistake
from transcript_doctor.acts.diagnose.onward import Mending, next_steps
from transcript_doctor.acts.diagnose.outcome import Diagnosis
from transcript_doctor.catalog import RULES
from transcript_doctor.core.finding import Finding
from transcript_doctor.safetext import printable

_LABEL = 16
_LONGEST = 500
"""Characters of one text from a transcript that are shown."""
_MOST = 3
"""Candidates, and faults that no list shows, that are told."""
_MOST_ALSO = 5
"""Other places of the same fault that are told."""


def text_of(
    diagnosis: Diagnosis, *, where: str = "", mending: Mending | None = None, width: int = 100
) -> str:
    """Return a diagnosis as lines; `where` is file and line of the place, `mending` what mends it."""
    return "\n".join(_Page(where, mending, max(width, 60)).lines(diagnosis))


class _Page:
    """Labelled rows, wrapped; everything in them is made printable."""

    def __init__(self, where: str, mending: Mending | None, width: int) -> None:
        self._where, self._mending, self._width = where, mending, width

    def lines(self, found: Diagnosis) -> Iterator[str]:
        """Yield the lines of a diagnosis."""
        yield from self._head(found)
        if found.said:
            yield from self._row("your error", found.said)
        if found.finding is not None:
            place = printable(str(found.finding.place), 120)
            yield from self._row("place", f"{self._where}  {place}" if self._where else place)
            yield from self._row("found", found.finding.message)
            yield from self._also(found, found.finding)
        yield from self._causes(found)
        for each in found.unseen[:_MOST]:
            yield from self._row("no list shows", f"{each.words}; look at: {each.decides}")
        for step in next_steps(found, self._mending):
            yield from self._row("next", step)

    def _head(self, found: Diagnosis) -> Iterator[str]:
        """Yield the rule; of a text alone what it means comes first, in a plain sentence."""
        code = found.code
        if code is None or found.report is not None:
            yield f"{code} {RULES[code].name}" if code else "no rule"
            return
        yield _meaning(code)
        yield from self._row("rule", f"{code} {RULES[code].name}")
        top = found.meanings[0].score
        for other in found.meanings[1:4]:
            if other.score == top:
                known = f"{other.code} {RULES[other.code].name}"
                yield from self._row("or", f"{_meaning(other.code)} ({known})")

    def _also(self, found: Diagnosis, finding: Finding) -> Iterator[str]:
        """Yield the other places of the same fault."""
        found_all = found.report.findings if found.report is not None else ()
        rest = [each for each in found_all if each.code == finding.code and each is not finding]
        told = [_named(each) for each in rest[:_MOST_ALSO]]
        if told:
            more = f" and {len(rest) - len(told)} more" if len(rest) > len(told) else ""
            yield from self._row("also", f"{', '.join(told)}{more}")

    def _causes(self, found: Diagnosis) -> Iterator[str]:
        """Yield the mistake where the evidence decides, else what may have made the fault."""
        if found.mistake is not None:
            yield from self._row("looks like", found.mistake.words)
            yield from self._row("because", found.suspects[0].seen)
            yield from self._cure(found.mistake)
            return
        for suspect in found.suspects[:_MOST]:
            seen = f" ({suspect.seen})" if suspect.seen else ""
            yield from self._row("may come from", f"{suspect.mistake.words}{seen}")
            if suspect.mistake.decides:
                yield from self._row("  decides", suspect.mistake.decides)
        if found.suspects:
            yield from self._cure(found.suspects[0].mistake)

    def _cure(self, mistake: Mistake) -> Iterator[str]:
        yield from self._code("instead of", mistake.before)
        yield from self._code("write", mistake.after)
        for told in names_in(mistake):
            yield from self._row("  names", told)

    def _row(self, label: str, text: str) -> Iterator[str]:
        head = f"    {label}".ljust(4 + _LABEL)
        shown = printable(text, _LONGEST)
        made = wrap(
            shown,
            self._width,
            initial_indent=head,
            subsequent_indent=" " * len(head),
            break_on_hyphens=False,
        )
        yield from made or [head.rstrip()]

    def _code(self, label: str, text: str) -> Iterator[str]:
        head = f"    {label}".ljust(4 + _LABEL)
        for line in text.strip().split("\n"):
            yield f"{head}{line}"
            head = " " * len(head)


def _meaning(code: str) -> str:
    """Return what a rule finds, in the first sentence of its page."""
    return RULES[code].prose.strip().partition("\n")[0]


def _named(finding: Finding) -> str:
    """Return a place with the id that it is about, where it has one."""
    ident, place = finding.values.get("id"), printable(str(finding.place), 120)
    return f"{printable(ident, 60)} at {place}" if isinstance(ident, str) and ident else place
