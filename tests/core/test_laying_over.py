"""Targets that extend others, laws that hold in one place, cases that are a kind of another."""

from typing import Any

import pytest

from transcript_doctor.core.errors import BadKnowledge
from transcript_doctor.core.facts import Facts
from transcript_doctor.core.lawfile import target_from
from transcript_doctor.core.target import Laws, Target
from transcript_doctor.core.walk import truth

DEFAULTS = {"evidence": "source", "source": "a book", "date": "2026-11"}


def made(name: str, laws: list[dict[str, Any]], *bases: Target, **keys: Any) -> Target:
    known = {base.name: base for base in bases}
    extends: dict[str, Any] = {"extends": list(known)} if bases else {}
    data = {"name": name, "defaults": DEFAULTS, "law": laws, **extends, **keys}
    return target_from(data, known.__getitem__)


def laws_of(target: Target) -> Laws:
    return Laws(target, Facts({}), as_record=False)


def refused(rule: str, **keys: Any) -> dict[str, Any]:
    return {"rule": rule, "verdict": "refused", **keys}


def accepted(rule: str, **keys: Any) -> dict[str, Any]:
    return {"rule": rule, "verdict": "accepted", **keys}


def test_what_the_laws_have_in_common_is_said_once() -> None:
    target = made("t", [refused("R001"), refused("R002", date="2025-01")])
    assert [(law.source, law.date) for law in target.laws] == [
        ("a book", "2026-11"),
        ("a book", "2025-01"),
    ]


def test_of_several_bases_the_last_is_taken_over_and_the_others_lie_on_top() -> None:
    base = made(
        "base",
        [refused("R001"), refused("R004"), refused("R008")],
        format="openai-chat",
        in_all=False,
        overlooks=["audio"],
        order=["R001"],
    )
    part = made("part", [accepted("R001")], format="anthropic", overlooks=["refusal"])
    target = made("t", [accepted("R008")], part, base, drop=["R004"])
    assert (target.format, target.in_all, target.overlooks) == ("openai-chat", False, ("audio",))
    assert target.order == ("R001",)
    verdicts = [(law.rule, law.verdict) for law in target.laws]
    assert verdicts == [
        ("R008", "accepted"),
        ("R001", "accepted"),
        ("R001", "refused"),
        ("R008", "refused"),
    ]


def test_one_base_may_be_named_by_its_name_alone() -> None:
    base = made("base", [refused("R001")], format="openai-chat")
    target = target_from({"name": "t", "extends": "base"}, {"base": base}.__getitem__)
    assert (target.name, target.format, target.laws) == ("t", "openai-chat", base.laws)


def test_a_law_may_hold_for_the_last_message_only() -> None:
    laws = laws_of(made("t", [accepted("P001", at="last"), refused("P001")]))
    assert laws.ruling("P001", "unanswered").severity == "error"
    assert laws.ruling("P001", "unanswered", at="last").severity is None
    assert laws.bites("P001", "unanswered")
    only_there = laws_of(made("t", [refused("P001", at="last"), accepted("P001")]))
    assert only_there.ruling("P001", "unanswered").severity is None
    assert only_there.bites("P001", "unanswered")
    assert not laws_of(made("t", [accepted("P001")])).bites("P001", "unanswered", "error")


def test_no_other_place_can_be_named() -> None:
    with pytest.raises(BadKnowledge, match="at 'first'"):
        made("t", [refused("P001", at="first")])


def test_a_law_on_the_wider_case_covers_the_closer_one_unless_a_law_in_front_names_it() -> None:
    row = refused("I001", case="call-missing")
    closer = accepted("I001", case="call-null")
    for rows, severity in (([row], "error"), ([closer, row], None), ([row, closer], "error")):
        laws = laws_of(made("t", rows))
        assert laws.ruling("I001", "call-null", wider="call-missing").severity == severity
        assert laws.names("I001", "call-null") == (len(rows) == 2)
        assert not laws.names("I002", "call-null")
    assert laws_of(made("t", [closer])).ruling("I001", "call-missing").severity == "warning"


def test_the_table_of_roles_forbids_only_what_it_speaks_of() -> None:
    laws = laws_of(made("t", [], after={"user": ["assistant"]}))
    assert laws.forbids("user", "tool")
    assert not laws.forbids("user", "assistant")
    assert not laws.forbids("tool", "user")
    assert not laws.forbids("", "user")


def test_steps_name_codes_or_single_cases() -> None:
    target = made("t", [], order=["S001 R005/prefix", "R001", "C001 R005"])
    steps = [target.step(*words.split("/")) for words in ("S001/x", "R005/prefix", "R005/x")]
    assert steps == [(0, 0), (0, 1), (2, 1)]
    assert target.step("R001", "empty") == (1, 0)
    assert target.step("Y001", "missing") == (3, 0)


@pytest.mark.parametrize("value", [True, 1, 1.0, "true", "YES", "t", "On", "1"], ids=repr)
def test_flags_that_are_set(value: object) -> None:
    assert truth(value) is True


@pytest.mark.parametrize("value", [False, 0, -0.0, "false", "No", "f", "off", "0"], ids=repr)
def test_flags_that_are_not_set(value: object) -> None:
    assert truth(value) is False


@pytest.mark.parametrize(
    "value", [None, 2, 0.5, float("nan"), "", "maybe", "1.0", " 1", [], {}], ids=repr
)
def test_what_is_no_flag(value: object) -> None:
    assert truth(value) is None
