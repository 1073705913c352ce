"""The shape of a transcript: one mark a message on one line, such as `U A[c1,c2] R(c1) R(c2) A`.

The X-ray that reports, logs and tests show: who spoke, who called, who answered whom, and nothing
said.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from transcript_doctor.acts.check.judging import Patient
from transcript_doctor.acts.opening.opening import open_transcript
from transcript_doctor.acts.opening.stating import sort_context
from transcript_doctor.acts.opening.targeting import choose_target
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.format import Part
from transcript_doctor.core.outline import CALLS, MIXED, RESULTS, Call, Outline, Result
from transcript_doctor.core.report import Report
from transcript_doctor.core.transcript import unfold
from transcript_doctor.safetext import printable

SHORT_ID = 8
"""Ids are shown as they are where none is longer, in characters; otherwise all are numbered."""
_LONGEST_NAME = 24
_NO_CONTENT = frozenset({"missing", "nothing", "null"})


def shape(transcript: Any, *, format: str | None = None) -> str:
    """Return a transcript's marks on one line, `""` for none; never raises on its content."""
    return " ".join(marks(outline_of(transcript, format)))


def outline_of(transcript: Any, format: str | None) -> Outline:
    """Return the outline of a transcript, or the one a report has; raises `UnknownFormat` only."""
    if type(transcript) is Report and transcript.outline is not None:
        return transcript.outline
    transcript, format = unfold(transcript, format)
    plan = choose_target(format, None, lenient=True)
    opened = open_transcript(transcript, plan.format, plan.preferred)
    return Patient(opened, sort_context(None), "record").outline


def marks(outline: Outline) -> list[str]:
    """Return one mark for each message; the shape is these, joined by spaces."""
    return _Marker(outline).marks()


def labels(outline: Outline) -> dict[str, str]:
    """Return what the marks show in the place of each id, where ids are numbered; else nothing."""
    return {ident: f"c{number}" for ident, number in _Marker(outline).numbers.items()}


def spans(found: Sequence[str]) -> list[tuple[int, int]]:
    """Return where each mark begins and ends in the shape, in characters."""
    ends = accumulate((len(mark) + 1 for mark in found), initial=-1)
    return [(end + 1, end + 1 + len(mark)) for mark, end in zip(found, ends, strict=False)]


class _Marker:
    """One outline's rows by message, and the labels of its ids."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.parts = FORMATS[outline.format].parts
        self.rows: dict[int, list[Call | Result]] = {}
        rows: list[Call | Result] = [*outline.calls, *outline.results]
        for row in rows:
            self.rows.setdefault(row.message, []).append(row)
        self.numbers: dict[str, int] = {}
        if any(len(row.id or "") > SHORT_ID for rows in self.rows.values() for row in rows):
            for i in sorted(self.rows):
                for row in self.rows[i]:
                    if row.id is not None:
                        self.numbers.setdefault(row.id, len(self.numbers) + 1)

    def marks(self) -> list[str]:
        outline = self.outline
        silent = {n.message for n in outline.notes if n.code == "C001" and n.case in _NO_CONTENT}
        silent |= outline.empty
        found = []
        for i, letter in enumerate(outline.letters):
            if letter == CALLS:
                mark = f"A[{self._labels(i)}]"
            elif letter == RESULTS:
                mark = f"R({self._labels(i)})"
            elif letter == MIXED:
                mark = f"U[{','.join(map(self._of_part, self.parts(outline.messages[i])))}]"
            else:
                mark = "A(empty)" if letter == "A" and i in silent else letter
            if i in outline.failed:
                mark = mark.removesuffix("(empty)") + "(error)"
            found.append(mark)
        return found

    def _labels(self, i: int) -> str:
        return ",".join(self._label(row.id, row.name) for row in self.rows.get(i, ())) or "?"

    def _label(self, ident: object, name: object) -> str:
        """Return what stands for an id: itself, its number, or else the function's name."""
        if isinstance(ident, str):
            if self.numbers:
                return f"c{self.numbers.get(ident, '?')}"
            return printable(ident) or '""'
        return printable(name, _LONGEST_NAME) if isinstance(name, str) and name else "?"

    def _of_part(self, part: Part) -> str:
        if part.kind == "result":
            return f"R({self._label(part.id, part.name)})"
        if part.kind == "media" and isinstance(part.text, str):
            return printable(part.text, _LONGEST_NAME)
        return {"reasoning": "thinking"}.get(part.kind, part.kind)
