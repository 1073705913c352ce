"""Quotations: which lines of results a line of text repeats, behind a label or bare."""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.acts.repair.tally import Tally
from transcript_doctor.acts.repair.units import ANY, Unit
from transcript_doctor.core.answers import LABELS
from transcript_doctor.core.content import words_in

_QUOTING = ": "
_MOST_COLONS = 20


def match_quotations(missing: Tally, added: Tally) -> set[Unit]:
    """Take off quotations of results, and the results that they quote; return those."""
    quoted: set[Unit] = set()
    texts = [unit for unit in added if unit.kind == "text"]
    # A bare label may quote a result that says nothing: only one that no other quotation is about.
    for unit in sorted(texts, key=lambda unit: _is_bare(unit.line)):
        words = quoted_by(unit.line, missing) if added[unit] > 0 else []
        for word in words:
            missing[word] -= added[unit]
        quoted.update(words)
        if words or _is_bare(unit.line):
            added[unit] = 0
    return quoted


def quoted_by(line: str, missing: Tally) -> list[Unit]:
    """Return the missing lines of results that a line quotes; none where it quotes nothing."""
    for said in _quoted(line):
        result = Unit("result", ANY, said)
        words = [result] if missing[result] else _read(said)
        if all(missing[word] > 0 for word in words):
            return words
    return []


def _is_bare(line: str) -> bool:
    """Tell whether a line is a label alone: what it speaks of is a picture that stands beside it."""
    return line.startswith(LABELS) and line.endswith(":")


def _quoted(line: str) -> Iterator[str]:
    """Yield what a line may quote: all of it, or what is behind the label, whose id may hold colons."""
    if not line.startswith(LABELS):
        yield line
        return
    at = next(len(label) for label in LABELS if line.startswith(label))
    for _ in range(_MOST_COLONS):
        at = line.find(_QUOTING, at)
        if at < 0:
            break
        at += len(_QUOTING)
        yield line[at:]
    yield ""


def _read(said: str) -> list[Unit]:
    return [Unit("result", ANY, word) for word in words_in(said)] or [Unit("result", ANY, "")]
