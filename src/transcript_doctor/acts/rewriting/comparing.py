"""Whether a file that was written anew says what it was to say: asked of its own reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from transcript_doctor.acts.repair.units import units_of
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.wording import cut

_Said = tuple[str, str, str, str]


def difference(wanted: Outline, found: Outline) -> str | None:
    """Return the first thing that one list says and the other does not, in words; None where there is none.

    How parts are joined to messages does not count, nor how keys are spelled.
    """
    if wanted.format != found.format:
        return f"it is read as {found.format}"
    for one, other in zip_longest(_said(wanted), _said(found)):
        if one != other:
            return f"where {_words(one)} was to stand, {_words(other)} stands"
    return None


def keeps(before: Outline, after: Outline) -> bool:
    """Tell whether a list says all that another one said, in whatever order."""
    return before.format == after.format and not Counter(_said(before)) - Counter(_said(after))


def _said(outline: Outline) -> Iterator[_Said]:
    format = FORMATS[outline.format]
    rows: Sequence[Any] = outline.messages
    for message, role in zip(rows, outline.roles, strict=True):
        for unit, part in units_of(format, message, role):
            ident = part.id if part.kind in ("call", "result") else None
            yield unit.kind, unit.who, unit.line, str(ident)


def _words(said: _Said | None) -> str:
    return "nothing" if said is None else f"a {said[0]} {cut(said[2], 60)!r}"
