"""Calls of tools by no name: models invent them, streams that break off leave them empty.

No provider takes such a name back, so it cannot stay on the record; a neutral one takes its place, and the
result says what it was. A name of odd characters stays: the request is mended there.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from transcript_doctor.acts.history.taking import reply
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.edit import Edit, apply
from transcript_doctor.core.outline import Call

STAND_IN = "unnamed_tool"
"""The name under which such a call stands on the record."""
NO_NAME = "This call names no tool"
"""The result of a call whose name is missing."""
LONGEST = 64
"""Characters of a name that every provider takes."""


class Named(NamedTuple):
    """A message of an assistant whose calls have names."""

    message: Any
    """The very message, where there was nothing to change."""
    words: list[str]
    """The results of the calls that had none, in call order; they bear the neutral name now."""


def named(message: Any, format: str, tools: Collection[str]) -> Named:
    """Return a message whose calls have names that can be sent; raises `BadMessage` where it is none."""
    taken, verbs = reply(FORMATS[format], message), FORMATS[format].verbs
    odd = [row for row in taken.calls if not (row.name in tools or _is_name(row.name))]
    if not odd or verbs is None:
        return Named(message, [])
    edits = [Edit("put", (row.message, *verbs.name_at(row)), STAND_IN) for row in odd]
    changed = apply(taken.messages, edits)
    return Named(changed if verbs.parts_key is None else changed[0], list(map(_words, odd)))


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and 0 < len(name) <= LONGEST


def _words(row: Call) -> str:
    if not row.name:
        return NO_NAME
    return f"Tool {row.name[:LONGEST]}... not found; a name has {LONGEST} characters at most"
