"""The lists hang together: rules, files and pages, the laws on them, the records behind."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from transcript_doctor import targets
from transcript_doctor.catalog import (
    FORMATS,
    RETIRED,
    RULES,
    overrides,
    rule_named,
    target_named,
    target_names,
)
from transcript_doctor.core.errors import UnknownRule
from transcript_doctor.core.facts import CONDITIONS, KNOWN_FACTS
from transcript_doctor.core.rule import FAMILIES, Remedy, Rule
from transcript_doctor.core.target import Law

FOLDER = Path(__file__).resolve().parents[2] / "src" / "transcript_doctor" / "rules"
MODULES = sorted(path for path in FOLDER.glob("*/*.py") if path.name != "__init__.py")
RECORDS = json.loads((Path(__file__).parents[1] / "data" / "records.json").read_text("utf-8"))
FOLDERS = {"R": "roles", "P": "pairing", "I": "ids", "C": "content"} | {
    "T": "reasoning", "Y": "types", "L": "limits", "S": "structure"
}  # fmt: skip
HEADINGS = ["What it means", "Why it is refused", "How it is healed", "Sources"]
HOMES = {
    "openai-chat": ["openai"],
    "gemini": ["gemini"],
    "bedrock-converse": ["bedrock"],
    "cohere-v2": ["cohere"],
    "hf-template": ["template-*", "openai-compatible"],
    "kimi": ["kimi"],
    "qwen-dashscope": ["qwen"],
    "llama.cpp": ["llama-cpp"],
    "deepseek": ["deepseek", "deepseek-responses", "deepseek-anthropic"],
    "mistral": ["mistral", "mistral-*"],
}
"""Where the records of a provider are carried; elsewhere the target has the provider's name."""


def every_law() -> list[tuple[str, Law]]:
    return [(name, law) for name in target_names() for law in target_named(name).laws]


# -- rules ----------------------------------------------------------------------------------------


def test_codes_and_names_are_given_once() -> None:
    assert [rule.code for rule in RULES.values()] == list(RULES)
    assert len({rule.name for rule in RULES.values()}) == len(RULES)
    assert not set(RETIRED) & set(RULES)
    assert all(re.fullmatch("[A-Z][0-9]{3}", code) for code in RULES)
    assert {code[0] for code in RULES} == set(FAMILIES) == set(FOLDERS)


def test_every_file_is_one_rule_of_its_name_and_family() -> None:
    files = {(path.parent.name, path.stem.replace("_", "-")) for path in MODULES}
    assert {(FOLDERS[rule.code[0]], rule.name) for rule in RULES.values()} == files


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.code)
def test_every_page_has_its_headings_in_order(rule: Rule) -> None:
    title, _, rest = rule.prose.partition("\n")
    assert title.endswith(".")
    assert re.findall("^## (.*)$", rule.prose, re.MULTILINE) == HEADINGS
    parts = re.split("^## .*$", rest, flags=re.MULTILINE)
    assert parts[0].strip() == ""
    assert all(part.strip() for part in parts[1:])


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.code)
def test_cases_named_by_a_rule_are_its_own(rule: Rule) -> None:
    assert rule.cases
    assert rule.law_only <= rule.cases.keys()
    assert rule.mild <= rule.cases.keys()
    assert {*rule.wider, *rule.wider.values()} <= rule.cases.keys()
    if not isinstance(rule.remedy, Remedy):
        assert rule.remedy.keys() <= {*rule.cases, "*"}
    assert all(rule.remedy_for(case) is not None for case in rule.cases)
    assert not re.search(r"openai|anthropic|gemini|mistral|bedrock", " ".join(rule.cases.values()))


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.code)
def test_every_rule_has_cases_and_more_healthy_than_sick(rule: Rule) -> None:
    stem = rule.name.replace("-", "_")
    file = FOLDER / FOLDERS[rule.code[0]] / f"{stem}.cases.json"
    cases = json.loads(file.read_text("utf-8"))["cases"]
    sick = [case for case in cases if case["finds"]]
    assert len(cases) - len(sick) >= 2 * len(sick)
    found = {find["code"] for case in sick for find in case["finds"]}
    assert rule.code in found or not any(speaks_of(rule.code, law) for _, law in every_law())


