"""Mistral's hosted API; and the files of the library's targets, besides the verdicts."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from transcript_doctor import check, targets
from transcript_doctor.catalog import RULES, target_named, target_names
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.rule import Rule
from transcript_doctor.core.target import Laws, Target

CASES = json.loads(Path(__file__).with_name("mistral.json").read_text("utf-8"))["cases"]
LIBRARY = [name for name in target_names() if name.startswith("mistral-common-")]

USER = {"role": "user", "content": "Read it."}
CALL = {"id": "a1b2c3d4e", "type": "function", "function": {"name": "f", "arguments": "{}"}}
CALLING = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "a1b2c3d4e", "content": "ok"}
LOOP = [USER, CALLING, RESULT]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_the_api_answers(case: dict[str, Any]) -> None:
    report = check(case["messages"], target="mistral", format="openai-chat", as_="request")
    answers = []
    for finding in report.findings:
        law = finding.ruling.law
        assert law is not None
        assert finding.severity == "error"
        answer = {"code": finding.code, "index": finding.index, "status": law.status}
        answers.append(answer | {"says": finding.provider_says, "number": law.code})
    assert answers == case["answers"]


def test_there_are_more_healthy_cases_than_sick_ones() -> None:
    sick = sum(bool(case["answers"]) for case in CASES)
    assert sick > 25
    assert len(CASES) - sick > sick


@pytest.mark.parametrize(
    "said",
    [
        {"format": "mistral"},
        {"target": "mistral"},
        {"format": "openai-chat", "target": "mistral"},
        {"format": "mistral", "target": "mistral-common-v7"},
        {"context": {"wire": "mistral"}},
        {"context": {"provider": "mistral"}},
        {"format": "openai-chat", "context": {"provider": "mistral"}},
    ],
    ids=str,
)
def test_the_word_mistral_means_openai_chat_aimed_at_mistral(said: dict[str, Any]) -> None:
    report = check([*LOOP, USER], **said, as_="request")
    assert (report.format, report.target) == ("openai-chat", said.get("target") or "mistral")
    wanted = [] if said.get("target") == "mistral-common-v7" else ["R008"]
    assert [finding.code for finding in report.findings] == wanted


def test_contested_points_are_warnings() -> None:
    for message in (
        {"role": "user", "content": ""},
        {"role": "user", "content": None},
        {"role": "user", "content": " "},
        {"role": "user", "content": [{"type": "text", "text": ""}]},
        {"role": "developer", "content": "Be brief."},
    ):
        (finding,) = check([message, USER], target="mistral", as_="request").findings
        assert finding.severity == "warning", finding
    for content in (None, ...):
        result = {
            key: value for key, value in RESULT.items() if content is None or key != "content"
        }
        result |= {} if content is ... else {"content": None}
        (finding,) = check([USER, CALLING, result], target="mistral", as_="request").findings
        assert (finding.code, finding.severity) == ("C005", "warning")


# -- the library's targets ------------------------------------------------------------------------


def test_there_is_a_target_for_each_version_and_mode() -> None:
    versions = ("v1", "v3", "v7", "v11", "v13", "v15")
    wanted = {f"mistral-common-{v}{mode}" for v in versions for mode in ("", "-finetuning")}
    assert set(LIBRARY) == wanted
    assert len({target_named(name).title for name in LIBRARY}) == 12


def told(target: Target, rule: Rule) -> list[tuple[Any, ...]]:
    """What a target says of each case of a rule, in the last message and elsewhere."""
    laws = Laws(target, Facts({}), as_record=False)
    answers = []
    for case, at in product(rule.cases, ("", "last")):
        law = laws.ruling(rule.code, case, "error", wider=rule.wider.get(case, ""), at=at).law
        answers.append((law and law.verdict, law and law.says, law and law.params))
    return answers


@pytest.mark.parametrize("name", LIBRARY)
def test_each_case_of_each_rule_is_decided(name: str) -> None:
    for rule in RULES.values():
        if rule.code == "S003" or rule.code.startswith("S1"):  # of two lists; of session files
            continue
        verdicts = {verdict for verdict, _, _ in told(target_named(name), rule)}
        assert verdicts <= {"refused", "accepted"}, rule.code


@pytest.mark.parametrize("name", LIBRARY)
def test_each_file_holds_only_what_differs(name: str) -> None:
    whole = target_named(name)
    for n in range(targets.text(name).count("[[law]]")):
        rule = RULES[whole.laws[n].rule]
        without = whole._replace(laws=whole.laws[:n] + whole.laws[n + 1 :])
        assert told(without, rule) != told(whole, rule), whole.laws[n]


def test_the_library_is_not_asked_under_all() -> None:
    report = check([*LOOP, USER], format="openai-chat", target="all", as_="request")
    (finding,) = [finding for finding in report.findings if finding.code == "R008"]
    assert "mistral" in finding.refused_by
    assert not set(LIBRARY) & set(finding.refused_by)


def test_a_library_target_is_among_those_that_refuse_its_own_finding() -> None:
    (finding,) = check([USER, CALLING], target="mistral-common-v3", as_="request").findings
    assert {"mistral", "mistral-common-v3", "openai"} <= set(finding.refused_by)
    assert list(finding.refused_by) == sorted(finding.refused_by)


def test_what_the_library_does_not_read_is_never_a_fault() -> None:
    odd = {
        "role": "assistant",
        "content": "x",
        "function_call": {"name": "a b", "arguments": 7},
        "thinking": [],
        "reasoning_details": [],
        "refusal": 7,
        "audio": 7,
    }
    for name in LIBRARY:
        messages = [USER, odd] if name.endswith("finetuning") else [USER, odd, USER]
        report = check(messages, format="openai-chat", target=name, as_="request")
        assert report.findings == (), name
