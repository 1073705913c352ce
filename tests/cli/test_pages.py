"""`rule`, `rules`, `targets`: the knowledge of the package as people read it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tests.cli.running import run
from transcript_doctor.catalog import RULES, target_named, target_names
from transcript_doctor.cli.targets import _day


@pytest.mark.parametrize("code", RULES)
def test_every_rule_has_a_page(code: str) -> None:
    ran = run("rule", code)
    rule = RULES[code]
    assert ran.exit_code == 0
    assert ran.output.startswith(f"{code} {rule.name}  ({rule.family}")
    assert [
        h
        for h in ("What it means", "Why it is refused", "How it is healed", "Cases")
        if h not in ran.output
    ] == []
    assert [case for case in rule.cases if f"\n  {case} " not in ran.output] == []
    assert max(map(len, ran.output.splitlines())) <= 100


def test_rules_are_found_by_name_and_in_any_case() -> None:
    assert run("rule", "p001").output == run("rule", "unanswered-call").output


def test_the_page_of_the_documentation_can_be_had() -> None:
    ran = run("rule", "P001", "--markdown")
    assert ran.exit_code == 0
    assert ran.output.startswith("# P001 unanswered-call\n")


def test_rules_are_listed_by_family() -> None:
    ran = run("rules")
    assert ran.exit_code == 0
    assert [
        code for code, rule in RULES.items() if f"  {code}  {rule.name} " not in ran.output
    ] == []


def test_targets_are_listed() -> None:
    ran = run("targets")
    assert ran.exit_code == 0
    assert [line.split()[0] for line in ran.output.splitlines() if line[0] != " "] == list(
        target_names()
    )


@pytest.mark.parametrize("name", ["openai", "anthropic", "gemini", "openai-compatible"])
def test_a_target_shows_its_laws_with_source_and_date(name: str) -> None:
    ran = run("targets", name)
    assert ran.exit_code == 0
    flat = "".join(ran.output.split())
    for law in target_named(name).laws:
        assert "".join(f"[{law.evidence}{law.date}:{law.source}]".split()) in flat


def test_a_target_may_be_named_in_any_case() -> None:
    assert run("targets", "OpenAI").output == run("targets", "openai").output


def test_old_laws_are_listed_oldest_first() -> None:
    ran = run("targets", "--stale", "0d")
    dates = [line.split()[0] for line in ran.output.splitlines() if line[0] != " "]
    assert dates == sorted(dates)
    assert len(dates) > 50
    assert "older than" in run("targets", "--stale", "90y").output
    only = run("targets", "openai", "--stale", "0d").output
    assert {line.split()[1] for line in only.splitlines() if line[0] != " "} <= {"openai"}


@pytest.mark.parametrize("age", ["", "d", "180 days", "-3d", "1e3"])
def test_an_age_must_be_one(age: str) -> None:
    assert run("targets", "--stale", age).exit_code == 2


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-08-31", date(2026, 8, 31)),
        ("2026-08", date(2026, 8, 1)),
        ("2024", date(2024, 1, 1)),
        ("unknown", date(1, 1, 1)),
        ("2026-99-99", date.min),
    ],
)
def test_dates_may_be_less_than_a_day(text: str, day: date) -> None:
    assert _day(text) == day
    assert _day(text) <= date.today() + timedelta(days=3650)
