"""What a case weighs: verdict, evidence, and what is known of the request."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.core.facts import Facts
from transcript_doctor.core.lawfile import target_from
from transcript_doctor.core.target import EVIDENCE, Laws, Ruling

FAMILIES = {"old": "^old", "new": "^new"}
OLD, NEW = {"family": "old"}, {"family": "new"}


def laws(*rows: dict[str, Any], as_record: bool = False, **known: Any) -> Laws:
    data = {
        "name": "t",
        "defaults": {"rule": "P001", "evidence": "probe", "source": "a book", "date": "2026-11"},
        "law": list(rows),
        "families": FAMILIES,
    }
    families = known.pop("families", None)
    return Laws(
        target_from(data, {}.__getitem__), Facts(known, families=families), as_record=as_record
    )


def ruled(*rows: dict[str, Any], **known: Any) -> Ruling:
    return laws(*rows, **known).ruling("P001", "unanswered")


def law(verdict: str, **keys: Any) -> dict[str, Any]:
    return {"verdict": verdict, **keys}


@pytest.mark.parametrize("evidence", EVIDENCE)
def test_a_refusal_is_an_error_unless_client_code_alone_says_so(evidence: str) -> None:
    expected = "warning" if evidence == "code" else "error"
    assert ruled(law("refused", evidence=evidence)).severity == expected
    assert ruled(law("contested", evidence=evidence)).severity == "warning"
    assert ruled(law("accepted", evidence=evidence)).severity is None


def test_without_a_law_the_weight_of_the_rule_itself_is_lowered_by_one() -> None:
    silent = laws(law("refused", rule="R001"))
    assert silent.ruling("P001", "unanswered", "error") == Ruling("warning", None)
    assert silent.ruling("P001", "unanswered", "warning") == Ruling(None, None)
    # A law on another case of the rule says nothing of this one.
    assert ruled(law("accepted", case="paused")).severity == "warning"


def test_a_law_for_other_models_leaves_nothing_to_say() -> None:
    assert ruled(law("refused", when=OLD), model="new-1") == Ruling(None, None)
    assert ruled(law("refused", when=OLD), model="old-1").severity == "error"


def test_where_only_the_model_is_unknown_the_families_that_refuse_are_named() -> None:
    ruling = ruled(law("refused", when=OLD), law("accepted"))
    assert (ruling.severity, ruling.families, ruling.taken) == ("warning", ("old",), False)
    asked = ruled(law("refused", when=OLD, ask=True), law("accepted"))
    assert (asked.severity, asked.unknown) == (None, "model")
    assert ruled(law("refused", when=OLD, rare=True), law("accepted")).severity is None


def test_where_only_the_model_is_unknown_the_families_that_take_it_are_named() -> None:
    ruling = ruled(law("accepted", when=NEW), law("refused", says="No."))
    assert (ruling.severity, ruling.families, ruling.taken) == ("warning", ("new",), True)
    assert ruling.law is not None
    assert ruling.law.says == "No."
    assert ruled(law("accepted", when=NEW, rare=True), law("refused")).severity == "error"
    for model, severity in (("new-1", None), ("old-1", "error")):
        assert ruled(law("accepted", when=NEW), law("refused"), model=model).severity == severity


def test_any_other_missing_fact_makes_no_finding_and_is_asked_for() -> None:
    rows = law("refused", when={"thinking": "enabled"}), law("accepted")
    assert ruled(*rows) == Ruling(None, ruled(*rows).law, unknown="thinking")
    assert ruled(*rows, thinking="enabled").severity == "error"
    assert ruled(*rows, thinking="disabled").severity is None
    both = law("refused", when={"thinking": "enabled", **OLD})
    assert ruled(both).unknown == "thinking"
    assert ruled(both, thinking="enabled").families == ("old",)


def test_a_fact_that_lifts_a_law_must_be_stated() -> None:
    row = law("refused", unless=["previous_response_id"])
    assert ruled(row).severity == "error"
    assert ruled(row, previous_response_id=None).severity == "error"
    assert ruled(row, previous_response_id="resp_1").severity is None


def test_the_caller_settles_a_family_whatever_the_name_of_the_model() -> None:
    row = law("refused", when=OLD)
    assert ruled(row, model="new-1", families={"old": True}).severity == "error"
    assert ruled(row, model="old-1", families={"old": False}).severity is None
    assert ruled(row, model="old-1", families={"new": False}).severity == "error"


def test_the_receiving_model_is_the_one_that_is_aimed_at() -> None:
    assert ruled(law("refused", when=OLD), model="old-1", target_model="new-1").severity is None


def test_how_a_request_ends_is_no_question_to_a_record() -> None:
    for as_record in (False, True):
        skipped = [
            code for code in ("R005", "R006", "P001") if laws(as_record=as_record).skips(code)
        ]
        assert skipped == (["R005", "R006"] if as_record else [])
