"""Checking: open the transcript, walk it once, and let the rules speak under the target's laws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from transcript_doctor.acts.judging import Patient, concerning
from transcript_doctor.acts.opening import open_transcript
from transcript_doctor.acts.refusals import Refusals
from transcript_doctor.acts.stating import sort_context
from transcript_doctor.acts.targeting import choose_target
from transcript_doctor.catalog import RULES, rule_named
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import As, Report


def check(
    transcript: Any,
    *,
    format: str | None = None,
    target: str | None = None,
    context: Mapping[str, Any] | None = None,
    as_: As | None = None,
    select: Iterable[str] | None = None,
    ignore: Iterable[str] | None = None,
) -> Report:
    """Return a report on a transcript: a message list, a whole request body, or an SDK's own objects.

    `target` is who shall receive it (default: the format's home; `all`: everybody), `context` holds
    facts that the list does not, `as_` says whether it is a request or a record, `select` and `ignore`
    take codes or beginnings of codes. A sick transcript never raises; unknown names do.
    """
    stated = sort_context(context)
    plan = choose_target(format or stated.format, target or stated.provider, lenient=target is None)
    opened = open_transcript(transcript, plan.format, plan.preferred)
    goal = plan.target_for(opened.format)
    bare: As = "record" if goal is None else goal.bare_list
    patient = Patient(opened, stated, as_ or ("request" if opened.whole else bare))
    codes, refusals = _chosen(select, ignore), Refusals(patient)
    if goal is None:
        findings, lacking = refusals.union(codes)
        return _report(patient, "all", findings, lacking)
    codes = concerning(codes, goal, opened.format.name)
    laws = patient.laws_of(goal)
    proved = patient.proved(laws) if codes is _EVERY else None
    if proved is not None:
        return _report(patient, goal.name, [], proved)
    return _report(patient, goal.name, *patient.judge(laws, codes, refusals.by), takes=goal.format)


def _report(
    patient: Patient,
    target: str,
    findings: list[Finding],
    lacking: dict[str, set[str]],
    takes: str | None = None,
) -> Report:
    unknowns = patient.unknowns(lacking) if lacking or patient.stated.unknown else ()
    recognised = patient.opened.recognised
    if takes not in (None, recognised.format):
        limits = f"{target} takes {takes}, so only the conversation is judged, not its wire"
        recognised = recognised._replace(why=f"{recognised.why}; {limits}")
    return Report(tuple(findings), unknowns, recognised, target, patient.as_, patient)


_EVERY = frozenset(RULES)


def _chosen(select: Iterable[str] | None, ignore: Iterable[str] | None) -> frozenset[str]:
    """Return the codes that `select` and `ignore` leave; each takes codes, names or beginnings of codes."""
    if select is None and ignore is None:
        return _EVERY
    wanted = _codes(select) if select is not None else _EVERY
    return wanted - _codes(ignore or ())


def _codes(words: Iterable[str]) -> frozenset[str]:
    found: set[str] = set()
    for word in [words] if isinstance(words, str) else words:
        matching = [code for code in RULES if code.startswith(word.upper())]
        found.update(matching or [rule_named(word).code])
    return frozenset(found)
