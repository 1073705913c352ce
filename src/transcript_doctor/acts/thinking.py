"""Taking out thinking that is bound to what stood in front of it, once that has changed (rule T005).

A trim changes what is in front by cutting, a history by sending another system prompt or other tools.
Which thinking has to go is theirs to say; how it goes, and that it is listed, is the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from transcript_doctor.acts.repair import Loss
from transcript_doctor.core.edit import Edit, apply
from transcript_doctor.core.format import Format
from transcript_doctor.core.outline import Outline, Reasoning
from transcript_doctor.place import Place

GONE: Any = object()
"""Stands in the place of a message of which nothing is left."""
_FREE = frozenset({"field", "signature"})
"""Kinds of reasoning that no change in front of them makes untrue."""


class Lighter(NamedTuple):
    """Messages without some of their thinking."""

    messages: list[Any]
    """As many as there were; `GONE` stands for one that held nothing else."""
    losses: dict[int, list[Loss]]
    """What left each message, by its index."""


def is_bound(row: Reasoning) -> bool:
    """Tell whether reasoning is sealed in such a way that a model may bind it to what is in front."""
    return row.kind not in _FREE and bool(row.seal)


def without(outline: Outline, rows: Iterable[Reasoning], format: Format, what: str) -> Lighter:
    """Return the messages of an outline without some of their reasoning; `what` names it as a loss."""
    losses: dict[int, list[Loss]] = {}
    edits: list[Edit] = []
    for row in rows:
        at = (row.message, *row.part)
        edits.append(Edit("drop", at) if row.part else Edit("put", at, GONE))
        loss = Loss(row.message, Place((*outline.root, *at)), what, row.raw)
        losses.setdefault(row.message, []).append(loss)
    messages = apply(outline.messages, edits)
    emptied = [i for i in losses if _is_empty(messages[i], format)]
    for i in emptied:
        messages[i] = GONE
    return Lighter(messages, losses)


def _is_empty(message: Any, format: Format) -> bool:
    """Tell whether no part is left in a message: where thinking is sealed, calls are parts as well."""
    key = format.verbs.parts_key if format.verbs is not None else None
    return key is not None and isinstance(message, dict) and message.get(key) == []
