"""Which finding of a report a pasted refusal means, with words that say how the two belong together."""

from __future__ import annotations

from typing import NamedTuple

from transcript_doctor.acts.diagnose.paths import nearness, paths_in
from transcript_doctor.acts.diagnose.refusal import Meaning, Pasted, indices_in
from transcript_doctor.catalog import RULES, target_named
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report

_SHORTEST_ID = 4
"""Shorter ids may stand in a text by chance."""
_UNANSWERED = "P001"


class Answer(NamedTuple):
    """What a pasted text means for one report: the finding that it is about, and words for it."""

    finding: Finding | None
    words: str


def answer(pasted: Pasted, report: Report) -> Answer:
    """Return the finding of a report that a text means, if one does, with words that say how."""
    if pasted.beside:
        apart = "; what is found here is another matter" if report.findings else ""
        return Answer(None, f"{pasted.beside.words}{apart}")
    scores = {meaning.code: meaning.score for meaning in pasted.meanings}
    paths = paths_in(pasted.text)

    def fitting(finding: Finding) -> tuple[bool, int, bool, int, bool, bool]:
        named, place = _names(pasted.text, finding), nearness(paths, finding.place)
        here = not pasted.indices.isdisjoint(_near(finding))
        exact = finding.index in pasted.indices
        return named, place, here, scores.get(finding.code, 0), exact, finding.severity == "error"

    fits = [finding for finding in report.findings if finding.code in scores]
    if fits:
        chosen = max(fits, key=fitting)
        law = law_words(pasted, report.target, chosen.code)
        return Answer(chosen, f"{law}{_aside(pasted, chosen)}")
    law = law_words(pasted, report.target)
    near = [finding for finding in report.findings if any(fitting(finding)[:3])]
    if not near:
        return Answer(None, f"{law}; {_elsewhere(pasted, report)}")
    chosen = max(near, key=fitting)
    return Answer(chosen, f"{law}; it points to {chosen.place}, where {chosen.code} is found")


def _names(text: str, finding: Finding) -> bool:
    """Tell whether a text holds the id that a finding is about."""
    ident = finding.values.get("id")
    return isinstance(ident, str) and len(ident) >= _SHORTEST_ID and ident in text


def _near(finding: Finding) -> set[int]:
    """Return the messages that a text about a finding may name: an open call's also lies in front of one."""
    if finding.index is None:
        return set()
    return {finding.index, finding.index + (finding.code == _UNANSWERED)}


def _counted(finding: Finding) -> set[int]:
    """Return the messages that a target names for a finding: its own sentence counts as it does."""
    said = set(indices_in(finding.provider_says or ""))
    beside = indices_in(finding.param or "")
    return {finding.index or 0} | said | beside if said else _near(finding) | beside


def _aside(pasted: Pasted, finding: Finding) -> str:
    """Say that the text counts otherwise than the target, where it does."""
    if not pasted.indices or finding.index is None:
        return ""
    if not pasted.indices.isdisjoint(_counted(finding)):
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


def law_words(pasted: Pasted, target: str, chosen: str = "") -> str:
    """Say whose law the text is, in a few words; `chosen` is the rule of the finding that it is taken for."""
    if not pasted.meanings:
        return "no law known here says this"
    best = _best(pasted)
    if chosen and chosen not in {meaning.code for meaning in best}:
        best = [meaning for meaning in pasted.meanings if meaning.code == chosen]
    mine = [meaning for meaning in best if target in meaning.targets]
    who = (target,) if mine else speakers(best[0])
    what = " or ".join(f"{m.code} {RULES[m.code].name}" for m in (mine or best)[:4])
    if not who:
        return f"no law says it so; it reads like {what}"
    return f"it is what {', '.join(who)} {'says' if len(who) == 1 else 'say'} to {what}"


def spoken_words(pasted: Pasted) -> str:
    """Say who speaks so, of a text alone."""
    if not pasted.meanings:
        return "no law known here says this"
    if who := speakers(_best(pasted)[0]):
        return f"{', '.join(who)} {'says' if len(who) == 1 else 'say'} it so"
    return "no law says it in these words; by what it complains of it reads like this rule"


def speakers(meaning: Meaning) -> tuple[str, ...]:
    """Return at most three targets that speak so, the best known first; libraries where no endpoint does."""
    targets = [target_named(name) for name in meaning.targets]
    hosted = [target for target in targets if target.in_all] or targets
    known = sorted(hosted, key=lambda target: -len(target.laws))
    return tuple(target.name for target in known[:3])


def _best(pasted: Pasted) -> list[Meaning]:
    top = pasted.meanings[0].score
    return [meaning for meaning in pasted.meanings if meaning.score == top]
