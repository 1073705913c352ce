"""Diagnosing: from a provider's sentence to the rule, the place, and the mistake in code that makes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from transcript_doctor.acts.check import check
from transcript_doctor.acts.check.judging import checking_order
from transcript_doctor.acts.diagnose import given
from transcript_doctor.acts.diagnose.beside import NOTHING_SAID
from transcript_doctor.acts.diagnose.clues import Clues
from transcript_doctor.acts.diagnose.meant import answer, spoken_words
from transcript_doctor.acts.diagnose.outcome import Diagnosis, Suspect
from transcript_doctor.acts.diagnose.refusal import Pasted, read_refusal
from transcript_doctor.acts.diagnose.suspecting import suspects_of
from transcript_doctor.acts.diagnose.unseen import unseen
from transcript_doctor.acts.opening.targeting import ALL
from transcript_doctor.catalog import target_named
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import As, Report
from transcript_doctor.core.transcript import Transcript


def diagnose(
    error_text: Any,
    transcript: Any = None,
    *,
    format: str | None = None,
    target: str | None = None,
    context: Mapping[str, Any] | None = None,
) -> Diagnosis:
    """Return what a refusal means: the rule, the place in a transcript, the mistake in code behind it.

    `error_text` is a provider's or an SDK's sentence as it was met, wrapped, logged or with its traceback;
    or the exception that an SDK raised, or its body; None where there is none. `transcript` is whatever
    `check` takes, or its report; with an error a list is judged as the request that was refused. Neither
    raises, however sick; unknown names do, and an error that is neither text nor exception nor JSON.
    """
    text = given.error_text(error_text)
    pasted = read_refusal(text) if text and text.strip() else None
    if transcript is None:
        return _without_list(pasted)
    report = _report(transcript, pasted, format, target, context)
    if pasted is None:
        return _within(Pasted("", (), frozenset()), report, _first(report), "", context)
    meant = answer(pasted, report)
    finding = meant.finding
    if finding is None and pasted.beside in (None, *NOTHING_SAID):
        finding = _first(report)
    return _within(pasted, report, finding, meant.words, context)


def _report(
    transcript: Any,
    pasted: Pasted | None,
    format: str | None,
    target: str | None,
    context: Mapping[str, Any] | None,
) -> Report:
    if type(transcript) is Report:
        return transcript
    sent = pasted is not None and type(transcript) is not Transcript
    as_: As | None = "request" if sent else None
    return check(transcript, format=format, target=target, context=context, as_=as_)


def _first(report: Report) -> Finding | None:
    """Return the error that the target would name, else the first warning."""
    errors = [finding for finding in report.findings if finding.severity == "error"]
    if not errors or report.target == ALL:
        return next(iter(errors or report.findings), None)
    target = target_named(report.target)
    return min(errors, key=lambda finding: checking_order(finding, target))


def _within(
    pasted: Pasted,
    report: Report,
    finding: Finding | None,
    said: str,
    context: Mapping[str, Any] | None,
) -> Diagnosis:
    suspects: tuple[Suspect, ...] = ()
    if finding is not None and report.outline is not None:
        suspects = suspects_of(finding, Clues(report, context))
    hidden = unseen(pasted, report)
    return Diagnosis(pasted.meanings, finding, suspects, hidden, said, pasted.beside, report)


def _without_list(pasted: Pasted | None) -> Diagnosis:
    """Return what a text alone says: the rule, and the mistakes that are known to break it."""
    if pasted is None:
        return Diagnosis((), None, (), (), "neither a text nor a transcript was given")
    if pasted.beside is not None:
        return Diagnosis((), None, (), (), pasted.beside.words, pasted.beside)
    from transcript_doctor.acts.diagnose.book import BY_CODE

    code = pasted.meanings[0].code if pasted.meanings else ""
    known = tuple(Suspect(mistake, 0, "") for mistake in BY_CODE.get(code, ()))
    return Diagnosis(pasted.meanings, None, known, (), spoken_words(pasted))
