"""The rounds of a repair: check, heal what comes first in the order of repair, check again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.check.checking import check_edited
from transcript_doctor.acts.repair.bound import stale_behind
from transcript_doctor.acts.repair.entries import Refused, Where
from transcript_doctor.acts.repair.operating import Operations
from transcript_doctor.acts.repair.outcome import Repair
from transcript_doctor.acts.repair.proof import fingerprint, prove, worse
from transcript_doctor.acts.repair.rebuilding import list_of, made_plain
from transcript_doctor.acts.repair.refusing import matters, refusal
from transcript_doctor.acts.repair.stages import BOUND, STAGES
from transcript_doctor.acts.repair.state import State
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report
from transcript_doctor.core.safety import Safety, allowed_by
from transcript_doctor.core.surgery.rewriting import loop_start
from transcript_doctor.core.transcript import Transcript

_MANY_ROUNDS = 200
"""Far more than a list needs whose faults do not hide one another."""
_LOSSY: Safety = "lossy"


class Rounds:
    """One repair, from the first check to the proof."""

    def __init__(
        self,
        given: Any,
        asked: Mapping[str, Any],
        policy: Safety,
        choices: Mapping[str, str],
        home: str | None,
    ) -> None:
        self._given, self._asked = given, dict(asked)
        self._home = home
        """The target that is repaired for where everybody was asked."""
        if home is not None:
            self._asked["target"] = home
        self._context = _facts_of(given, asked)
        self._allowed = allowed_by(policy)
        self._operations = Operations(self._check, self._context, choices)
        self._kept: set[int | None] = set()
        """Messages of the given list whose bound reasoning stays, for the running tool loop needs it."""

    def run(self, report: Report) -> Repair:
        """Return the outcome; `report` is the check of what was given."""
        if not _healable(report.findings):
            return self._unchanged(report)
        if type(self._given) is not Transcript:
            # What a round changes may be all that told the format: it stays what it was taken for.
            self._asked["format"] = report.format
        plain, print_ = made_plain(self._given, report), fingerprint(self._given)
        if plain is not self._given or self._home is not None:
            report = self._check(plain, self._context)
        first = State(plain, report, None)
        self._operations.begin(print_ if plain is self._given else fingerprint(plain))
        state, settled = self._settle(first)
        if worse(first, state):
            self._operations.harmful |= {
                (finding.code, finding.place) for finding in report.findings
            }
            state = first
        if state is first:
            return self._unchanged(report)
        prove(first, state, untouched=print_ == fingerprint(self._given), settled=settled)
        return self._outcome(state)

    def _settle(self, first: State) -> tuple[State, bool]:
        """Return the state after the last round, and whether nothing was left to do then.

        What a part hides may come to light when that part is healed, and part by part. More rounds than
        that takes are a fault of this package.
        """
        state, done, most = first, 0, _MANY_ROUNDS
        while (after := self._round(state)) is not None:
            done += 1
            if done == _MANY_ROUNDS:
                most += 2 * _size(first)
            if done > most:
                return state, False
            state = after
        return state, True

    def _unchanged(self, report: Report) -> Repair:
        messages = list_of(self._given, report)
        if self._home is not None:
            report = check(self._given, **{**self._asked, "target": "all"})
        refused = self._refused(report, None)
        sources = tuple(range(len(messages)))
        return Repair(self._given, messages, (), (), refused, report, sources, self._given)

    def _outcome(self, state: State) -> Repair:
        report = state.report
        if self._home is not None:
            report = check(state.transcript, **{**self._asked, "target": "all"})
        return Repair(
            state.transcript,
            state.messages,
            state.changes,
            state.losses,
            self._refused(report, state),
            report,
            state.came_from,
            self._given,
            state.trail,
        )

    def _refused(self, report: Report, state: State | None) -> tuple[Refused, ...]:
        """Return what was left, with the reasons; `state` is the last one, None where nothing was done."""
        stale = self._stale(state) if state is not None else frozenset()
        left: list[Refused] = []
        for finding in report.findings:
            is_bound = finding.code == BOUND and finding.index in stale
            where = state.where(finding) if state else Where(finding.index, finding.place)
            why = self._operations.why(finding, stale=is_bound)
            left.append(refusal(finding, where, self._allowed, self._home, why))
        return tuple(left)

    def _stale(self, state: State) -> frozenset[int]:
        return frozenset(i for i, then in enumerate(state.came_from) if then in state.stale)

    # -- one round ---------------------------------------------------------------------------------

    def _round(self, state: State) -> State | None:
        """Return the state after the first stage that has something to heal, or None."""
        open_ = self._open(state)
        there = {finding.code for finding in open_}
        for _, codes in STAGES:
            if there.isdisjoint(codes):
                continue
            chosen = [finding for finding in open_ if finding.code in codes]
            if (after := self._operations.operate(state, chosen, self._allowed)) is not None:
                return after
        return self._bound(state)

    def _open(self, state: State) -> list[Finding]:
        """Return the findings that some stage may heal, and that are not known to be stuck."""
        found = [f for f in _healable(state.report.findings) if f.code != BOUND]
        stuck = self._operations.stuck
        if not stuck:
            return found
        return [f for f in found if self._operations.key(f, state) not in stuck]

    def _check(self, transcript: Any, context: Mapping[str, Any]) -> Report:
        # What a session's file holds beside the list may come in, as whoever read the file left it.
        look = check if type(transcript) is Transcript else check_edited
        return look(transcript, **{**self._asked, "context": context})

    # -- reasoning that is bound to what was changed ------------------------------------------------

    def _bound(self, state: State) -> State | None:
        """Take out the reasoning that is bound to what was changed, the repair's own changes first of all.

        Those of the running tool loop stay where the loop would break without them.
        """
        stale = stale_behind(state)
        if not stale <= state.stale:
            return state.with_stale(stale | state.stale, self._check, self._context)
        ever, own = frozenset({*self._allowed, _LOSSY}), self._stale(state)
        found = [
            finding
            for finding in state.report.findings
            if finding.code == BOUND
            and finding.severity == "error"
            and (finding.index in own or _LOSSY in self._allowed)
            and state.origin(finding.index) not in self._kept
            and self._operations.key(finding, state) not in self._operations.stuck
        ]
        after = self._operations.operate(state, found, ever) if found else None
        if after is None or not _breaks_loop(state, after):
            return after
        start = loop_start(state.outline)
        rest = [f for f in found if f.index is not None and f.index < start]
        self._kept |= {state.origin(f.index) for f in found if f not in rest}
        return self._operations.operate(state, rest, ever) if rest else None


def _size(state: State) -> int:
    """Return how many messages and parts there are."""
    parts = FORMATS[state.outline.format].parts
    return sum(1 + len(parts(message)) for message in state.messages)


def _facts_of(given: Any, asked: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what was stated beside the list, by the caller or by the session's file."""
    context = asked["context"]
    if type(given) is Transcript and isinstance(context, Mapping | None):
        return {**given.facts, **(context or {})}
    return context or {}


def _healable(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that matter and whose rule knows how to heal them."""
    found = list(findings)
    grounds = {id(finding.grounds): finding.grounds for finding in found}
    healable = {key for key, one in grounds.items() if one.rule.heal is not None and matters(one)}
    return [finding for finding in found if id(finding.grounds) in healable]


def _breaks_loop(before: State, after: State) -> bool:
    """Tell whether the running tool loop now lacks what it must send back."""

    def count(state: State) -> int:
        return sum(
            f.code in ("T001", "T002") for f in state.report.findings if f.severity == "error"
        )

    return count(after) > count(before)
