"""What helps to report a fault, held against histories that really were sent or reported."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from tests.acceptance.accepted_requests import load_requests
from tests.acceptance.case_files import DATA, Case, load_cases, visible_sick
from transcript_doctor.acts.diagnose.meant import answer
from transcript_doctor.acts.diagnose.refusal import read_refusal
from transcript_doctor.acts.minimise import minimise
from transcript_doctor.acts.share import share
from transcript_doctor.core.report import Report

CASES = [case for case in load_cases() if isinstance(case.messages, list)]


def kinds(report: Report) -> list[tuple[Any, ...]]:
    return [(f.code, f.case, f.index, f.severity) for f in report.findings]


@cache
def quoted() -> dict[str, str]:
    """The refusal of each case as its report quotes it."""
    lines = (DATA / "cases.jsonl").read_text("utf-8").split("\n")
    raws = [json.loads(line) for line in lines if line]
    return {raw["id"]: raw["error"] for raw in raws if raw.get("error")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_shared_case_has_the_same_findings(case: Case) -> None:
    format = case.context["wire"] if case.provider == "other" else case.provider
    made = share(case.messages, format=format, context=case.context, as_="request")
    assert made.same, made.differences
    assert kinds(case.judge(made.transcript)) == kinds(case.judge(case.messages))


def test_recorded_requests_can_be_shared() -> None:
    shared = [(request, share(request.body, target=request.target)) for request in load_requests()]
    assert [(r.cassette, made.differences) for r, made in shared if not made.same] == []
    told = [made.transcript for _, made in shared]
    assert not any(word in json.dumps(told) for word in ("Paris", "capital of", "weather in"))


@pytest.mark.parametrize("case", visible_sick(), ids=lambda case: case.id)
def test_a_minimised_case_has_the_fault_and_no_more_messages(case: Case) -> None:
    format = case.context["wire"] if case.provider == "other" else case.provider
    report = case.judge(case.messages)
    made = minimise(case.messages, format=format, context=case.context, as_="request")
    if made is None:
        assert not report.findings
        return
    assert made.minimal
    assert made.after <= made.before == len(case.messages)
    assert (made.finding.code, made.finding.case) in [(f.code, f.case) for f in report.findings]


def test_quoted_refusals_lead_to_the_reported_message() -> None:
    wrong = []
    known = 0
    for case in visible_sick():
        pasted = read_refusal(quoted().get(case.id, ""))
        report = case.judge(case.messages)
        meant = answer(pasted, report)
        if not pasted.meanings or meant.finding is None:
            continue
        known += 1
        if case.indices is not None and meant.finding.index not in case.indices:
            wrong.append((case.id, meant.finding.index, meant.words))
    assert wrong == []
    assert known >= 90
