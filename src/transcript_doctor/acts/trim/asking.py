"""What the caller of a trim asked for, looked at before anything is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from transcript_doctor.acts.trim.estimating import estimate
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
    exchange: bool
    estimated: bool
    """Whether the budget is met by an estimate, and no tokenizer's count."""

    @property
    def room(self) -> int:
        """What is held free for a summary before it is written: a tenth, or one message."""
        if self.summarise is None:
            return 0
        return 1 if self.by_messages else self.budget // 10

    @property
    def unit(self) -> str:
        """What the budget is counted in: `tokens` or `messages`."""
        return "messages" if self.by_messages else "tokens"

    def meter(self, messages: Sequence[Any], stays: Sequence[int], free: int) -> Meter:
        """Return what tells the cost of these messages; the first `free` ones are the system prompt."""
        if self.by_messages:
            return Sums(_one, messages, stays, free)
        if counts_lists(self.count):
            return Asked(self.count, messages, stays)
        return Sums(self.count, messages, stays)

    def kept(self, messages: Sequence[Any], is_summary: Callable[[int], bool]) -> set[int]:
        """Return the indices of the messages that `keep` names.

        A function is not asked about the summary of an earlier trim where a new one takes its place.
        """
        if callable(self.keep):
            kept = {i for i, message in enumerate(messages) if self.keep(message)}
            return kept if self.summarise is None else {i for i in kept if not is_summary(i)}
        found = set()
        for index in self.keep:
            if not _is_number(index) or not -len(messages) <= index < len(messages):
                said = cut(named(index), 80)
                last = len(messages) - 1
                raise BadOption(
                    f"keep names message {said}: there are 0 to {last}, or -1 for the last"
                )
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
    exchange: bool = True,
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
            said = cut(named(keep), 80)
            raise BadOption(f"keep takes indices, or a function of a message, not {said!r}")
        keep = list(keep)
    if summarise is not None and not callable(summarise):
        raise BadOption(
            f"summarise takes a function of the messages that were cut, not {cut(named(summarise), 80)!r}"
        )
    by_messages = max_messages is not None
    estimated = not by_messages and count is estimate
    stays = (bool(task), bool(question), summarise, bool(exchange))
    return Asking(budget, by_messages, count, keep, *stays, estimated)
