"""What is wrong with a file of lines, whatever is on them, and healed without losing anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from transcript_doctor.core.rewriting.draft import Draft, Record
from transcript_doctor.core.rewriting.rewriter import Mended
from transcript_doctor.core.transcript import Transcript


def split_lines(draft: Draft) -> Iterator[Mended]:
    """Have records that share a line stand on lines of their own, and say which lines these were."""
    if not draft.of_lines:
        yield from _split_values(draft)
        return
    counts = Counter(record.line for record in draft.records)
    torn = {r.line for r in draft.records if r.value is None and counts[r.line] > 1}
    for line, count in sorted(counts.items()):
        if line in torn:
            yield Mended(line, "a torn record was parted from what is whole behind it, and stays")
        elif count > 1:
            yield Mended(line, f"{count} records that shared this line have lines of their own")


def _split_values(draft: Draft) -> Iterator[Mended]:
    for record, following in pairwise(draft.records):
        whole = record.value is not None and following.value is not None
        if whole and record.line == following.line and b"\n" not in (record.ending or b"\n"):
            record.ending = None
            yield Mended(record.line, "records that shared this line have lines of their own")


def drop_doubles(
    draft: Draft, transcripts: Iterable[Transcript], ident: str = "", parent: str = ""
) -> Iterator[Mended]:
    """Drop records that stand in the file a second time, to the letter of what they say.

    It is the later copy that goes, unless the first stands before its own parent.
    """
    lines: dict[object, int] = {}
    for line, one in draft.at.items() if ident else ():
        if isinstance(uuid := one.value.get(ident), str):
            lines.setdefault(uuid, line)
    for transcript in transcripts:
        for harm in transcript.damage:
            if (harm.code, harm.case) != ("S103", "line") or harm.beside:
                continue
            record, first = draft.at.get(harm.origin.line), draft.at.get(harm.values["first"])
            if record is None or first is None or not _are_alike(record, first):
                continue
            above = first.value.get(parent) if parent else None
            if isinstance(above, str) and first.line < lines.get(above, 0) < record.line:
                record, first = first, record
            record.dropped = True
            yield Mended(record.line, f"dropped: line {first.line} says the very same")


def _are_alike(record: Record, first: Record) -> bool:
    try:
        return record is not first and not record.dropped and bool(record.value == first.value)
    except RecursionError:
        return False
