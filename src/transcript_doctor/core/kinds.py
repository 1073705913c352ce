"""Kinds of parts: which a target takes nowhere, and which not on the role that holds them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from transcript_doctor.core.outline import Kind, Outline
from transcript_doctor.core.target import Laws


def taken(laws: Laws) -> Collection[str] | None:
    """Return the types of parts that a target takes at all, or None where it names none."""
    found: Collection[str] | None = laws.param("C006", "types", None, "not-taken")
    return found


def strangers(outline: Outline, laws: Laws) -> Iterator[Kind]:
    """Yield the parts of types that the target takes nowhere."""
    known = taken(laws)
    if known is not None:
        yield from (row for row in outline.kinds if row.type not in known)


def misfits(
    outline: Outline, laws: Laws, may: Mapping[str, Collection[str]]
) -> Iterator[tuple[Kind, list[str]]]:
    """Yield the parts whose role may not hold them, each with all such types of its message.

    `may` gives the types that each role may hold; a role that it does not name may hold anything.
    What the target takes nowhere is left to C006, whose law also tells what the target calls types.
    """
    known = taken(laws)
    names: Mapping[str, str] = laws.param("C006", "names", {}, "not-taken")
    found = []
    odd: dict[int, set[str]] = {}
    for row in outline.kinds:
        allowed = may.get(outline.speaker(row.message))
        if allowed is not None and row.type not in allowed and (known is None or row.type in known):
            found.append(row)
            odd.setdefault(row.message, set()).add(names.get(row.type, row.type))
    for row in found:
        yield row, sorted(odd[row.message])
