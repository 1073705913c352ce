"""The proof of a repair: what it is to have done, asked of the outcome and not of those who did it."""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Collection
from hashlib import sha256
from typing import Any

from transcript_doctor.acts.repair.ledger import OF_NOTHING, Books
from transcript_doctor.acts.repair.state import State
from transcript_doctor.acts.repair.units import Sayings, name_of
from transcript_doctor.catalog import FORMATS
from transcript_doctor.core.answers import Answers
from transcript_doctor.core.errors import UnprovenRepair
from transcript_doctor.core.matching import Pair
from transcript_doctor.core.outline import Call, Outline
from transcript_doctor.core.surgery.rewriting import NOTHING, node_at
from transcript_doctor.core.transcript import unfold
from transcript_doctor.core.wording import cut

_PLAIN_MARSHAL = 2
"""The newest version whose bytes do not depend on how often an object is referred to."""
_MOST_SHOWN = 10


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
        sayings = Sayings(FORMATS[first.outline.format])
        last.evidence = [*_unaccounted(sayings, first, last), *_parted(sayings, first, last)]
    return last.evidence


def _unaccounted(sayings: Sayings, first: State, last: State) -> list[str]:
    books = Books(sayings, first.side, last.side)
    books.report(last.lost)
    books.explain(frozenset(change.code for change in last.changes), last.written)
    said = [
        *(f"gone and not reported: {u.kind} {cut(u.line)!r}" for u in books.missing),
        *(f"added, and said by nobody: {u.kind} {cut(u.line)!r}" for u in books.added),
    ]
    return said[:_MOST_SHOWN]


def _parted(sayings: Sayings, first: State, last: State) -> list[str]:
    """Return the calls that are no longer answered as they were, though nothing of them is a loss."""
    before = _pairs(first)
    after = _pairs(last) if before else before
    same = before.keys() & after.keys()
    if len(same) == len(before):
        return []
    gone = _said(sayings, first, before, same) - _said(sayings, last, after, same)
    lost = Counter(unit.line for unit in last.lost)
    rest = [pair for pair in gone if not any(lost[word] for word in (*pair[0], *pair[1]))]
    return [
        f"no longer answered as it was: {cut(' '.join(call))!r}" for call, _ in rest[:_MOST_SHOWN]
    ]


_Pairs = dict[tuple[int, int], Pair]
"""Calls with their results, by the `id()` of both nodes."""


def _answers(state: State) -> Answers | None:
    verbs = FORMATS[state.outline.format].verbs
    return None if verbs is None else Answers(state.outline, state.laws, verbs)


def _pairs(state: State) -> _Pairs:
    """Return what was called with what came back for it."""
    answers = _answers(state)
    pairs = answers.pairs if answers is not None else None
    found = (*pairs.answers, *pairs.late, *pairs.apart) if pairs is not None else ()
    return {(id(call.raw), id(result.raw)): (call, result) for call, result in found}


def _said(
    sayings: Sayings, state: State, pairs: _Pairs, but: Collection[tuple[int, int]]
) -> Counter[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return what some pairs say, as often as it is said; markers say nothing."""
    outline, answers = state.outline, _answers(state)
    rows = [pair for key, pair in pairs.items() if key not in but]
    rows = [pair for pair in rows if answers is None or not answers.is_marker(pair[1])]
    said: dict[int, list[str]] = {}
    for i in {result.message for _, result in rows}:
        for unit, part in sayings.of(outline.messages[i], outline.roles[i]):
            if unit.kind == "result":
                line = "" if unit.line in OF_NOTHING else unit.line
                said.setdefault(id(part.raw), []).append(line)
    return Counter(
        (_words(sayings, outline, call), tuple(said.get(id(row.raw), ()))) for call, row in rows
    )


def _words(sayings: Sayings, outline: Outline, call: Call) -> tuple[str, ...]:
    arguments = call.arguments
    if call.arguments_at:
        arguments = node_at(outline.messages[call.message], call.arguments_at)
    return (name_of(call.name), *sayings.words(None if arguments is NOTHING else arguments))


def worse(first: State, last: State) -> list[str]:
    """Return errors that the transcript did not have before, where there are more of them than before.

    One fault may hide another: what comes to light while others go is no new fault.
    """
    before, after = _errors(first), _errors(last)
    if sum(after.values()) <= sum(before.values()):
        return []
    return [f"a new fault: {code} {case}" for code, case in (after - before)]


def _errors(state: State) -> Counter[tuple[str, str]]:
    return Counter((f.code, f.case) for f in state.report.findings if f.severity == "error")