def speaks_of(code: str, law: Law) -> bool:
    return law.rule == code and law.verdict != "accepted"


def test_rules_are_found_by_code_and_by_name() -> None:
    assert rule_named("p001") is RULES["P001"] is rule_named("unanswered-call")
    with pytest.raises(UnknownRule, match="did you mean unanswered-call"):
        rule_named("unanswered-cal")


# -- laws -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", target_names())
def test_every_law_speaks_of_a_rule_and_a_case_that_exist(name: str) -> None:
    target = target_named(name)
    assert target.format in FORMATS
    for word in " ".join(target.order).split():
        code, _, case = word.partition("/")
        assert code in RULES, word
        assert case in {"", *RULES[code].cases}, word
    for law in target.laws:
        assert law.rule in RULES, law
        assert set(law.cases) <= RULES[law.rule].cases.keys(), law
        assert set(law.when) | set(law.unless) <= CONDITIONS, law
        assert re.fullmatch(r"20\d\d(-\d\d){0,2}", law.date), law
        if law.says is not None:
            law.says.format_map(Anything())


class Anything(dict[str, Any]):
    def __missing__(self, key: str) -> int:
        return 0


@pytest.mark.parametrize("name", target_names())
def test_families_are_patterns_and_no_law_names_another(name: str) -> None:
    families = target_named(name).families
    assert all(re.compile(pattern) for pattern in families.values())
    for law in target_named(name).laws:
        named = law.when.get("family", ())
        assert ({named} if isinstance(named, str) else set(named)) <= families.keys()


@pytest.mark.parametrize("name", target_names())
def test_a_law_that_can_never_speak_is_a_defect(name: str) -> None:
    settled: set[tuple[str, str]] = set()
    own = tomllib.loads(targets.text(name)).get("law", [])
    for law in target_named(name).laws[: len(own)]:
        cases = set(law.cases or RULES[law.rule].cases)
        assert {(law.rule, case) for case in cases} - settled, law
        if not law.when and not law.unless and not law.at:
            settled |= {(law.rule, case) for case in cases}


def test_what_a_caller_may_state_is_no_fact_and_names_real_rules() -> None:
    for key, choices in overrides().items():
        assert key not in KNOWN_FACTS
        assert set(choices) <= {"true", "false", "number", "value"}
        for patch in choices.values():
            for row in patch.get("law", ()):
                cases = row.get("case", [])
                cases = [cases] if isinstance(cases, str) else cases
                assert set(cases) <= RULES[row["rule"]].cases.keys(), (key, row)


# -- records --------------------------------------------------------------------------------------


def carried(provider: str) -> set[str]:
    """The records of a provider that its targets' laws name."""
    found: set[str] = set()
    for home in HOMES.get(provider, [provider]):
        for name in target_names():
            if name == home or (home.endswith("*") and name.startswith(home[:-1])):
                found.update(record for law in target_named(name).laws for record in law.records)
    return found


@pytest.mark.parametrize("provider", RECORDS["records"])
def test_every_record_is_a_law_or_left_out_with_a_reason(provider: str) -> None:
    left_out = tomllib.loads(targets.text(targets.LEFT_OUT)).get(provider, {})
    known = set(RECORDS["records"][provider])
    assert known - carried(provider) - left_out.keys() == set()
    assert left_out.keys() <= known
    assert all(isinstance(reason, str) and reason for reason in left_out.values())
    assert not left_out.keys() & carried(provider)


def test_laws_name_only_records_that_exist() -> None:
    known = {record for records in RECORDS["records"].values() for record in records}
    named = {(name, record) for name, law in every_law() for record in law.records}
    assert sorted((name, record) for name, record in named if record not in known) == []
