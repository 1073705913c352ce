"""Sharing: a transcript for a bug report, with the same shape and faults, and nobody's words.

Everything is replaced unless it is known to be harmless; then the findings of both are compared,
and whatever was replaced is looked for in the outcome.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.opening.plain import plain
from transcript_doctor.acts.share.disguise import Disguise
from transcript_doctor.acts.share.masking import mask, texts
from transcript_doctor.acts.share.neutral import SALTS
from transcript_doctor.acts.show.shaping import shape
from transcript_doctor.core.errors import DoctorError
from transcript_doctor.core.report import As, Report
from transcript_doctor.core.transcript import unfold

_SHORTEST = 6
_TOKEN = re.compile(r"[^\W_]{6,}")
_LITERALS = re.compile(r"\b(?:true|false|null)\b|[^\w]|_")
"""What says nothing: the words of JSON itself, and marks."""
_OWN = re.compile(r"(?:text|tool|kind|model|example)[a-z]{0,2}", re.IGNORECASE)


class NotShareable(DoctorError):
    """What was replaced could not be kept out of the outcome, so nothing is given out."""


@dataclass(frozen=True, slots=True)
class Shared:
    """A transcript that may be shown to strangers, with the proof that it is the same case."""

    transcript: Any
    report: Report
    """The check of the transcript that is shared."""
    same: bool
    """Whether it has the same findings at the same messages, and the same shape."""
    replaced: int
    """How many different texts were replaced."""
    differences: tuple[str, ...] = ()
    """Where it is not the same: what the check says of one and not of the other."""


def share(
    transcript: Any,
    *,
    format: str | None = None,
    target: str | None = None,
    context: Mapping[str, Any] | None = None,
    as_: As | None = None,
) -> Shared:
    """Return a transcript with every text, name, id, address, argument and datum replaced.

    Keys, roles, types, media labels and the public part of a model's name stay. Raises
    `NotShareable` where a text of six or more characters would survive.
    """
    transcript, format = unfold(transcript, format)
    given = plain(transcript)
    before = check(given, format=format, target=target, context=context, as_=as_)
    sizes = any(finding.code == "L002" for finding in before.findings)
    avoid = frozenset(texts(given))
    best: Shared | None = None
    for salt, keep_keys in [(s, keep) for s in range(len(SALTS)) for keep in (False, True)]:
        disguise = Disguise(salt, avoid=avoid, keep_sizes=sizes)
        made = mask(given, disguise, keep_keys=keep_keys)
        if next(survivors(disguise), None) is not None:
            continue
        after = check(
            made, format=before.format, target=before.target, context=context, as_=before.as_
        )
        found = tuple(_differences(before, after))
        if format is None and check(made, target=target, context=context).format != before.format:
            found += ("the format that it is taken for",)
        shared = Shared(made, after, not found, len(disguise.originals), found)
        if not found:
            return shared
        best = best or shared
        if keep_keys:
            break
    if best is None:
        raise NotShareable("a text of the transcript would survive in it; nothing was written")
    return best


def survivors(disguise: Disguise) -> Iterator[str]:
    """Yield originals that stand in what was written, whole or with a word of six characters.

    What is public of an original, such as the `toolu_` of an id, may stand there.
    """
    free = [text[kept:] for text, kept in disguise.written.items()]
    tokens = {t for text in free for t in _TOKEN.findall(text) if not _OWN.fullmatch(t)}
    grams = {gram for text in disguise.written for gram in _grams(text)}
    whole = "\n".join(disguise.written)
    for text, public in disguise.originals.items():
        secret = text[public:]
        if len(secret) < _SHORTEST or not _LITERALS.sub("", secret):
            continue
        # To look for each in the whole is dear; what is not there in pieces is not there.
        is_whole = all(gram in grams for gram in _grams(secret)) and secret in whole
        if is_whole or not tokens.isdisjoint(_TOKEN.findall(secret)):
            yield text


def _grams(text: str) -> Iterator[str]:
    """Yield the pieces of six characters of a text."""
    return (text[i : i + _SHORTEST] for i in range(len(text) - _SHORTEST + 1))


def _differences(before: Report, after: Report) -> Iterable[str]:
    """Say what the check finds in one and not in the other."""
    ours, theirs = _said(before), _said(after)
    for what in (
        *(row for row in ours if row not in theirs),
        *(r for r in theirs if r not in ours),
    ):
        yield f"{what[0]} ({what[1]}) at message {what[2]}, {what[3]}"
    if not ours.keys() ^ theirs.keys() and ours != theirs:
        yield "a finding stands there a different number of times"
    if [u.fact for u in before.unknowns] != [u.fact for u in after.unknowns]:
        yield "what is unknown"
    if _numbered(shape(before)) != _numbered(shape(after)):
        yield "the shape"


def _said(report: Report) -> dict[tuple[str, str, int | None, str], int]:
    said: dict[tuple[str, str, int | None, str], int] = {}
    for finding in report.findings:
        key = (finding.code, finding.case, finding.index, finding.severity)
        said[key] = said.get(key, 0) + 1
    return said


def _numbered(line: str) -> list[str]:
    """Return a shape with its ids numbered, for ids may be long here and short there."""
    numbers: dict[str, str] = {}

    def number(found: re.Match[str]) -> str:
        return numbers.setdefault(found[0], f"c{len(numbers) + 1}")

    pattern = r"(?<=[\[(,])(?!error|empty|text|thinking|R\()[^\[\](),]+(?=[\]),])"
    return re.sub(pattern, number, line).split()
