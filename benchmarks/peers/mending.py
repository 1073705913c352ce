"""What a repairer is asked and what it may give back: the same for all, so that adapters stay small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Messages = list[Any]


class Mended(NamedTuple):
    """What a repairer gave back, and how many losses it owned up to; None: it tells nobody."""

    messages: Messages
    told: int | None
    unfit: bool = False
    """Whether it says itself that the list is still not fit to be sent."""


class Repairer(NamedTuple):
    """One way to repair: `mend` takes the format and the list; it may raise."""

    name: str
    package: str
    formats: tuple[str, ...]
    mend: Callable[[str, Messages], Mended]


class CannotSay(Exception):
    """The repairer's own types have no place for this list: it is not asked."""
