"""Trimming: a list is shortened by what matters of it where that is surely enough, else as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.trim.asking import Asking, Summariser, taken
from transcript_doctor.acts.trim.estimating import estimate
from transcript_doctor.acts.trim.metering import Count, counts_lists, number
from transcript_doctor.acts.trim.narrowing import Narrowing
from transcript_doctor.acts.trim.outcome import Trim
from transcript_doctor.acts.trim.shortening import Shortening
from transcript_doctor.core.report import As, Report

_OF_MESSAGES = ("stale_thinking_at", "turn_models")
"""Facts on single messages, by their place in the whole list."""


def trim(
    transcript: Any,
    *,
    max_tokens: int | None = None,
    max_messages: int | None = None,
    count: Count = estimate,
    keep: Iterable[int] | Callable[[Any], object] = (),
    task: bool = True,
    question: bool = True,
    exchange: bool = True,
    summarise: Summariser | None = None,
    format: str | None = None,
    target: str | None = None,
    context: Mapping[str, Any] | None = None,
    as_: As | None = None,
) -> Trim:
    """Return a transcript within a budget that the target takes; what is given is not touched.

    Whole exchanges go, oldest first. The system prompt, the user's first words (`task`) and newest ones
    (`question`), the newest exchange (`exchange`; until a later question is answered) and what `keep`
    names stay. One budget is given: `max_tokens`, as `count` counts a message or a list, or
    `max_messages`, without the system prompt. `summarise` gets what was cut and returns the text that
    stands for it. Raises `BadOption` on a wrong option, never because a transcript is sick; where the
    budget cannot be met, `met` is false.
    """
    asking = taken(max_tokens, max_messages, count, keep, task, question, summarise, exchange)
    asked: dict[str, Any] = {"format": format, "target": target, "context": context, "as_": as_}
    report = check(transcript, **asked)
    if _may_be_narrowed(transcript, asking, context):
        asking = asking._replace(count=_counted_once(asking.count))
        found = _narrowed(transcript, asking, asked, report)
        if found is not None:
            return found
    return Shortening(transcript, asking, asked, report).run()


def _may_be_narrowed(transcript: Any, asking: Asking, context: Mapping[str, Any] | None) -> bool:
    """Tell whether nothing was asked for that needs the whole list."""
    if type(transcript) is not list or asking.summarise is not None:
        return False
    if callable(asking.keep) or [*asking.keep] or not {*_OF_MESSAGES}.isdisjoint(context or ()):
        return False
    return asking.by_messages or not counts_lists(asking.count)


def _counted_once(count: Count) -> Count:
    """Return a counter that asks another one about each message once, and keeps the messages alive."""
    kept: dict[int, tuple[Any, int]] = {}

    def counted(message: Any) -> int:
        known = kept.get(id(message))
        if known is None:
            known = kept[id(message)] = (message, number(count(message)))
        return known[1]

    return counted


def _narrowed(
    messages: list[Any], asking: Asking, asked: dict[str, Any], report: Report
) -> Trim | None:
    """Return the trim of what matters of a list, told in the places of the whole; None in any doubt."""
    rows = Narrowing(messages, report, asking).rows()
    if rows is None:
        return None
    known = {**asked, "format": report.format, "target": report.target, "as_": report.as_}
    few = [messages[i] for i in rows]
    before = check(few, **known)
    if before.findings:
        return None
    found = Shortening(few, asking, known, before).run()
    if not found.cut or found.losses:
        return None
    kept = tuple(rows[i] for i in found.came_from if i is not None)
    stays = set(kept)
    cut = [message for i, message in enumerate(messages) if i not in stays]
    return found._replace(cut=cut, came_from=kept)
