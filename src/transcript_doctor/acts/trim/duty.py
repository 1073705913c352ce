"""The thinking duty: what is bound to the messages in front of it goes when these are cut (rule T005).

What is cut first is the same wherever a trim ends, so that it is known beforehand which thinking is
behind it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from transcript_doctor.acts.repair import Loss
from transcript_doctor.acts.thinking import is_bound, without
from transcript_doctor.catalog import RULES
from transcript_doctor.core.format import Format
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.surgery.rewriting import loop_start
from transcript_doctor.core.target import Laws

CUT = "earlier messages were cut"
"""What changed in front of the thinking, in the words of the fact `prefix_changed`."""
_STALE = "thinking that is bound to what was cut"


class Duty(NamedTuple):
    """The messages without the thinking that has to go, what goes with each, and where some stays."""

    messages: list[Any]
    """As many as there were; `GONE` stands for one of which nothing is left."""
    losses: dict[int, list[Loss]]
    stale: frozenset[int]
    """Messages whose thinking may be refused and stays: the model is not known, and the loop needs it."""


def duty(outline: Outline, laws: Laws, format: Format, first: int) -> Duty:
    """Return what the first cut, at an index, asks of the messages behind it.

    Where the model is not known, the thinking of the running tool loop stays: without it one model
    refuses the list, with it another.
    """
    rows = [row for row in outline.reasoning if row.message > first and is_bound(row)]
    default = RULES["T005"].default_for("stale")
    severity = laws.ruling("T005", "stale", default).severity if rows else None
    if severity is None:
        return Duty(outline.messages, {}, frozenset())
    loop = loop_start(outline) if severity == "warning" else len(outline.messages)
    made = without(outline, (row for row in rows if row.message < loop), format, _STALE)
    return Duty(*made, frozenset(row.message for row in rows if row.message >= loop))
