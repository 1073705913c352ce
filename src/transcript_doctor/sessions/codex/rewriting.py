"""Editing a Codex rollout of any generation: an item in each record, in the order in which it is sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.reader import SAMPLE, Sample, Source
from transcript_doctor.core.rewriting.chain import Chain
from transcript_doctor.core.rewriting.draft import Draft, draft_of_document, draft_of_lines
from transcript_doctor.core.rewriting.making import time_between
from transcript_doctor.core.rewriting.mending import drop_doubles
from transcript_doctor.core.rewriting.placing import Around, Placing, Slot
from transcript_doctor.core.rewriting.rewriter import Mended, Rewriter, Wanted
from transcript_doctor.core.transcript import Transcript
from transcript_doctor.jsontext import UnreadableText, read
from transcript_doctor.place import Steps
from transcript_doctor.sessions.codex import is_envelope, is_printed
from transcript_doctor.sessions.codex.items import sent
from transcript_doctor.sessions.codex.reading import is_bare, is_envelope_record
from transcript_doctor.sessions.shared.repeating import alike

_ORDINAL = "ordinal"
_HELD = ("payload", "replacement_history")


def draft(source: Source, data: bytes) -> Draft:
    """Return the records of a rollout; what was printed is none."""
    sample = Sample(data[:SAMPLE], source.name)
    if any(is_printed(value) for value in sample.records):
        raise Unwritable(
            "it is what `codex exec --json` printed, and no session that it opens again"
        )
    if (isinstance(sample.top, dict) and "items" in sample.top) or sample.text.startswith(
        ("{\n", "{\r\n")
    ):
        return _spread(data)
    bare = not any(is_envelope(value) for value in sample.records)
    return draft_of_lines(data, is_bare if bare else is_envelope_record)


def _spread(data: bytes) -> Draft:
    try:
        document = read(data)
    except UnreadableText as fault:
        raise Unwritable(f"it is no sound JSON ({fault})") from None
    if document.damage:
        raise Unwritable("it is no sound JSON")
    return draft_of_document(data, document)


def mend(draft: Draft, source: Source, transcripts: Sequence[Transcript]) -> Iterator[Mended]:
    """Drop records that stand in the file twice."""
    return drop_doubles(draft, transcripts)


def rewrite(draft: Draft, source: Source, wanted: Sequence[Wanted]) -> None:
    """Edit the records so that the items that are wanted are sent."""
    for one in wanted:
        slots = list(_Slots(draft, one.transcript).found())
        items = list(zip(one.came_from, one.messages, strict=True))
        Placing(draft, slots, Chain(), _made).place(one.before, items)
    _count_anew(draft)


class _Slots:
    """Where the items of a list stand: in a record each, or several in that of a compaction."""

    def __init__(self, draft: Draft, transcript: Transcript) -> None:
        self._draft, self._transcript = draft, transcript
        self._next: dict[int, int] = {}
        """Of records that hold several items: the first one that may come next."""
        meta = (record.value.get("payload") for record in draft.records if record.value)
        named = (one.get("model_provider") for one in meta if isinstance(one, Mapping))
        provider = next((one for one in named if isinstance(one, str)), "openai")
        self._sent = partial(sent, own_server=provider == "openai")

    def found(self) -> Iterator[Slot]:
        """Yield the slot of each item."""
        for item, origin in zip(self._transcript.request, self._transcript.origins, strict=True):
            record = self._draft.at.get(origin.line)
            if record is None or not isinstance(record.value, dict):
                record = self._draft.records[0]
            value = record.value
            kind, payload = value.get("type"), value.get("payload")
            if isinstance(value.get("items"), list) and kind is None:
                yield Slot(record, self._within(0, item, value["items"], ("items",)), is_own=False)
            elif not isinstance(payload, dict):
                yield Slot(record, ())
            elif kind == "response_item":
                yield Slot(record, ("payload",))
            elif kind == "compacted" and isinstance(payload.get(_HELD[1]), list):
                steps = self._within(origin.line, item, payload[_HELD[1]], _HELD)
                yield Slot(record, steps, is_own=False)
            else:
                yield Slot(record, (), is_fixed=True)

    def _within(self, line: int, item: Any, held: Sequence[Any], steps: Steps) -> Steps:
        for number in range(self._next.get(line, 0), len(held)):
            one = held[number]
            if isinstance(one, dict) and alike(self._sent(one), item):
                self._next[line] = number + 1
                return (*steps, number)
        raise Unwritable("an item of the list is not found in its record")


def _made(item: Any, around: Around) -> Any:
    """Return the record of a new item; where items stand alone, or in a list, the item."""
    beside = around.behind or around.ahead
    assert beside is not None, "a new item stands beside others"
    like = beside.record.value
    if not beside.is_own or "payload" not in like:
        return item
    behind, ahead = (one.record.value if one else {} for one in around)
    made: dict[str, Any] = {}
    time = time_between(behind.get("timestamp"), ahead.get("timestamp"))
    if time is not None:
        made["timestamp"] = time
    if _ORDINAL in like:
        made[_ORDINAL] = like[_ORDINAL]
    return {**made, "type": "response_item", "payload": item}


def _count_anew(draft: Draft) -> None:
    """Have ordinals go on counting where records came or went: one that is out of step hides a thread."""
    shift, last, was = 0, -1, None
    for record in draft.rows():
        now = record.value.get(_ORDINAL) if isinstance(record.value, dict) else None
        if type(now) is not int:
            continue
        if record.line == 0:
            number = last + 1
            shift += 1
        else:
            number = now + shift - _gone_between(draft, was, record.line)
            shift = number - now
            was = record.line
        if number != now:
            record.put((_ORDINAL,), number)
        last = number


def _gone_between(draft: Draft, was: int | None, line: int) -> int:
    """Return how many records with an ordinal were dropped between two lines."""
    start = was if was is not None else 0
    return sum(
        1
        for n in range(start + 1, line)
        if (record := draft.at.get(n)) is not None
        and record.dropped
        and type(record.value.get(_ORDINAL)) is int
    )


REWRITER = Rewriter(draft, rewrite, mend)
