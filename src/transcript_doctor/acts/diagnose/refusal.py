"""A pasted refusal: which law its text belongs to, and which messages it names.

Refusals come wrapped, quoted, cut and with other ids in them, so they are matched on pairs of
neighbouring words: every law's sentence without what is filled in, against the text without its
numbers and marks. Where no law says it so, what it complains of decides (`phrases`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from string import Formatter
from typing import NamedTuple, TypeAlias

from transcript_doctor.acts.diagnose.beside import A_LIST, Beside, beside
from transcript_doctor.acts.diagnose.given import is_list
from transcript_doctor.acts.diagnose.phrases import heard
from transcript_doctor.acts.diagnose.synonyms import same_words
from transcript_doctor.catalog import RULES, target_named, target_names

_ESCAPES = re.compile(r"\\+[nrt]?|[\"'`]")
_WORD = re.compile(r"[a-z_]+(?![a-z_])")
_INDEX = re.compile(
    r"(?:messages?|input|contents|position|index)[\s.\[\]'\"`:#]{0,2}(\d{1,6})\b(?! (?:tokens|in the))",
    re.IGNORECASE,
)
_ENOUGH = 0.55
"""The share of the sentence whose word pairs must be in the text too ..."""
_NEARLY_ALL = 0.7
"""... or the share of the text that must be in the sentence: a text that was cut, or is a few words."""
_NEAR = 0.7
"""Sentences whose score is this share of the best one are thought of too."""
_FEWEST = 3
_LONGEST = 20_000
"""Characters of a pasted text that are read."""
_SURE = 6
"""A score below this may come from a few common words: what is complained of then counts for more."""
_WORDS = 12
"""What it counts that the words of a text complain of the same rule."""
_TOLD = re.compile(
    r"[\"'](?:message|error|detail|details|reason|msg)\\*[\"']\s*:\s*\\*[\"']((?:[^\"\\]|\\.){8,2000})"
)
"""What a body of JSON says, inside other texts too."""
_RAISED = re.compile(r"^[ \t]*[\w.]{0,200}(?:Error|Exception|Refused|HISTORY)\w*\b.*", re.MULTILINE)
"""The line of a traceback, or of a log, that says what was raised."""

Pairs: TypeAlias = frozenset[tuple[str, str]]


class Meaning(NamedTuple):
    """What a text may be: a law on one rule, and the targets whose law it fits best."""

    code: str
    targets: tuple[str, ...]
    """Empty where no law says it so, and what is complained of told the rule."""
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


def read_refusal(text: str) -> Pasted:
    """Return what the laws of all targets make of a text; never raises, whatever the text."""
    if is_list(text):
        return Pasted("", (), frozenset(), A_LIST)
    text = text[:_LONGEST]
    by_law = _by_law(_pairs([_ESCAPES.sub(" ", text)]))
    top = by_law[0].score if by_law else 0
    indices = indices_in(text)
    words = _kernel(text)
    meanings = _agreed(by_law, heard(words)) if top >= _SURE else _by_words(words, by_law)
    other = None if indices else beside(text, like_a_law=top >= _SURE)
    return Pasted(text, () if other else tuple(meanings), indices, other)


def indices_in(text: str) -> frozenset[int]:
    """Return the indices of messages that a text names."""
    return frozenset(map(int, _INDEX.findall(text)))


def _by_law(pairs: Pairs) -> list[Meaning]:
    """Return the rules whose laws speak like a text, the best first."""
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
    return sorted(meanings, key=lambda meaning: (-meaning.score, order.index(meaning.code)))


def _agreed(by_law: list[Meaning], words: list[str]) -> list[Meaning]:
    """Return the rules whose laws speak like a text; of equals, the one that its words complain of leads."""
    first = words[:1]
    return sorted(by_law, key=lambda meaning: -meaning.score - _WORDS * (meaning.code in first))


def _by_words(text: str, by_law: Sequence[Meaning]) -> list[Meaning]:
    """Return the rules that a text complains of, then those whose laws it is a little like."""
    laws = {meaning.code: meaning for meaning in by_law}
    words = [laws.pop(code, Meaning(code, (), 0)) for code in heard(text)]
    ranked = [*words, *laws.values()]
    return [meaning._replace(score=_SURE - 1 - i) for i, meaning in enumerate(ranked[: _SURE - 1])]


def _kernel(text: str) -> str:
    """Return what a text says was wrong: out of a body of JSON, or of the line that tells what was raised."""
    told = _TOLD.findall(text) or _RAISED.findall(text)[-3:]
    return "\n".join(told) if told and heard("\n".join(told)) else text


def _score(pairs: Pairs, sentence: Pairs) -> int:
    """Return how well a text fits a sentence; 0 where it does not."""
    shared = len(pairs & sentence)
    if shared < min(_FEWEST, len(sentence)) or not shared:
        return 0
    if shared < _ENOUGH * len(sentence) and shared < _NEARLY_ALL * len(pairs):
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
        words = _WORD.findall(same_words(piece))
        found.update(pairwise(words))
    return frozenset(found)
