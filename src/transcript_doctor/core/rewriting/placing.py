"""Putting messages where they shall stand in a file: kept in place, changed, moved, dropped, added."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from transcript_doctor.core.edit import Edit
from transcript_doctor.core.errors import Unwritable
from transcript_doctor.core.rewriting.chain import Chain
from transcript_doctor.core.rewriting.comparing import differences, longest_rising
from transcript_doctor.core.rewriting.draft import Draft, Record
from transcript_doctor.place import Steps

_FIXED = "what would change is made of a record that is no message, such as a compaction's summary"
Item = tuple[int | None, Any]
"""A message as it shall be, with the index of the slot that it comes from; None for a new one."""


class Slot(NamedTuple):
    """Where a message stands: in a record of its own, or below a place of one that holds several."""

    record: Record
    steps: Steps
    is_own: bool = True
    parts: Sequence[int] | None = None
    """Where its parts stand among those of the file, where some of these are not sent."""
    is_fixed: bool = False
    """Whether it is made of what is no message, such as the summary of a compaction: it stays as it is."""

    @property
    def raw(self) -> Any:
        """The message as the file has it."""
        value = self.record.value
        for step in self.steps:
            value = value[step]
        return value


class Around(NamedTuple):
    """The messages between which a new one shall stand; None at the beginning and at the end."""

    behind: Slot | None
    ahead: Slot | None


Make = Callable[[Any, Around], Any]
"""Return what stands in the file for a new message: a record, or what is held in one."""


class Placing:
    """One conversation of a draft, and what becomes of its messages."""

    def __init__(
        self,
        draft: Draft,
        slots: Sequence[Slot],
        chain: Chain,
        make: Make,
        strays: Mapping[int, Record] | None = None,
    ) -> None:
        self._draft, self._slots, self._chain, self._make = draft, slots, chain, make
        self._strays = strays or {}
        """Records of messages that are not on the list, by the `id()` of the message."""
        self._last: Slot | None = None
        self._lowest: Record | None = None
        """The record behind which what comes next has to stand in the file."""
        self._anchor: Record | None = None
        """The last record of the way, of those that stand before what comes next."""

    def place(self, before: Sequence[Any], items: Sequence[Item]) -> None:
        """Edit the draft so that the messages stand there, in this order."""
        order = [source for source, _ in items if source is not None]
        kept = longest_rising(order)
        for i in sorted(set(range(len(self._slots))) - set(order)):
            self._remove(self._slots[i])
        moved = [i for i in order if i not in kept]
        for i in moved:
            self._remove(self._slots[i])
        ahead = list(_ahead(items, kept))
        for number, (source, message) in enumerate(items):
            following = ahead[number]
            around = Around(self._last, None if following is None else self._slots[following])
            if source is not None and source in kept:
                self._go_on(self._slots[source])
                change(self._slots[source], before[source], message)
            elif source is not None:
                self._move(self._slots[source], before[source], message, around)
            else:
                self._add(message, around)

    def _go_on(self, slot: Slot) -> None:
        self._last = slot
        if slot.is_fixed:
            return
        if self._lowest is None or slot.record.spot > self._lowest.spot:
            self._lowest = slot.record
        if self._chain.holds(slot.record):
            self._anchor = slot.record

    def _remove(self, slot: Slot) -> None:
        if slot.is_fixed:
            raise Unwritable(_FIXED)
        if slot.is_own:
            slot.record.dropped = True
            self._chain.drop(slot.record)
        else:
            slot.record.edits.append(Edit("drop", slot.steps))

    def _move(self, slot: Slot, before: Any, message: Any, around: Around) -> None:
        beside = around.behind or around.ahead
        if not slot.is_own or beside is None or not beside.is_own:
            self._add(message, around)
            return
        floor, anchor = self._floor(around)
        made = self._draft.move(slot.record, floor)
        moved = slot._replace(record=made)
        change(moved, before, message)
        self._chain.add(made, anchor)
        self._go_on(moved)

    def _add(self, message: Any, around: Around) -> None:
        beside = around.behind or around.ahead
        if beside is None:
            raise Unwritable("there is no record that a new one could be like")
        if beside.is_own:
            floor, anchor = self._floor(around)
            record = self._stray(message, floor, around.ahead)
            if record is None:
                record = self._draft.add(self._make(message, around), floor)
            self._chain.add(record, anchor)
            self._go_on(Slot(record, ()))
            return
        *way, index = beside.steps
        if not isinstance(index, int):
            raise Unwritable(_FIXED)
        place = (*way, index + (around.behind is not None))
        beside.record.edits.append(Edit("insert", place, self._make(message, around)))
        if around.behind is not None:
            self._go_on(beside)

    def _stray(self, message: Any, floor: Record | None, ahead: Slot | None) -> Record | None:
        """Return the record of a message that stands in the right place and merely hangs elsewhere."""
        record = self._strays.get(id(message))
        if record is None or record.dropped or self._chain.holds(record):
            return None
        above = floor is None or floor.spot < record.spot
        return record if above and (ahead is None or record.spot < ahead.record.spot) else None

    def _floor(self, around: Around) -> tuple[Record | None, Record | None]:
        """Return behind which record a new one stands in the file, and behind which of the way."""
        if around.behind is not None and not around.behind.is_fixed:
            return self._lowest, self._anchor
        if around.ahead is None:
            behind, tip = (around.behind.record if around.behind else None), self._chain.tip
            is_lower = tip is not None and (behind is None or tip.spot > behind.spot)
            return (tip if is_lower else behind), tip
        ahead = around.ahead.record
        at = next((i for i, one in enumerate(self._draft.records) if one is ahead), 0)
        return (self._draft.records[at - 1] if at else None), self._chain.before(ahead)


def _ahead(items: Sequence[Item], kept: set[int]) -> Iterator[int | None]:
    """Yield for each item the slot of the next one that stays in its place."""
    found: list[int | None] = []
    following: int | None = None
    for source, _ in reversed(items):
        found.append(following)
        if source is not None and source in kept:
            following = source
    return reversed(found)


def change(slot: Slot, before: Any, message: Any) -> None:
    """Have the record of a message say what the message says now."""
    if before is not message:
        if slot.is_fixed:
            raise Unwritable(_FIXED)
        edits = fitted(differences(before, message), slot.parts)
        slot.record.edits += [edit._replace(place=(*slot.steps, *edit.place)) for edit in edits]


def fitted(edits: Iterable[Edit], parts: Sequence[int] | None) -> Iterator[Edit]:
    """Yield edits of a message as it is sent as those of the message of the file, which has more parts."""
    for edit in edits:
        key, *below = edit.place or ("",)
        if parts is not None and below and isinstance(below[0], int) and key == "content":
            number = below[0]
            here = parts[number] if number < len(parts) else (parts[-1] + 1 if parts else 0)
            edit = edit._replace(place=(key, here, *below[1:]))
        yield edit
