"""A pasted refusal: which law its text belongs to, and which finding of a report it means.

Refusals come wrapped, quoted, cut and with other ids in them, so they are matched on pairs of neighbouring
words: every law's sentence without what is filled in, against the text without its numbers and marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from string import Formatter
from typing import NamedTuple, TypeAlias

from transcript_doctor.catalog import RULES, target_named, target_names
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report

_ESCAPES = re.compile(r"\\[nrt]|[\\\"'`]")
_WORD = re.compile(r"[a-z_]+(?![a-z_])")
_INDEX = re.compile(r"(?:messages?|input|contents|position|index)\W{0,2}(\d{1,6})\b", re.IGNORECASE)
_ENOUGH = 0.55
"""The share of the sentence, or of the text, whose word pairs must be the other's too."""
_FEWEST = 3
_LONGEST = 20_000
"""Characters of a pasted text that are read."""
_SHORTEST_ID = 4

Pairs: TypeAlias = frozenset[tuple[str, str]]


class Meaning(NamedTuple):
    """What a text is: the sentence of a law on one rule, and the targets that have that law."""

    code: str
    cases: tuple[str, ...]
    targets: tuple[str, ...]
    score: int
    """How many pairs of words the text and the sentence share, less those that it lacks."""


class Pasted(NamedTuple):
    """A pasted text, read: what the laws make of it, and the message indices that it names."""

    text: str
    meanings: tuple[Meaning, ...]
    indices: frozenset[int]

    @property
    def codes(self) -> frozenset[str]:
        """The codes of the rules that the text may belong to."""
        return frozenset(meaning.code for meaning in self.meanings)


class Answer(NamedTuple):
    """What a pasted text means for one report: the finding that it is about, and words for a person."""

    finding: Finding | None
    words: str


def read_refusal(text: str) -> Pasted:
    """Return what the laws of all targets make of a text; never raises, whatever the text."""
    text = text[:_LONGEST]
    pairs = _pairs([_ESCAPES.sub(" ", text)])
    found: dict[tuple[str, tuple[str, ...]], tuple[int, list[str]]] = {}
    for key, target, sentence in _sentences():
        score = _score(pairs, sentence)
        best, targets = found.get(key, (0, []))
        if score > best:
            found[key] = (score, [target])
        elif score and score == best and target not in targets:
            targets.append(target)
    top = max((score for score, _ in found.values()), default=0)
    meanings = [
        Meaning(code, cases, tuple(targets), score)
        for (code, cases), (score, targets) in found.items()
        if score == top
    ]
    order = list(RULES)
    meanings.sort(key=lambda meaning: order.index(meaning.code))
    return Pasted(text, tuple(meanings), frozenset(map(int, _INDEX.findall(text))))


def answer(pasted: Pasted, report: Report) -> Answer:
    """Return the finding of a report that a text means, if one does, with words that say how."""
    law = _law_words(pasted, report.target)
    fits = [finding for finding in report.findings if finding.code in pasted.codes]
    if fits:
        chosen = max(fits, key=lambda finding: _nearness(pasted, finding))
        return Answer(chosen, f"{law}; {chosen.code} at {chosen.place} is what it means{_aside(pasted, chosen)}")
    near = [finding for finding in report.findings if any(_nearness(pasted, finding)[:2])]
    if near:
        chosen = max(near, key=lambda finding: _nearness(pasted, finding))
        return Answer(chosen, f"{law}; nothing of that kind is here, but {chosen.code} is where it points")
    return Answer(None, f"{law}; no such fault is in this list{_elsewhere(pasted, report)}")


def _nearness(pasted: Pasted, finding: Finding) -> tuple[bool, bool, bool]:
    ids = (finding.values.get(key) for key in ("id", "ids"))
    named = any(isinstance(x, str) and len(x) >= _SHORTEST_ID and x in pasted.text for x in ids)
    return named, finding.index in pasted.indices, finding.severity == "error"


def _aside(pasted: Pasted, finding: Finding) -> str:
    if not pasted.indices or finding.index in pasted.indices:
        return ""
    named = ", ".join(str(i) for i in sorted(pasted.indices))
    return f" (the text says {named}: some providers count without the system message)"


def _elsewhere(pasted: Pasted, report: Report) -> str:
    """Say why the fault may not be here."""
    length = len(report.outline.messages) if report.outline is not None else 0
    beyond = [i for i in pasted.indices if i >= length]
    if beyond:
        return f": it has {length} messages, the text speaks of {max(beyond)}; is it what was sent?"
    if report.unknowns:
        return ": see what is unknown below, or whether this list is what was sent"
    return ": was it changed before it was sent?"


def _law_words(pasted: Pasted, target: str) -> str:
    """Say whose law the text is, in a few words."""
    if not pasted.meanings:
        return "no law here says this"
    mine = [meaning for meaning in pasted.meanings if target in meaning.targets]
    chosen = (mine or list(pasted.meanings))[0]
    who = target if mine else ", ".join(chosen.targets[:3])
    kinds = {m.code: RULES[m.code].name for m in (mine or pasted.meanings)}
    what = " or ".join(f"{code} {name}" for code, name in list(kinds.items())[:4])
    return f"this is what {who} says to {what}"


def _score(pairs: Pairs, sentence: Pairs) -> int:
    """Return how well a text fits a sentence; 0 where it does not."""
    shared = len(pairs & sentence)
    if shared < min(_FEWEST, len(sentence)) or not shared:
        return 0
    if max(shared / len(sentence), shared / len(pairs)) < _ENOUGH:
        return 0
    return max(2 * shared - len(sentence), 1) if shared < len(sentence) else 2 * shared


@cache
def _sentences() -> tuple[tuple[tuple[str, tuple[str, ...]], str, Pairs], ...]:
    """Return every sentence of every law as its word pairs, with rule, cases and target."""
    found = []
    for name in target_names():
        for law in target_named(name).laws:
            for says in (law.says, *law.also):
                if says and (pairs := _pairs(_literals(says))):
                    found.append(((law.rule, law.cases), name, pairs))
    return tuple(found)


def _literals(template: str) -> Sequence[str]:
    """Return what a sentence says between the values that are filled in."""
    return [_ESCAPES.sub(" ", literal) for literal, *_ in Formatter().parse(template)]


def _pairs(pieces: Iterable[str]) -> Pairs:
    """Return the pairs of neighbouring words in texts."""
    found: set[tuple[str, str]] = set()
    for piece in pieces:
        words = _WORD.findall(piece.lower())
        found.update(zip(words, words[1:], strict=False))
    return frozenset(found)
