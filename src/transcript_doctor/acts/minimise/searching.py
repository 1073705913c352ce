"""The search for the smallest list: windows, then single messages, then what stands inside them.

Faults are local, so windows around the place are tried first, each twice as wide as the one before;
what is left is thinned out until no message can go. Parts and keys follow, as long as that brings
no new fault. The work is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.minimise.cutting import Cuttable, at, put, thin_out
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report
from transcript_doctor.place import Place, Steps

MOST_CHECKS = 5_000
_MOST_READ = 1_000_000
"""Messages that are read in all checks together, beside ten readings of the whole list."""
_DEEPEST = 8
_STAYS = frozenset({"role", "type", "contentType", "content", "parts"})
"""Keys without which a message or a part is none, whatever the fault."""


class _OutOfWork(Exception):
    """The bound on the work was met."""


class Search:
    """Cuts a transcript down as long as the wanted finding stays; `best` is what it has come to."""

    def __init__(
        self, transcript: Any, whole: Report, wanted: Finding, context: Mapping[str, Any] | None
    ) -> None:
        self.list = Cuttable(transcript, whole.format)
        self.best: Any = self.list.chosen(range(len(self.list.messages)))
        self.length = len(self.list.messages)
        self.checks = 0
        self._whole, self._wanted, self._context = whole, wanted, context
        self._left = _MOST_READ + 10 * self.length

    def check(self, transcript: Any, select: list[str] | None = None) -> Report:
        """Check a candidate as the whole was checked."""
        return check(
            transcript,
            format=self._whole.format,
            target=self._wanted.target,
            context=self._context,
            as_=self._whole.as_,
            select=select,
        )

    def is_wanted(self, finding: Finding) -> bool:
        """Tell whether a finding is of the kind that is to be kept."""
        return _kind(finding) == _kind(self._wanted)

    def cut(self) -> bool:
        """Cut messages, then parts and keys; tell whether no single message can go."""
        try:
            window = next(filter(self._messages_suffice, self._windows()), None)
            if window is None:
                window = list(range(self.length))
            kept = thin_out(window, self._messages_suffice)
        except _OutOfWork:
            return False
        try:
            if not self.list.parallel:
                self._cut_inside([self.list.messages[i] for i in kept])
        except _OutOfWork:
            pass  # the messages are the fewest all the same
        return True

    def _messages_suffice(self, indices: list[int]) -> bool:
        """Tell whether some of the messages alone still have the fault; remember them if so."""
        candidate = self.list.chosen(indices)
        report = self._checked(candidate, len(indices), [self._wanted.code])
        if not any(map(self.is_wanted, report.findings)):
            return False
        self.best, self.length = candidate, len(indices)
        return True

    def _checked(self, candidate: Any, size: int, select: list[str] | None) -> Report:
        self._left -= size + 1
        self.checks += 1
        if self._left < 0 or self.checks > MOST_CHECKS:
            raise _OutOfWork
        return self.check(candidate, select)

    def _windows(self) -> Iterator[list[int]]:
        """Yield ever wider windows around the fault and what belongs to it, short of the whole."""
        size = self.length
        spots = {self._wanted.index, *map(_message_of, self._wanted.related)}
        centres = sorted(i for i in spots if i is not None and 0 <= i < size)
        reach = 0
        while reach < size:
            near = {k for i in centres for k in range(max(i - reach, 0), min(i + reach + 1, size))}
            if len(near) == size:
                return
            yield sorted(near)
            reach = 2 * reach + 1

    def _cut_inside(self, messages: list[Any]) -> None:
        """Cut what stands inside the messages, as long as no fault comes that was not there."""
        allowed = set(map(_kind, self.check(self.best).findings))
        stack: list[Steps] = [(i,) for i in reversed(range(len(messages)))]
        while stack:
            steps = stack.pop()
            node = at(messages, steps)

            def still(kept: list[Any], steps: Steps = steps, node: Any = node) -> bool:
                nonlocal messages
                made = put(messages, steps, _only(node, kept))
                report = self._checked(self.list.with_messages(made), len(made), None)
                kinds = set(map(_kind, report.findings))
                if _kind(self._wanted) not in kinds or not kinds <= allowed:
                    return False
                messages, self.best = made, self.list.with_messages(made)
                return True

            thin_out(_removable(node), still)
            if len(steps) < _DEEPEST:
                stack += reversed([(*steps, key) for key in _containers(at(messages, steps))])


def _kind(finding: Finding) -> tuple[str, str, str]:
    return finding.code, finding.case, finding.severity


def _message_of(place: Place) -> int | None:
    return next((step for step in place if isinstance(step, int)), None)


def _removable(node: Any) -> list[Any]:
    """Return the keys or indices of a node that may go."""
    if isinstance(node, dict):
        return [key for key in node if key not in _STAYS]
    return list(range(len(node))) if isinstance(node, list) else []


def _only(node: Any, kept: list[Any]) -> Any:
    """Return a node with only some of what could go."""
    if isinstance(node, list):
        return [node[i] for i in kept]
    chosen = _STAYS.union(kept)
    return {key: child for key, child in node.items() if key in chosen}


def _containers(node: Any) -> list[str | int]:
    items = node.items() if isinstance(node, dict) else enumerate(node)
    return [key for key, child in items if isinstance(child, dict | list)]
