"""Which finding of a report a pasted refusal means, with words that say how the two belong together."""

from __future__ import annotations

from typing import NamedTuple

from transcript_doctor.acts.diagnose.refusal import Pasted
from transcript_doctor.catalog import RULES
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report

_SHORTEST_ID = 4


class Answer(NamedTuple):
    """What a pasted text means for one report: the finding that it is about, and words for it."""

    finding: Finding | None
    words: str


def answer(pasted: Pasted, report: Report) -> Answer:
    """Return the finding of a report that a text means, if one does, with words that say how."""
    if pasted.beside:
        apart = "; what is found here is another matter" if report.findings else ""
        return Answer(None, f"{pasted.beside.words}{apart}")
    law = law_words(pasted, report.target)
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
    if best and report.target not in best:
        return f"the laws of {report.target} see no such fault here: try --target {best[0]}"
    length = len(report.outline.messages) if report.outline is not None else 0
    beyond = [i for i in pasted.indices if i >= length]
    if beyond:
        return f"this list has {length} messages, the text speaks of {max(beyond)}: was it sent?"
    if report.unknowns:
        return "no such fault is seen here: see what is unknown, or whether this list was sent"
    return "no such fault is here: is this the list as it was sent?"


def law_words(pasted: Pasted, target: str) -> str:
    """Say whose law the text is, in a few words."""
    if not pasted.meanings:
        return "no law known here says this"
    top = pasted.meanings[0].score
    best = [meaning for meaning in pasted.meanings if meaning.score == top]
    mine = [meaning for meaning in best if target in meaning.targets]
    who = target if mine else ", ".join(best[0].targets[:3])
    what = " or ".join(f"{m.code} {RULES[m.code].name}" for m in (mine or best)[:4])
    return f"it is what {who} says to {what}" if who else f"no law says it so; it reads like {what}"
