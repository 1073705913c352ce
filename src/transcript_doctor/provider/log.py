"""The requests of a server: those that are under way, and the newest of the others, kept in bounds."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from threading import Condition

from transcript_doctor.provider.record import Record
from transcript_doctor.provider.veil import Veil

_LOGGER = logging.getLogger("transcript_doctor.provider")


class Log:
    """The newest requests: at most so many, and of so many bytes of memory together."""

    def __init__(
        self, most: int, room: int, on_record: Callable[[Record], None] | None = None
    ) -> None:
        self._most, self._room, self._on_record = most, room, on_record
        self._records: deque[tuple[Record, int]] = deque()
        self._size = 0
        self._open: dict[Record, bool] = {}
        """The requests that are under way, and whether each is kept already."""
        self._changed = Condition()
        self.total = 0
        """How many requests there were, kept or not."""

    def begin(self, method: str, path: str, veil: Veil | None = None) -> Record:
        """Return the record of a request that has just come; it is kept once it is known what comes of it."""
        with self._changed:
            self.total += 1
            record = Record(self.total, method, path, veil)
            self._open[record] = False
            return record

    def keep(self, record: Record) -> None:
        """Keep a record, once; the oldest go. One that was begun before all was forgotten is not kept.

        This is done before the last byte of an answer is out: whoever has an answer finds its request here.
        """
        with self._changed:
            if self._open.get(record, True):
                return
            self._open[record] = True
            weight = record.weight
            self._records.append((record, weight))
            self._size += weight
            while len(self._records) > self._most or (
                self._size > self._room and len(self._records) > 1
            ):
                self._size -= self._records.popleft()[1]

    def end(self, record: Record) -> None:
        """Keep a request that is over, and show it to whoever watches; a fault of theirs goes to the log."""
        self.keep(record)
        try:
            if self._on_record is not None:
                self._on_record(record)
        except Exception:
            _LOGGER.exception("on_record failed at request %d", record.number)
        with self._changed:
            self._open.pop(record, None)
            self._changed.notify_all()

    def settle(self, seconds: float) -> None:
        """Wait until no request is under way, so many seconds at most."""
        with self._changed:
            self._changed.wait_for(lambda: not self._open, seconds)

    def records(self) -> list[Record]:
        """Return what is kept, oldest first."""
        with self._changed:
            return [record for record, _ in self._records]

    def clear(self) -> None:
        """Forget all of it."""
        with self._changed:
            self._records.clear()
            self._open.clear()
            self._size = self.total = 0
            self._changed.notify_all()
