"""Editing a task of Cline or Roo Code: one JSON value, whose messages have a few keys of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.reader import Source
from transcript_doctor.core.rewriting.chain import Chain
from transcript_doctor.core.rewriting.draft import Draft, draft_of_document
from transcript_doctor.core.rewriting.making import new_id, time_between
from transcript_doctor.core.rewriting.placing import Around, Placing, Slot
from transcript_doctor.core.rewriting.rewriter import Mended, Rewriter, Wanted
from transcript_doctor.core.transcript import Origin, Transcript
from transcript_doctor.jsontext import UnreadableText, read
from transcript_doctor.place import Steps
from transcript_doctor.sessions.cline.reading import SPEAKS, kept_of
from transcript_doctor.sessions.cline.sending import part_sent
from transcript_doctor.sessions.shared.repeating import alike
from transcript_doctor.sessions.shared.rows import Row


def draft(source: Source, data: bytes) -> Draft:
    """Return the one value of a task's file."""
    try:
        document = read(data)
    except UnreadableText as fault:
        raise Unwritable(f"it is no sound JSON ({fault})") from None
    if document.damage or len(document.records) != 1:
        raise Unwritable(
            "it is no sound JSON: what is whole in it was read, and nothing can be edited"
        )
    return draft_of_document(data, document)


def mend(draft: Draft, source: Source, transcripts: Sequence[Transcript]) -> Iterator[Mended]:
    """Nothing can be wrong with the file alone that loses nothing when it is mended."""
    return iter(())


def rewrite(draft: Draft, source: Source, wanted: Sequence[Wanted]) -> None:
    """Edit the messages so that those that are wanted are sent."""
    for one in wanted:
        slots = _slots(draft, source, one)
        items = list(zip(one.came_from, one.messages, strict=True))
        Placing(draft, slots, Chain(), _Maker(slots)).place(one.before, items)


def _slots(draft: Draft, source: Source, wanted: Wanted) -> list[Slot]:
    (record,) = draft.records
    is_bare = isinstance(record.value, list)
    listed, steps = (record.value, ()) if is_bare else (record.value["messages"], ("messages",))
    below: Steps = steps
    rows = [
        Row(one, Origin("", i, 0))
        for i, one in enumerate(listed)
        if isinstance(one, dict) and one.get("role") in SPEAKS
    ]
    kept = kept_of(rows, source.path if is_bare else None)
    if len(kept) != len(wanted.before):
        raise Unwritable("its list is not the one that was read")
    found = []
    for message, row in kept:
        index = row.origin.line
        parts = _places(listed[index].get("content"), message["content"])
        found.append(Slot(record, (*below, index), False, parts))
    return found


def _places(raw: Any, sent: Any) -> list[int] | None:
    """Return where the parts that are sent stand among those of the file."""
    if not isinstance(raw, list) or not isinstance(sent, list):
        return None
    found: list[int] = []
    for i, part in enumerate(raw):
        if len(found) < len(sent) and alike(part_sent(part), sent[len(found)]):
            found.append(i)
    if len(found) != len(sent):
        raise Unwritable("a message that is sent is made of parts that the file does not hold")
    return found


class _Maker:
    """Makes messages as the file keeps them, with a time and an id where others have them."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        self._ids = {slot.raw["id"] for slot in slots if isinstance(slot.raw.get("id"), str)}

    def __call__(self, message: Any, around: Around) -> Any:
        """Return a new message."""
        behind, ahead = (one.raw if one else {} for one in around)
        like = behind or ahead
        made = {key: message[key] for key in message}
        if self._ids and isinstance(like.get("id"), str):
            made["id"] = new_id(self._ids, None, like["id"], message)
            self._ids.add(made["id"])
        if "ts" in like and (time := time_between(behind.get("ts"), ahead.get("ts"))) is not None:
            made["ts"] = time
        return made


REWRITER = Rewriter(draft, rewrite, mend)
