"""Writing a repaired list back into plain JSON: into a list, below some keys, or a message on each line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from transcript_doctor.acts.reading.unpacking import Unpacked, at
from transcript_doctor.acts.repair import Repair
from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.rewriting.chain import Chain
from transcript_doctor.core.rewriting.draft import Draft
from transcript_doctor.core.rewriting.placing import Around, Placing, Slot
from transcript_doctor.place import Steps


def rewrite_plain(draft: Draft, one: Unpacked, done: Repair) -> None:
    """Edit the records of a file so that a transcript in it is what a repair made of it.

    Raises `Unwritable` where its list is not in the file as it is, but put together.
    """
    before = _list_in(one.value, done)
    slots = _on_lines(draft, before) if one.joined else _in_list(draft, one, before, done)
    items = list(zip(done.came_from, done.messages, strict=True))
    Placing(draft, slots, Chain(), _as_it_is).place(before, items)


def _as_it_is(message: Any, around: Around) -> Any:
    return message


def _root(done: Repair) -> Steps:
    outline = done.report.outline
    return () if outline is None else outline.root


def _list_in(value: Any, done: Repair) -> Sequence[Any]:
    found = value if isinstance(value, list) else _at(value, _root(done))
    if not isinstance(found, list):
        raise Unwritable("its messages do not stand in one list")
    return found


def _at(value: Any, steps: Steps) -> Any:
    try:
        return at(value, steps)
    except (LookupError, TypeError):
        return None


def _on_lines(draft: Draft, before: Sequence[Any]) -> list[Slot]:
    records = {id(record.value): record for record in draft.records}
    return [Slot(records[id(message)], ()) for message in before]


def _in_list(draft: Draft, one: Unpacked, before: Sequence[Any], done: Repair) -> list[Slot]:
    below = () if isinstance(one.value, list) else _root(done)
    steps = (*one.prefix, *below)
    record = next((r for r in draft.records if _at(r.value, steps) is before), None)
    if record is None:
        raise Unwritable("its list of messages is put together from several places")
    return [Slot(record, (*steps, i), is_own=False) for i in range(len(before))]
