"""The part of a long list on which a trim depends: what stays in front, and the end that passes the budget.

A healthy list needs no closer look at what is surely cut. Where anything speaks against that, nothing is
narrowed, and the whole list is read.
"""

from __future__ import annotations

from typing import Any

from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.acts.trim.asking import Asking
from transcript_doctor.acts.trim.metering import number
from transcript_doctor.acts.trim.summaries import is_summary
from transcript_doctor.acts.trim.units import (
    first_task,
    newest_question,
    question_answered,
    system_head,
)
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.format import Format
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.pairing import pairs_of
from transcript_doctor.core.report import Report
from transcript_doctor.core.target import Pairing

_LEAST = 200
"""Lists of fewer messages are not worth the trouble."""
_AROUND = 64
"""So many messages in front of what passes the budget are looked at for a border."""


class Narrowing:
    """Finds the messages of one sound list that a trim has to look at."""

    def __init__(self, messages: list[Any], report: Report, asking: Asking) -> None:
        self._messages, self._asking = messages, asking
        self._format: Format = FORMATS[report.format]
        self._law: Pairing | None = None
        if report.target != "all" and not report.findings:
            self._law = target_named(report.target).pairing

    def rows(self) -> list[int] | None:
        """Return the indices of the messages that matter; None where all may."""
        law, messages = self._law, self._messages
        if law is None or law.where == "anywhere-after" or len(messages) < _LEAST:
            return None
        passing = self._passing()
        if passing < _AROUND:
            return None
        first = passing - _AROUND
        begin = first + _border(self._read(first, len(messages)), _AROUND)
        end = self._read(begin, len(messages))
        if begin <= first or end.hosted_calls or end.hosted_results or pairs_of(end, law).orphans:
            return None
        front = self._front(begin, end, law)
        return None if front is None else [*front, *range(begin, len(messages))]

    def _passing(self) -> int:
        """Return the index from which on the messages cost more than the budget; 0 where all fit."""
        asking, total = self._asking, 0
        for i in range(len(self._messages) - 1, 0, -1):
            total += 1 if asking.by_messages else number(asking.count(self._messages[i]))
            if total > asking.budget:
                return i
        return 0

    def _front(self, begin: int, end: Outline, law: Pairing) -> list[int] | None:
        """Return the indices of what stays in front of the end; None where that cannot be told."""
        head = self._read(0, min(begin, _AROUND))
        found = {*range(system_head(head))}
        if self._asking.task:
            task = first_task(head, law, self._is_summary)
            if not task:
                return None
            found |= {*task}

        def apart(index: int) -> bool:
            return self._is_summary(begin + index)

        if self._asking.exchange and not (end.calls or question_answered(end, 0, apart)):
            return None  # the newest exchange may stand anywhere in front
        if self._asking.question and not newest_question(end, law, apart):
            found |= {*newest_question(self._read(0, begin), law, self._is_summary)}
        # What is cut off at the edge of what was read may go on behind it.
        return None if len(head.letters) - 1 in found else sorted(found)

    def _is_summary(self, index: int) -> bool:
        return is_summary(self._messages[index], self._format)

    def _read(self, start: int, end: int) -> Outline:
        outline = Outline(self._format.name, plain(self._messages[start:end]), {}, Facts({}))
        self._format.read(outline)
        return outline


def _border(outline: Outline, before: int) -> int:
    """Return the last index up to another one at which the model begins to speak anew; 0 where none is.

    In a sound list every call in front of it is answered in front of it.
    """
    roles = outline.roles
    return next((i for i in range(before, 0, -1) if roles[i] == "a" and roles[i - 1] in "ut"), 0)
