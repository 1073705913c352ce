"""Editing files that hold lists of messages as a provider is sent them, found by what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.reader import Source
from transcript_doctor.core.rewriting.chain import Chain
from transcript_doctor.core.rewriting.draft import Draft, Record, draft_of_document
from transcript_doctor.core.rewriting.placing import Around, Placing, Slot
from transcript_doctor.core.rewriting.rewriter import Mended, Rewriter, Wanted
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.jsontext import UnreadableText, read
from transcript_doctor.place import Steps
from transcript_doctor.sessions.shared.holding import lists_below
from transcript_doctor.sessions.shared.repeating import alike

_OTHER = "its messages are not kept in the file as a provider is sent them"


def draft(source: Source, data: bytes) -> Draft:
    """Return the records of a file."""
    try:
        return draft_of_document(data, read(data))
    except UnreadableText as fault:
        raise Unwritable(f"it is no sound JSON ({fault})") from None


def mend(draft: Draft, source: Source, transcripts: Sequence[Transcript]) -> Iterator[Mended]:
    """Nothing can be wrong with the file alone that loses nothing when it is mended."""
    return iter(())


def rewrite(draft: Draft, source: Source, wanted: Sequence[Wanted]) -> None:
    """Edit the lists of the file that are to be others."""
    lists = _lists(draft)
    for one in wanted:
        found = next((held for held in lists if _is_list(held[2], one.before)), None)
        if found is None:
            raise Unwritable(_OTHER)
        record, steps, _ = found
        slots = [Slot(record, (*steps, i), is_own=False) for i in range(len(one.before))]
        items = list(zip(one.came_from, one.messages, strict=True))
        Placing(draft, slots, Chain(), _as_it_is).place(one.before, items)


def _as_it_is(message: Any, around: Around) -> Any:
    return message


def _lists(draft: Draft) -> Iterator[tuple[Record, Steps, list[Any]]]:
    """Yield the lists of messages of a file, in its order; conversations are in the same."""
    for record in draft.records:
        for steps, _ in lists_below(record.value, _speaks):
            held = record.value
            for step in steps:
                held = held[step]
            yield record, steps, held


def _speaks(value: dict[str, Any]) -> bool:
    return "role" in value or "parts" in value or "type" in value


def _is_list(held: list[Any], before: Sequence[Any]) -> bool:
    """Tell whether a list says what was read; keys that are null are as if they were not there."""
    if len(held) != len(before):
        return False
    try:
        return all(alike(_bare(a), _bare(b)) for a, b in zip(held, before, strict=True))
    except RecursionError:
        return False


def _bare(value: Any) -> Any:
    """Return a value without the keys that are null, at any depth."""
    if isinstance(value, dict):
        return {key: _bare(child) for key, child in value.items() if child is not None}
    return [_bare(child) for child in value] if isinstance(value, list) else value


REWRITER = Rewriter(draft, rewrite, mend)
