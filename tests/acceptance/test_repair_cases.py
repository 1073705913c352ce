"""The histories from public bug reports, repaired: as their reports say that it can be done, or better."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tests.acceptance.case_files import DATA, Case, load_cases
from tests.differential.mistral_oracle import verdict
from tests.sessions.files import read_text
from transcript_doctor import check
from transcript_doctor.acts.repair import Repair, repair
from transcript_doctor.catalog import FORMATS

RAW = {case["id"]: case for case in map(json.loads, filter(None, (DATA / "cases.jsonl").read_text("utf-8").split("\n")))}  # fmt: skip
RANK = {"safe": 0, "marked": 1, "lossy": 2}
CLASSES = {"structural": 0, "marker": 1, "lossy": 2}
DEARER = {
    "mastra-split-loses-signature": "a split batch looks like a lost signature; the mark that the "
    "provider documents claims neither, joining two steps would",
}
"""Cases that are healed at a higher cost than their report does, with the reason."""
LEFT = {
    "koma-calls-stripped-tail": "which answer at the end is no answer is for its owner to say",
    "learn-cc-acknowledgement-tail": "which answer at the end is no answer is for its owner to say",
    "nanobot-drop-prefix": "whole exchanges would go: that is a trim, not a repair",
}
"""Lossy cases that are refused, with the reason."""
SESSIONS = {"cc-parallel-results-on-branches", "pi-branch-onto-call"}
"""Cases whose real results stand in the session's file alone."""


def class_of(case: Case) -> str:
    return str(RAW[case.id]["expect"]["repair_class"])


def sick(*classes: str) -> list[Any]:
    cases = [case for case in load_cases() if not case.valid and class_of(case) in classes]
    return [pytest.param(case, id=case.id) for case in cases]


def mended(case: Case, policy: Any = "marked", **choices: Any) -> Repair:
    format = case.context["wire"] if case.provider == "other" else case.provider
    before = copy.deepcopy(case.messages)
    done = repair(
        case.messages, format=format, context=case.context, as_="request", policy=policy, **choices
    )
    assert case.messages == before
    assert all(r.reason for r in done.refused)
    again = repair(
        done.messages, format=format, context=case.context, as_="request", policy=policy, **choices
    )
    assert again.transcript is done.messages
    return done


def kept(case: Case, messages: list[Any]) -> str:
    """What the texts and results of a list say, in one text."""
    parts = [part for message in messages for part in FORMATS[case.format].parts(message)]
    return "\n".join(
        part.text if isinstance(part.text, str) else json.dumps(part.text)
        for part in parts
        if part.kind in ("text", "result") and part.text
    )


@pytest.mark.parametrize(
    "case", [pytest.param(c, id=c.id) for c in load_cases() if c.valid]
)  # fmt: skip
def test_what_is_sound_comes_back_as_the_same_object(case: Case) -> None:
    done = mended(case)
    assert done.transcript is case.messages
    assert done.messages is case.messages
    assert not done.changes
    assert not done.losses


@pytest.mark.parametrize("case", sick("structural", "marker"))
def test_what_needs_no_loss_is_whole_afterwards(case: Case) -> None:
    done = mended(case)
    assert done.report.ok, done.refused
    assert not done.losses
    if case.id not in SESSIONS:
        dearest = max((RANK[change.safety] for change in done.changes), default=0)
        assert dearest <= CLASSES[class_of(case)] + (case.id in DEARER)
    given, now = kept(case, case.messages), kept(case, done.messages)
    for line in kept(case, case.repaired or []).split("\n"):
        # What the report's own repair adds is no content that could be kept.
        assert line in now or line not in given, line


@pytest.mark.parametrize("name", sorted(SESSIONS))
def test_real_results_come_back_from_the_file(name: str) -> None:
    session = RAW[name]["session"]
    (transcript,) = read_text("\n".join(session["lines"]), f"{name}.jsonl")
    done = repair(transcript)
    assert {change.safety for change in done.changes} <= {"safe"}
    case = next(case for case in load_cases() if case.id == name)
    for line in kept(case, case.repaired or []).split("\n"):
        assert line in kept(case, done.messages)
    codes = {f.code for f in done.report.findings if f.severity == "error"}
    assert not {code for code in codes if not code.startswith("S")}


@pytest.mark.parametrize("case", sick("lossy"))
def test_what_is_lost_is_listed(case: Case) -> None:
    done = mended(case, "lossy")
    if case.id in LEFT:
        assert not done.report.ok
        assert all(row.safety == "manual" for row in done.refused)
        return
    assert done.report.ok, done.refused
    costs = {change.safety for change in done.changes}
    assert bool(done.losses) == ("lossy" in costs)
    assert all(loss.what for loss in done.losses)


@pytest.mark.parametrize("case", sick("needs-original", "request-level"))
def test_what_a_person_must_decide_is_left_as_it_is(case: Case) -> None:
    done = mended(case, "lossy")
    assert done.transcript is case.messages
    errors = [row for row in done.refused if row.finding.severity == "error"]
    assert len(errors) == sum(f.severity == "error" for f in done.report.findings)
    assert all(row.safety == "manual" for row in errors)
    assert all(row.reason.startswith("a person must decide: ") for row in errors)
    assert done.report.ok or RAW[case.id]["expect"]["visible"] != "no"


def test_every_exception_is_one() -> None:
    for case in load_cases():
        if case.id in DEARER:
            dearest = max(RANK[change.safety] for change in mended(case).changes)
            assert dearest > CLASSES[class_of(case)]
    assert {*LEFT} <= {case.id for case in load_cases() if class_of(case) == "lossy"}


@pytest.mark.parametrize(
    "case", [p for p in sick("structural", "marker", "lossy") if p.values[0].provider == "mistral"]
)
def test_the_library_accepts_what_was_repaired(case: Case) -> None:
    done = mended(case, "lossy")
    assert check(done.messages, target="mistral", as_="request", context=case.context).ok
    assert verdict(done.messages, "v13", finetuning=False) is None
