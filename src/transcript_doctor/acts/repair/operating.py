"""Operating: what rules ask for is done, and taken back where the proof will not bear it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from transcript_doctor.acts.repair.proof import accounts, fingerprint
from transcript_doctor.acts.repair.refusing import Why
from transcript_doctor.acts.repair.state import Check, Done, State
from transcript_doctor.acts.repair.strays import Strays
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.safety import Safety
from transcript_doctor.core.surgeon import Surgeon
from transcript_doctor.place import Place

_MOST_TRIED = 50
"""So many groups of findings, and so many alone, are tried where healing all of them does harm."""


class Operations:
    """The operations of one repair, with what is known of those that did not go well."""

    def __init__(
        self, check: Check, context: Mapping[str, Any], choices: Mapping[str, str]
    ) -> None:
        self._check, self._context, self._choices = check, context, choices
        self.stuck: set[tuple[object, ...]] = set()
        """Findings (by `key`) that could not be healed in this state."""
        self.harmful: set[tuple[str, Place]] = set()
        """What was tried and taken back: its rule and place."""
        self.doubtful: set[tuple[str, Place]] = set()
        """What its rule leaves to a person, though other faults of its kind are healed."""
        self._seen: set[bytes] = set()
        """Digests of the states that there were."""

    def why(self, finding: Finding, *, stale: bool) -> Why:
        """Return what is known of a finding that was left; `stale`: this repair made its reasoning so."""
        spot = (finding.code, finding.place)
        if stale:
            return "stale"
        if spot in self.doubtful:
            return "doubtful"
        return "harmful" if spot in self.harmful else ""

    def begin(self, mark: bytes | None) -> None:
        """Remember the fingerprint of what was given, so that no round leads back there."""
        self._seen.update(filter(None, [mark]))

    def key(self, finding: Finding, state: State) -> tuple[object, ...]:
        """Return what tells a finding in one state of the list from all others."""
        hit = finding.hit
        return (finding.code, hit.case, hit.message, hit.part, len(state.changes))

    def operate(
        self, state: State, chosen: Sequence[Finding], allowed: frozenset[Safety]
    ) -> State | None:
        """Heal some findings at once; where that does harm, as many of them as does none."""
        after = self._try(state, chosen, allowed)
        if after is None or not self._harms(after):
            return after
        for some in _fewer(chosen):
            after = self._try(state, some, allowed)
            if after is not None and not self._harms(after):
                return after
        self.stuck |= {self.key(finding, state) for finding in chosen}
        self.harmful |= {(finding.code, finding.place) for finding in chosen}
        return None

    def _harms(self, after: State) -> bool:
        """Tell whether a round led in a circle, left nothing, or did what the proof will not bear."""
        mark = fingerprint(after.transcript)
        if not after.messages or mark in self._seen or accounts(after.first, after):
            return True
        if mark is not None:
            self._seen.add(mark)
        return False

    def _try(
        self, state: State, chosen: Sequence[Finding], allowed: frozenset[Safety]
    ) -> State | None:
        """Let the rules of some findings ask for what heals them, and do all of it."""
        verbs = FORMATS[state.outline.format].verbs
        if verbs is None:
            return None
        surgeon = Surgeon(state.outline, state.laws, verbs, self._choices, allowed)
        strays = Strays(state.transcript, state.outline)
        done: list[Done] = []
        for finding in chosen:
            fix, found = finding.grounds.remedy, strays.of(finding)
            if found is not None and surgeon.tries(partial(surgeon.settle, *found)):
                done.append((finding, strays.words(found[0]), "safe"))
            elif surgeon.tries(partial(_heal, surgeon, finding), fix.safety if fix else "manual"):
                told = surgeon.told and surgeon.told.replace("{call}", finding.call)
                done.append((finding, told, surgeon.cost))
            else:
                self.stuck.add(self.key(finding, state))
                if surgeon.cost == "manual":
                    self.doubtful.add((finding.code, finding.place))
        edits = surgeon.edits()
        if not edits:
            return None
        return state.edited(edits, done, surgeon.losses, self._check, self._context)


def _fewer(chosen: Sequence[Finding]) -> Iterator[Sequence[Finding]]:
    """Yield halves, quarters and so on of some findings, then each alone: as far as is worth the time."""
    size, groups = len(chosen), 0
    while size > 3 and groups < _MOST_TRIED:
        size = -(-size // 2)
        for at in range(0, len(chosen), size)[: _MOST_TRIED - groups]:
            groups += 1
            yield chosen[at : at + size]
    if len(chosen) > 1:
        yield from ([finding] for finding in chosen[:_MOST_TRIED])


def _heal(surgeon: Surgeon, finding: Finding) -> bool:
    heal = finding.rule.heal
    return heal is not None and heal(surgeon, finding.hit)
