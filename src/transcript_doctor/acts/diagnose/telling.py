"""A diagnosis for people: what is refused, where, which code does that, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from transcript_doctor.acts.diagnose.mistake import Mistake
from transcript_doctor.acts.diagnose.outcome import Diagnosis
from transcript_doctor.catalog import RULES
from transcript_doctor.safetext import printable

_LABEL = 16
_LONGEST = 500
"""Characters of one text from a transcript that are shown."""
_MOST = 3
"""Candidates, and faults that no list shows, that are told."""


def text_of(diagnosis: Diagnosis, *, where: str = "", width: int = 100) -> str:
    """Return a diagnosis as lines; `where` is the file and line of the place, where it is in one."""
    return "\n".join(_Page(where, max(width, 60)).lines(diagnosis))


class _Page:
    """Labelled rows, wrapped; everything in them is made printable."""

    def __init__(self, where: str, width: int) -> None:
        self._where, self._width = where, width

    def lines(self, found: Diagnosis) -> Iterator[str]:
        """Yield the lines of a diagnosis."""
        code = found.code
        yield f"{code} {RULES[code].name}" if code else "no rule"
        if found.said:
            yield from self._row("your error", found.said)
        if found.finding is not None:
            place = printable(str(found.finding.place), 120)
            yield from self._row("place", f"{self._where}  {place}" if self._where else place)
            yield from self._row("found", found.finding.message)
        yield from self._causes(found)
        for each in found.unseen[:_MOST]:
            yield from self._row("no list shows", f"{each.words}; look at: {each.decides}")
        if code and found.report is None and found.beside is None:
            yield from self._row(
                "next", "give the list that was sent, and the place is named: --transcript FILE"
            )

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
