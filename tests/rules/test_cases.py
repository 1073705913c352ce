"""Every case that stands beside a rule: what is found, exactly, in order, by all rules together."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.acts.pages.cases import given_by

RULES = Path(__file__).resolve().parents[2] / "src" / "transcript_doctor" / "rules"
FILES = sorted(RULES.glob("*/*.cases.json"))
KEYS = {"name", "format", "target", "as", "finds"}
CASES = [
    pytest.param(case, id=f"{file.name.removesuffix('.cases.json')} {n}: {case['name']}")
    for file in FILES
    for n, case in enumerate(json.loads(file.read_text("utf-8"))["cases"])
]


def judged(case: dict[str, Any]) -> Any:
    return check(
        given_by(case),
        format=case["format"],
        target=case["target"],
        context=case.get("context"),
        as_=case.get("as"),
    )


@pytest.mark.parametrize("case", CASES)
def test_finds_exactly_what_the_case_says(case: dict[str, Any]) -> None:
    report = judged(case)
    found = [
        {"code": f.code, "case": f.case, "index": f.index, "severity": f.severity}
        for f in report.findings
    ]
    assert found == case["finds"]
    assert (report.format, report.target) == (case["format"], case["target"])
    assert report.ok == all(f["severity"] != "error" for f in case["finds"])


@pytest.mark.parametrize("case", CASES)
def test_words_and_places_can_be_made_and_nothing_is_changed(case: dict[str, Any]) -> None:
    before = copy.deepcopy(case)
    report = judged(case)
    assert case == before
    for finding in report.findings:
        made = finding.to_json()
        json.dumps(made)
        assert "{" not in str(made["message"]).replace("{}", "")
        if finding.index is not None and isinstance(case.get("messages"), list):
            assert 0 <= finding.index < len(case["messages"])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_cases_are_written_one_a_line_with_known_keys(file: Path) -> None:
    cases = json.loads(file.read_text("utf-8"))["cases"]
    lines = file.read_text("utf-8").splitlines()
    assert len(lines) == len(cases) + 4
    assert len({case["name"] for case in cases}) == len(cases)
    for case in cases:
        assert KEYS - {"as"} <= case.keys() - {"messages", "lines"} <= KEYS | {"context", "healed"}
        assert ("messages" in case) != ("lines" in case)
        for find in case["finds"]:
            assert set(find) == {"code", "case", "index", "severity"}
