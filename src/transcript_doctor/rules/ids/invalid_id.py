"""An id has a form that the target does not take.

## What it means
The id of a call (and of its result) holds characters, or has a length, outside the target's
pattern.
## Why it is refused
Each provider has its own form of ids. A history that moved from another provider, or ids made by
the developer's own code, break it.
## How it is healed
The id is rewritten on both sides in the same way; nothing else changes.
## Sources
The targets' files name the source and the date of each law.
"""

from __future__ import annotations

from collections.abc import Iterator

from transcript_doctor.core.outline import Call, Outline
from transcript_doctor.core.rule import Hit, Remedy, Rule
from transcript_doctor.core.target import Laws
import re


def find(outline: Outline, laws: Laws) -> Iterator[Hit]:
    """Find ids outside the target's pattern; all ids are looked at together before any single one."""
    pattern = laws.param("I002", "pattern")
    least, most = laws.param("I002", "min", 0), laws.param("I002", "max")
    if pattern is None and most is None:
        return
    legal = re.compile(pattern or ".*", re.DOTALL)
    ids = {call.id for call in outline.calls if call.id}
    bad = {
        i for i in ids if not (least <= len(i) <= (most or len(i))) or legal.fullmatch(i) is None
    }
    for call in outline.calls if bad else ():
        if call.id in bad:
            yield _hit(call, pattern or "", least, most, legal)


def _hit(call: Call, pattern: str, least: int, most: int | None, legal: re.Pattern[str]) -> Hit:
    ident = call.id or ""
    case = "length" if legal.fullmatch(ident) else "pattern"
    allowed = f"{least} to {most}" if least != most else str(most)
    values = {
        "id": ident,
        "pattern": pattern,
        "length": len(ident),
        "n": len(ident),
        "allowed": allowed,
    }
    return Hit(case, call.message, call.part, {**values, "name": call.name}, call)


RULE = Rule(
    code="I002",
    name="invalid-id",
    scope="wire",
    severity="error",
    since="0.1",
    prose=__doc__ or "",
    cases={
        "pattern": "the id {id} has characters outside {pattern}",
        "length": "the id {id} has {length} characters, allowed are {allowed}",
    },
    remedy=Remedy("safe", "rewrite the id on both sides"),
    needs="calls",
    check=find,
)
