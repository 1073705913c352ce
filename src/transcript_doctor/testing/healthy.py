"""An assertion on a history: healthy, or the report is the failure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal


def assert_healthy(
    messages: Any,
    *,
    target: str | None = None,
    format: str | None = None,
    as_: Literal["request", "record"] | None = None,
    ignore: Iterable[str] | None = None,
) -> None:
    """Raise `AssertionError` with the report as its text where a target refuses a history.

    `messages` is a list, a request body or an SDK's objects. `target` and the others mean what they mean
    to `check`: without a target the format's home judges, and `target="all"` asks everybody.
    """
    __tracebackhide__ = True  # pytest shows the line that asserted, not this one
    from transcript_doctor.acts.check import check  # dear to load, and plugins come here unasked

    report = check(messages, format=format, target=target, as_=as_, ignore=ignore)
    if not report.ok:
        raise AssertionError(str(report))
