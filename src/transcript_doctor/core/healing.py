"""What a rule's `heal` begins with: the message, the call or the result that its fault is about.

A fault that has none, such as one of the whole list, is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING

from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.rule import Hit

if TYPE_CHECKING:
    from transcript_doctor.core.surgeon import Surgeon  # a check heals nothing

    Heal = Callable[[Surgeon, Hit], bool]


def of_message(heal: Callable[[Surgeon, Hit, int], bool]) -> Heal:
    """Make a heal of one that also takes the index of the hit's message."""

    @wraps(heal)
    def healed(surgeon: Surgeon, hit: Hit) -> bool:
        return hit.message is not None and heal(surgeon, hit, hit.message)

    return healed


def of_call(heal: Callable[[Surgeon, Hit, Call], bool]) -> Heal:
    """Make a heal of one that also takes the hit's call."""

    @wraps(heal)
    def healed(surgeon: Surgeon, hit: Hit) -> bool:
        return isinstance(hit.subject, Call) and heal(surgeon, hit, hit.subject)

    return healed


def of_result(heal: Callable[[Surgeon, Hit, Result], bool]) -> Heal:
    """Make a heal of one that also takes the hit's result."""

    @wraps(heal)
    def healed(surgeon: Surgeon, hit: Hit) -> bool:
        return isinstance(hit.subject, Result) and heal(surgeon, hit, hit.subject)

    return healed


def of_either(heal: Callable[[Surgeon, Hit, Call | Result], bool]) -> Heal:
    """Make a heal of one that also takes the hit's call or result."""

    @wraps(heal)
    def healed(surgeon: Surgeon, hit: Hit) -> bool:
        return hit.subject is not None and heal(surgeon, hit, hit.subject)

    return healed
