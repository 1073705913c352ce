"""The proof of a repair: what it is to have done, asked of the outcome and not of those who did it."""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, TypeVar

from transcript_doctor.acts.repair.ledger import OF_NOTHING, Books
from transcript_doctor.acts.repair.stages import BOUND
from transcript_doctor.acts.repair.state import State
from transcript_doctor.acts.repair.units import name_of
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.answers import Answers
from transcript_doctor.core.errors import UnprovenRepair
from transcript_doctor.core.matching import Pair
from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.surgery.rewriting import NOTHING, node_at
from transcript_doctor.core.transcript import unfold
from transcript_doctor.core.wording import cut

_PLAIN_MARSHAL = 2
"""The newest version whose bytes do not depend on how often an object is referred to."""
_MOST_SHOWN = 10
_Row = TypeVar("_Row", Call, Result)


def fingerprint(transcript: Any) -> bytes | None:
    """Return a digest of a plain transcript, or None where it holds what has none."""
    try:
        return sha256(marshal.dumps(unfold(transcript, None)[0], _PLAIN_MARSHAL)).digest()
    except ValueError:
        return None


def prove(first: State, last: State, *, untouched: bool, settled: bool) -> None:
    """Raise `UnprovenRepair` unless nothing left or came without being said, and nothing got worse."""
    evidence: list[str] = []
    if not untouched:
        evidence.append("what was given is not what it was")
    if not settled:
        evidence.append("the rounds came to no end")
    evidence += accounts(first, last)
    evidence += worse(first, last)
    if evidence:
        raise UnprovenRepair(evidence, last.transcript)


def accounts(first: State, last: State) -> list[str]:
    """Return what left or came without being said, and what was taken from its call; worked out once."""
    if last.evidence is None:
        last.evidence = [*_unaccounted(first, last), *_parted(first, last)]
    return last.evidence


def _unaccounted(first: State, last: State) -> list[str]:
    books = Books(first.side, last.side)
    books.report(last.lost)
    books.explain(frozenset(change.code for change in last.changes), last.written)
    said = [
        *(f"gone and not reported: {u.kind} {cut(u.line)!r}" for u in books.missing),
        *(f"added, and said by nobody: {u.kind} {cut(u.line)!r}" for u in books.added),
    ]
    return said[:_MOST_SHOWN]


def _parted(first: State, last: State) -> list[str]:
    """Return the calls that are no longer answered as they were, though nothing of them is a loss."""
    before = _with_own(first, _pairs(first))
    after = _pairs(last) if before else []
    before, after = _unlike(first, before, last, after)
    if not before:
        return []
    gone = _said(first, before) - _said(last, after)
    lost = Counter(unit.line for unit in last.lost)
    rest = [pair for pair in gone if not any(lost[word] for word in (*pair[0], *pair[1]))]
    return [
        f"no longer answered as it was: {cut(' '.join(call))!r}" for call, _ in rest[:_MOST_SHOWN]
    ]


def _answers(state: State) -> Answers | None:
    verbs = FORMATS[state.outline.format].verbs
    return None if verbs is None else Answers(state.outline, state.laws, verbs)


def _pairs(state: State) -> list[Pair]:
    """Return what was called with what came back for it."""
    answers = _answers(state)
    pairs = answers.pairs if answers is not None else None
    return [] if pairs is None else [*pairs.answers, *pairs.late, *pairs.apart]


def _with_own(state: State, pairs: list[Pair]) -> list[Pair]:
    """Return pairs as the ids have them where an id stands on one call and one result; whatever the law says.

    So whoever pairs by anything else is found out: a result that names its call belongs to that call.
    """
    outline, skipped = state.outline, 0 if state.laws.pairing.skip_first else -1
    calls = _once([row for row in outline.calls if row.message > skipped])
    results = _once(outline.results)
    own = [(call, results[ident]) for ident, call in calls.items() if ident in results]
    taken = {id(row) for pair in own for row in pair}
    return own + [pair for pair in pairs if taken.isdisjoint(map(id, pair))]


def _once(rows: Sequence[_Row]) -> dict[str, _Row]:
    """Return the rows whose id stands on no other of them."""
    times = Counter(row.id for row in rows)
    return {row.id: row for row in rows if row.id and times[row.id] == 1}


def _unlike(
    first: State, before: list[Pair], last: State, after: list[Pair]
) -> tuple[list[Pair], list[Pair]]:
    """Return both sides without the pairs of one result node whose call is, or says, the same."""
    known = {id(pair[1].raw): pair for pair in after}
    if len(known) != len(after):
        return before, after  # a node stands there twice: only what is said tells them apart
    rest: list[Pair] = []
    for pair in before:
        now = known.get(id(pair[1].raw))
        if now is not None and _calls_same(first, pair[0], last, now[0]):
            del known[id(pair[1].raw)]
        else:
            rest.append(pair)
    return rest, list(known.values())


def _calls_same(first: State, call: Call, last: State, now: Call) -> bool:
    return call.raw is now.raw or _words(first, call) == _words(last, now)


def _said(state: State, pairs: list[Pair]) -> Counter[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return what some pairs say, as often as it is said; markers say nothing."""
    outline, answers = state.outline, _answers(state)
    rows = [pair for pair in pairs if answers is None or not answers.is_marker(pair[1])]
    said: dict[int, list[str]] = {}
    for i in {result.message for _, result in rows}:
        for unit, part in state.sayings.of(outline.messages[i], outline.roles[i]):
            if unit.kind == "result":
                line = "" if unit.line in OF_NOTHING else unit.line
                said.setdefault(id(part.raw), []).append(line)
    return Counter((_words(state, call), tuple(said.get(id(row.raw), ()))) for call, row in rows)


def _words(state: State, call: Call) -> tuple[str, ...]:
    arguments = call.arguments
    if arguments is None and call.arguments_at:
        arguments = node_at(state.messages[call.message], call.arguments_at)
    return (name_of(call.name), *state.sayings.words(None if arguments is NOTHING else arguments))


def worse(first: State, last: State) -> list[str]:
    """Return errors that the transcript did not have before, where it has no fewer of them than before.

    One fault may hide another: what comes to light while others go is no new fault. But a fault of
    another rule in the place of one that went is a bad trade, unless that one kept a message from being read.
    """
    before, after = _errors(first), _errors(last)
    more = after.total() - before.total()
    known = {code for code, _ in before}
    new = {code for code, _ in after if code not in known and code != BOUND}
    if more > 0:
        return [f"a new fault: {code} {case}" for code, case in (after - before)]
    if more < 0 or not new or not known.isdisjoint(_BLINDING):
        return []
    return [f"a new fault: {code} {case}" for code, case in after if code in new]


_BLINDING = frozenset({"S001", "S002", "R002", "C006"})
"""Rules whose faults keep a message, or a part of it, from being looked at."""


def _errors(state: State) -> Counter[tuple[str, str]]:
    return Counter((f.code, f.case) for f in state.report.findings if f.severity == "error")
