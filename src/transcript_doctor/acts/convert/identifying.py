"""Which call answers to which id at the target: ids are kept, given back, or rewritten in one way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from transcript_doctor.core.composer import Composer
from transcript_doctor.core.minting import Mint
from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.core.pairing import Pairs
from transcript_doctor.core.target import Laws
from transcript_doctor.place import Steps


class Ties(NamedTuple):
    """What ties calls and results: their ids at the target, and the call of each result."""

    ids: dict[str, str]
    """Ids as they are, and as the target takes them, where that is not the same."""
    missing: dict[Steps, str]
    """Ids for calls and results that have none, by place."""
    calls: dict[Steps, Call]
    """The call of each result, by the result's place."""


class Between(NamedTuple):
    """The two formats of a conversion, of which one may keep the id of an item in that of its call."""

    origin: Composer
    goal: Composer

    def tied(self, ident: str, item: str | None) -> str:
        """Return an id at the target, with that of the item in it where both are kept."""
        return self.goal.tie(ident, item) if self.goal.tie is not None and item else ident

    def untied(self, idents: Iterable[str]) -> dict[str, str]:
        """Return the ids that are shorter without that of their item, where no two come to be the same."""
        if self.origin is self.goal:
            return {}
        alone = {ident: self.origin.untie(ident) for ident in idents}
        times = Counter(alone.values())
        return {ident: short for ident, short in alone.items() if short and times[short] == 1}


def ties_of(
    outline: Outline, pairs: Pairs, laws: Laws, back: Mapping[str, str], between: Between
) -> Ties:
    """Return the ties of an outline; `back` are ids that an earlier conversion has rewritten."""
    fits = _fitting(laws)
    rows: list[Call | Result] = [*outline.calls, *outline.results]
    borne = [row.id for row in rows if row.id]
    mint = Mint(laws, {ident for ident in borne if fits(ident)} | set(back.values()))
    ids: dict[str, str] = {}
    untied = between.untied(dict.fromkeys(borne))
    items = {call.id: call.item for call in outline.calls if call.kind == "function"}
    for ident in dict.fromkeys(borne):
        was = back.get(ident)
        if was is not None and fits(was):
            ids[ident] = was
            continue
        alone = untied.get(ident, ident)
        now = between.tied(alone if fits(alone) else mint.stand_in(ident), items.get(ident))
        for old in (was, ident):  # parts that are recalled bear the id that they had before
            if old is not None and old != now:
                ids[old] = now
    missing: dict[Steps, str] = {}
    calls: dict[Steps, Call] = {}
    for call in outline.calls:
        if not call.id:
            missing[call.place] = mint.fresh_id(f"{call.place}")
    for call, result in (*pairs.answers, *pairs.late, *pairs.apart):
        calls[result.place] = call
        if call.place in missing:
            missing[result.place] = missing[call.place]
    return Ties(ids, missing, calls)


def _fitting(laws: Laws) -> Callable[[str], bool]:
    """Return whether an id has a form that the target takes."""
    pattern = re.compile(laws.param("I002", "pattern") or ".+", re.DOTALL)
    least, most = laws.param("I002", "min", 0), laws.param("I002", "max")

    def fits(ident: str) -> bool:
        long = most is not None and len(ident) > most
        return pattern.fullmatch(ident) is not None and len(ident) >= least and not long

    return fits
