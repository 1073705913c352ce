"""What a check names as the fix of a fault is what a repair does, in its words and of its class."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.rules.test_heals import CASES, mended
from transcript_doctor import check
from transcript_doctor.acts.check import trying
from transcript_doctor.acts.repair import repair
from transcript_doctor.core.finding import Finding


def checked(case: dict[str, Any]) -> dict[tuple[Any, ...], Finding]:
    report = check(
        case["messages"],
        format=case["format"],
        target=case["target"],
        context=case.get("context"),
        as_=case.get("as"),
    )
    return {(f.code, f.case, f.place): f for f in report.findings}


@pytest.mark.parametrize(("code", "case"), CASES)
def test_a_check_names_the_fix_that_a_repair_applies(code: str, case: dict[str, Any]) -> None:
    before = copy.deepcopy(case["messages"])
    found = checked(case)
    for change in mended(case, "lossy").changes:
        known = found.get((change.finding.code, change.finding.case, change.finding.place))
        if known is not None and known.hit == change.finding.hit:
            fix = known.fix
            assert fix is not None
            assert (fix.safety, fix.title) == (change.safety, change.title)
    assert case["messages"] == before


def test_a_number_as_content_is_no_matter_for_a_person() -> None:
    (finding,) = check([{"role": "user", "content": 5}], target="openai").findings
    assert finding.fix is not None
    assert (finding.fix.safety, finding.fix.title) == ("safe", "write the content as a text")
    (change,) = repair([{"role": "user", "content": 5}], target="openai").changes
    assert (change.safety, change.title) == ("safe", "write the content as a text")


def test_what_nobody_can_tell_is_named_as_a_matter_for_a_person() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": None, "tool_calls": [call, {**call, "id": "c2"}]},
        {"role": "tool", "content": "one of them"},
    ]
    found = {f.code: f.fix for f in check(messages, target="openai", as_="request").findings}
    assert (found["I001"] and found["I001"].safety) == "manual"
    assert (found["P002"] and found["P002"].safety) == "marked"


def test_only_so_many_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "_MOST", 1)
    report = check(
        [{"role": "user", "content": 5}, {"role": "user", "content": 6}], target="openai"
    )
    first, second = report.findings
    assert first.fix is not None
    assert second.fix is not None
    assert (first.fix.safety, second.fix.safety) == ("safe", "manual")
