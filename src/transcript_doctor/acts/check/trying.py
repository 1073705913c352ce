"""How a fault would be healed: its rule is asked as a repair would ask it, and nothing comes of it.

What heals a fault often hangs on what stands there (a second result that says the same is dropped, another
one is quoted), so that a check names the fix that a repair would apply, and its class.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, partial
from typing import TYPE_CHECKING

from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Outline
from transcript_doctor.core.rule import Hit, Remedy
from transcript_doctor.core.target import Laws
from transcript_doctor.core.verbs import Verbs

if TYPE_CHECKING:
    from transcript_doctor.core.surgeon import Surgeon

_MOST = 50
"""So many faults of a case are asked about one by one: some heal a whole turn."""


class Trials:
    """What heals the findings of one outline under one target's laws; worked out when it is asked for."""

    def __init__(self, outline: Outline, laws: Laws, verbs: Verbs | None) -> None:
        self._outline, self._laws, self._verbs = outline, laws, verbs
        self._asked: Counter[tuple[str, str]] = Counter()
        self._known: dict[int, tuple[Hit, Remedy | None]] = {}
        """What was answered, by the `id()` of the hit, which is kept with it so that no other gets that."""

    def of(self, finding: Finding) -> Remedy | None:
        """Return how a fault is healed, with the words filled in; None where its case says all of it."""
        known = self._known.get(id(finding.hit))
        if known is None:
            known = self._known[id(finding.hit)] = (finding.hit, self._tried(finding))
        return known[1]

    def _tried(self, finding: Finding) -> Remedy | None:
        heal, remedy = finding.rule.heal, finding.grounds.remedy
        self._asked[finding.code, finding.case] += 1
        if heal is None or remedy is None or self._verbs is None:
            return None
        if self._asked[finding.code, finding.case] > _MOST:
            return None
        surgeon = self._surgeon
        done = surgeon.asks(partial(heal, surgeon, finding.hit), remedy.safety)
        if not done and surgeon.cost != "manual":
            return None
        told = surgeon.told.replace("{call}", finding.call) if done and surgeon.told else None
        if told is None and surgeon.cost == remedy.safety:
            return None
        return Remedy(surgeon.cost, told or "", "" if told else remedy.many)

    @cached_property
    def _surgeon(self) -> Surgeon:
        from transcript_doctor.core.surgeon import Surgeon  # a check that nobody asks heals nothing

        assert self._verbs is not None, "a format without verbs heals nothing"
        return Surgeon(self._outline, self._laws, self._verbs, {})
