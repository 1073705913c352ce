"""What a finding is about, as the signs of mistakes ask: an open call, a call apart, a second result."""

from __future__ import annotations

from transcript_doctor.core.finding import Finding
from transcript_doctor.core.outline import Call, Result
from transcript_doctor.core.wording import cut


def call_of(finding: Finding) -> Call:
    """Return the call that a finding of P001, P003, I003 or I005 is about; these have one always."""
    assert isinstance(finding.subject, Call)
    return finding.subject


def result_of(finding: Finding) -> Result:
    """Return the second result that a finding of P004 is about; it has one always."""
    assert isinstance(finding.subject, Result)
    return finding.subject


def other_of(finding: Finding) -> int:
    """Return the message of the other one: of P003 the result's, of P004 and I003 the first one's."""
    where = finding.hit.values["where"]
    assert isinstance(where, int)
    return where


def open_call(finding: Finding) -> Call | None:
    """Return the call without a result that a finding of P001 is about; None for any other finding."""
    return call_of(finding) if finding.code == "P001" else None


def tool_of(call: Call) -> str:
    """Return the name of a call's tool, short enough for a sentence."""
    return cut(call.name or "", 40)
