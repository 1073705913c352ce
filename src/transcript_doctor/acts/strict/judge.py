"""Judging a request as its provider would: taken, or refused with the status, the sentence and the body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from transcript_doctor.acts.check import check
from transcript_doctor.acts.check.judging import checking_order
from transcript_doctor.acts.lab import validate
from transcript_doctor.acts.opening.targeting import ALL
from transcript_doctor.acts.strict.envelopes import Saying, sealed
from transcript_doctor.catalog import FORMATS, target_named
from transcript_doctor.core.errors import BadHistory, BadOption
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.report import Report
from transcript_doctor.core.target import Target

_LAB = "lab"
_UNREADABLE = "S001"
"""No target has a law on what is no message at all, and none can take it."""


class Rejection(NamedTuple):
    """What a provider answers to a request that it refuses."""

    status: int
    body: dict[str, Any]
    """The error as the provider writes it."""
    sentence: str
    findings: tuple[Finding, ...]
    """All errors, in the order in which the provider meets them: the sentence is that of the first."""
    target: str
    headers: Mapping[str, str] = {}
    """Headers that carry a part of the error."""


class Verdict(NamedTuple):
    """What came of a request: the whole report, and the rejection if it is refused."""

    report: Report
    rejection: Rejection | None


def judge(
    request: Any,
    *,
    target: str | None,
    format: str | None = None,
    context: Mapping[str, Any] | None = None,
) -> Rejection | None:
    """Return what the target answers to a request it refuses, None where it takes it.

    Only errors refuse, and what is no message: a fact that is not known, or a law that is contested, lets
    a request through.
    Without a target the format and the model's name say who is asked. Raises on unknown names only.
    """
    return weigh(request, target=target, format=format, context=context).rejection


def weigh(
    request: Any,
    *,
    target: str | None,
    format: str | None = None,
    context: Mapping[str, Any] | None = None,
) -> Verdict:
    """Return the report on a request beside the rejection, for those who show both."""
    if isinstance(target, str) and target.strip().lower() == ALL:
        raise BadOption("a judge speaks for one target: name one, not all")
    report = check(request, target=target, format=format, context=context, as_="request")
    complaint = _complaint(request, report)
    refusing = [f for f in report.findings if f.severity == "error" or f.code == _UNREADABLE]
    if complaint is not None and not refusing:
        refusing = list(report.findings)
    if not refusing:
        return Verdict(report, None)
    return Verdict(report, _rejected(report, refusing, complaint))


def _rejected(report: Report, errors: list[Finding], complaint: str | None) -> Rejection:
    """Return what the target says to errors: `complaint` where it has words of its own, else the law's."""
    target = target_named(report.target)
    errors.sort(key=lambda finding: checking_order(finding, target))
    first = errors[0]
    law = first.ruling.law
    sentence = complaint or first.provider_says or first.message
    status = law.status if law is not None else 400
    code = law.code if law is not None else None
    param = first.param or (str(first.place) if status == 422 else None)
    envelope = envelope_for(target, report.format)
    body, headers = sealed(envelope, Saying(status, sentence, code, param))
    return Rejection(status, body, sentence, tuple(errors), target.name, headers)


def envelope_for(target: Target, format: str) -> str:
    """Return the envelope in which a client of a format hears from a target.

    A gateway that takes one format for a target of another answers as its own format does.
    """
    return (target if target.format == format else target_named(FORMATS[format].home)).envelope


def _complaint(request: Any, report: Report) -> str | None:
    """Return the lab provider's first complaint, None where it has none or another target judges.

    It reads by message and not by rule, and refuses what it cannot read: a message without a role for one.
    """
    if report.target != _LAB or report.format != target_named(_LAB).format:
        return None
    messages: Any = request.get("messages") if isinstance(request, dict) else request
    try:
        return next(iter(validate(messages)), None)
    except BadHistory as fault:
        return str(fault)
