"""A pasted refusal: which law its text belongs to, and which finding of a report it means.

Refusals come wrapped, quoted, cut and with other ids in them, so they are matched on pairs of
neighbouring words: every law's sentence without what is filled in, against the text without its
numbers and marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from string import Formatter
from typing import NamedTuple, TypeAlias

from transcript_doctor.acts.beside import Beside, beside
from transcript_doctor.catalog import RULES, target_named, target_names
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report

_ESCAPES = re.compile(r"\\[nrt]|[\\\"'`]")
_WORD = re.compile(r"[a-z_]+(?![a-z_])")
_INDEX = re.compile(r"(?:messages?|input|contents|position|index)\W{0,2}(\d{1,6})\b", re.IGNORECASE)
_ENOUGH = 0.55
"""The share of the sentence, or of the text, whose word pairs must be the other's too."""
_NEAR = 0.7
"""Sentences whose score is this share of the best one are thought of too."""
_FEWEST = 3
_LONGEST = 20_000
"""Characters of a pasted text that are read."""
_SHORTEST_ID = 4
_SURE = 6
"""A score below this may come from a few common words; a text that is plainly of another kind wins."""

Pairs: TypeAlias = frozenset[tuple[str, str]]


class Meaning(NamedTuple):
    """What a text may be: a law on one rule, and the targets whose law it fits best."""

    code: str
    targets: tuple[str, ...]
    score: int
    """How many pairs of words the text and the sentence share, less those that it lacks."""


class Pasted(NamedTuple):
    """A pasted text, read: what the laws make of it, and the message indices that it names."""

    text: str
    meanings: tuple[Meaning, ...]
    """The best one first."""
    indices: frozenset[int]
    beside: Beside | None = None
    """What it is about, where that is not the structure of a history."""


class Answer(NamedTuple):
    """What a pasted text means for one report: the finding that it is about, and words for it."""

    finding: Finding | None
    words: str


def read_refusal(text: str) -> Pasted:
    """Return what the laws of all targets make of a text; never raises, whatever the text."""
    text = text[:_LONGEST]
    pairs = _pairs([_ESCAPES.sub(" ", text)])
    best: dict[str, dict[str, int]] = {}
    for code, target, sentence in _sentences():
        if score := _score(pairs, sentence):
            scores = best.setdefault(code, {})
            scores[target] = max(score, scores.get(target, 0))
    top = max((score for scores in best.values() for score in scores.values()), default=0)
    meanings = [
        Meaning(code, tuple(name for name in scores if scores[name] == max(scores.values())), score)
        for code, scores in best.items()
        if (score := max(scores.values())) >= _NEAR * top
    ]
    order = list(RULES)
    meanings.sort(key=lambda meaning: (-meaning.score, order.index(meaning.code)))
    indices = frozenset(map(int, _INDEX.findall(text)))
    other = beside(text) if top < _SURE and not indices else None
    return Pasted(text, () if other else tuple(meanings), indices, other)


def answer(pasted: Pasted, report: Report) -> Answer:
    """Return the finding of a report that a text means, if one does, with words that say how."""
    if pasted.beside:
        apart = "; what is found here is another matter" if report.findings else ""
        return Answer(None, f"{pasted.beside.words}{apart}")
    law = _law_words(pasted, report.target)
    scores = {meaning.code: meaning.score for meaning in pasted.meanings}

    def nearness(finding: Finding) -> tuple[bool, bool, int, bool]:
        named = _names(pasted.text, finding)
        here = finding.index in pasted.indices
        return named, here, scores.get(finding.code, 0), finding.severity == "error"

    fits = [finding for finding in report.findings if finding.code in scores]
    near = [finding for finding in report.findings if any(nearness(finding)[:2])]
    if not fits and not near:
        return Answer(None, f"{law}; {_elsewhere(pasted, report)}")
    chosen = max(fits or near, key=nearness)
    if fits:
        return Answer(chosen, f"{law}{_aside(pasted, chosen)}")
    return Answer(chosen, f"{law}; it points to {chosen.place}, where {chosen.code} is found")


def _names(text: str, finding: Finding) -> bool:
    """Tell whether a text holds the id that a finding is about."""
    ids = (finding.values.get(key) for key in ("id", "ids"))
    return any(isinstance(x, str) and len(x) >= _SHORTEST_ID and x in text for x in ids)


def _aside(pasted: Pasted, finding: Finding) -> str:
    """Say that the text counts otherwise, where it does."""
    if not pasted.indices or finding.index is None or finding.index in pasted.indices:
        return ""
    named = ", ".join(str(i) for i in sorted(pasted.indices)[:3])
    return (
        f"; it names message {named} where this list has the fault at {finding.index}: the list "
        "that was sent may have been another, or without the system message"
    )


def _elsewhere(pasted: Pasted, report: Report) -> str:
    """Say why the fault may not be here."""
    if not pasted.meanings:
        if report.findings:
            return "the findings stand in their own order"
        return "it may be about something else than this list"
    best = pasted.meanings[0].targets
    if report.target not in best:
        return f"the laws of {report.target} see no such fault here: try --target {best[0]}"
    length = len(report.outline.messages) if report.outline is not None else 0
    beyond = [i for i in pasted.indices if i >= length]
    if beyond:
        return f"this list has {length} messages, the text speaks of {max(beyond)}: was it sent?"
    if report.unknowns:
        return "no such fault is seen here: see what is unknown, or whether this list was sent"
    return "no such fault is here: is this the list as it was sent?"


def _law_words(pasted: Pasted, target: str) -> str:
    """Say whose law the text is, in a few words."""
    if not pasted.meanings:
        return "no law known here says this"
    top = pasted.meanings[0].score
    best = [meaning for meaning in pasted.meanings if meaning.score == top]
    mine = [meaning for meaning in best if target in meaning.targets]
    who = target if mine else ", ".join(best[0].targets[:3])
    what = " or ".join(f"{m.code} {RULES[m.code].name}" for m in (mine or best)[:4])
    return f"it is what {who} says to {what}"


def _score(pairs: Pairs, sentence: Pairs) -> int:
    """Return how well a text fits a sentence; 0 where it does not."""
    shared = len(pairs & sentence)
    if shared < min(_FEWEST, len(sentence)) or not shared:
        return 0
    if max(shared / len(sentence), shared / len(pairs)) < _ENOUGH:
        return 0
    return max(2 * shared - len(sentence), 1) if shared < len(sentence) else 2 * shared


@cache
def _sentences() -> tuple[tuple[str, str, Pairs], ...]:
    """Return every sentence of every law as its word pairs, with its rule and target."""
    return tuple(
        (law.rule, name, pairs)
        for name in target_names()
        for law in target_named(name).laws
        for says in (law.says, *law.also)
        if says and (pairs := _pairs(_literals(says)))
    )


def _literals(template: str) -> Sequence[str]:
    """Return what a sentence says between the values that are filled in."""
    return [_ESCAPES.sub(" ", literal) for literal, *_ in Formatter().parse(template)]


def _pairs(pieces: Iterable[str]) -> Pairs:
    """Return the pairs of neighbouring words in texts."""
    found: set[tuple[str, str]] = set()
    for piece in pieces:
        words = _WORD.findall(piece.lower())
        found.update(pairwise(words))
    return frozenset(found)
