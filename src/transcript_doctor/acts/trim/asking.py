"""What the caller of a trim asked for, looked at before anything is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from transcript_doctor.acts.trim.metering import Asked, Count, Meter, Sums, counts_lists
from transcript_doctor.core.errors import BadOption
from transcript_doctor.core.wording import cut, named

Keep = Iterable[int] | Callable[[Any], object]
"""What must stay: indices (from the end where negative), or a function of a message."""
Summariser = Callable[[list[Any]], str | None]
"""Gets the messages that were cut, and returns the text that stands for them."""


class Asking(NamedTuple):
    """The options of a trim."""

    budget: int
    by_messages: bool
    count: Count
    keep: Keep
    task: bool
    question: bool
    summarise: Summariser | None

    @property
    def room(self) -> int:
        """What is held free for a summary before it is written: a tenth, or one message."""
        if self.summarise is None:
            return 0
        return 1 if self.by_messages else self.budget // 10

    def meter(self, messages: Sequence[Any], stays: Sequence[int], free: int) -> Meter:
        """Return what tells the cost of these messages; the first `free` ones are the system prompt."""
        if self.by_messages:
            return Sums(_one, messages, stays, free)
        if counts_lists(self.count):
            return Asked(self.count, messages, stays)
        return Sums(self.count, messages, stays)

    def kept(self, messages: Sequence[Any]) -> set[int]:
        """Return the indices of the messages that `keep` names."""
        if callable(self.keep):
            return {i for i, message in enumerate(messages) if self.keep(message)}
        found = set()
        for index in self.keep:
            if not _is_number(index) or not -len(messages) <= index < len(messages):
                said = cut(named(index), 80)
                raise BadOption(f"keep names message {said}; there are {len(messages)}")
            found.add(index % len(messages))
        return found


def _one(message: Any) -> int:
    return 1


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def taken(
    max_tokens: int | None,
    max_messages: int | None,
    count: Count,
    keep: Keep,
    task: bool,
    question: bool,
    summarise: Summariser | None,
) -> Asking:
    """Return the options, or raise `BadOption` where one is not what it takes."""
    if (max_tokens is None) == (max_messages is None):
        raise BadOption("name one budget: max_tokens or max_messages")
    budget = max_tokens if max_messages is None else max_messages
    if budget is None or not _is_number(budget) or budget < 0:
        said = cut(named(budget), 80)
        raise BadOption(f"a budget is a whole number from 0 on, not {said!r}")
    if not callable(count):
        raise BadOption(f"count takes a callable, not {cut(named(count), 80)!r}")
    if not callable(keep):
        if isinstance(keep, str | bytes) or not isinstance(keep, Iterable):
            raise BadOption("keep takes indices, or a function of a message")
        keep = list(keep)
    if summarise is not None and not callable(summarise):
        raise BadOption("summarise takes a function of the messages that were cut")
    by_messages = max_messages is not None
    return Asking(budget, by_messages, count, keep, bool(task), bool(question), summarise)
