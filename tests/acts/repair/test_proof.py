"""The proof: what a rule that loses, invents, parts or loops would do is found out and not given back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from transcript_doctor.acts.repair import operating, repair, rounds
from transcript_doctor.acts.repair.stages import BOUND, STAGES
from transcript_doctor.catalog import RULES
from transcript_doctor.core.answers import NO_REPLY, NO_RESULT
from transcript_doctor.core.errors import UnprovenRepair
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.rule import Hit
from transcript_doctor.core.surgeon import Surgeon

CALL = {"id": "call_1", "type": "function", "function": {"name": "read", "arguments": '{"a": 1}'}}
GO = {"role": "user", "content": "Go."}
OPEN = [GO, {"role": "assistant", "content": "I look.", "tool_calls": [CALL]}, {"role": "user", "content": "So?"}]  # fmt: skip
Heal = Callable[[Surgeon, Hit], bool]


@pytest.fixture
def rogue(monkeypatch: pytest.MonkeyPatch) -> Callable[[Heal], None]:
    """Put another heal in the place of that of unanswered calls."""

    def use(heal: Heal) -> None:
        def instead(surgeon: Surgeon, finding: Finding) -> bool:
            return finding.code == "P001" and heal(surgeon, finding.hit)

        monkeypatch.setattr(operating, "_heal", instead)

    return use


def answered(surgeon: Surgeon, hit: Hit) -> bool:
    assert hit.subject is not None
    return surgeon.answer(hit.subject, NO_RESULT, failed=True)  # type: ignore[arg-type]


def loses(surgeon: Surgeon, hit: Hit) -> bool:
    return answered(surgeon, hit) and surgeon.put(1, ("content",), None)


def invents(surgeon: Surgeon, hit: Hit) -> bool:
    assert hit.subject is not None
    return surgeon.answer(hit.subject, "The file is empty.", failed=False)  # type: ignore[arg-type]


def rewords(surgeon: Surgeon, hit: Hit) -> bool:
    return answered(surgeon, hit) and surgeon.put(1, ("content",), "I looked.")


def changes_arguments(surgeon: Surgeon, hit: Hit) -> bool:
    place = ("tool_calls", 0, "function", "arguments")
    return answered(surgeon, hit) and surgeon.put(1, place, '{"a": 2}')


def moves_to_another(surgeon: Surgeon, hit: Hit) -> bool:
    return answered(surgeon, hit) and surgeon.put(2, (), {"role": "assistant", "content": "So?"})


@pytest.mark.parametrize("heal", [loses, invents, rewords, changes_arguments, moves_to_another])
def test_a_round_that_the_proof_will_not_bear_is_taken_back(
    rogue: Callable[[Heal], None], heal: Heal
) -> None:
    rogue(heal)
    done = repair(OPEN)
    assert done.transcript is OPEN
    assert [row.finding.code for row in done.refused] == ["P001"]


@pytest.mark.parametrize("heal", [loses, invents, rewords, changes_arguments, moves_to_another])
def test_a_proof_that_fails_raises_with_the_evidence(
    rogue: Callable[[Heal], None], heal: Heal, monkeypatch: pytest.MonkeyPatch
) -> None:
    rogue(heal)
    monkeypatch.setattr(operating.Operations, "_harms", lambda *_: False)
    with pytest.raises(UnprovenRepair, match="cannot be proved") as caught:
        repair(OPEN)
    assert caught.value.evidence
    assert caught.value.transcript is not OPEN
    assert len(OPEN) == 3


def _reads(ident: str, path: str) -> dict[str, object]:
    function = {"name": "read", "arguments": f'{{"path": "{path}"}}'}
    return {"id": ident, "type": "function", "function": function}


def _gives(ident: str, text: str) -> dict[str, object]:
    return {"role": "tool", "tool_call_id": ident, "content": text}


READS = [_reads("call_1", "a"), _reads("call_2", "b"), _reads("call_3", "c")]
TWO_OF_THREE = [
    GO,
    {"role": "assistant", "content": None, "tool_calls": READS},
    _gives("call_1", "one"),
    _gives("call_2", "two"),
    GO,
]
"""The third call has no result."""


def crosses_results(surgeon: Surgeon, hit: Hit) -> bool:
    one, two = ("tool_call_id",), ("tool_call_id",)
    return (
        answered(surgeon, hit) and surgeon.put(2, one, "call_2") and surgeon.put(3, two, "call_1")
    )


def crosses_calls(surgeon: Surgeon, hit: Hit) -> bool:
    one, two = (("tool_calls", k, "function") for k in (0, 1))
    swapped = surgeon.put(1, one, READS[1]["function"]) and surgeon.put(
        1, two, READS[0]["function"]
    )
    return answered(surgeon, hit) and swapped


def takes_another_result(surgeon: Surgeon, hit: Hit) -> bool:
    """Give the open call the result of the first one, which gets a marker instead."""
    marker = _gives("call_1", NO_RESULT)
    return surgeon.put(2, (), marker) and surgeon.insert(4, _gives("call_3", "one"))


@pytest.mark.parametrize("heal", [crosses_results, crosses_calls, takes_another_result])
def test_a_round_that_parts_a_call_from_its_result_is_taken_back(
    rogue: Callable[[Heal], None], heal: Heal
) -> None:
    rogue(heal)
    done = repair(TWO_OF_THREE, as_="request")
    assert done.transcript is TWO_OF_THREE
    assert [row.finding.code for row in done.refused] == ["P001"]


@pytest.mark.parametrize("heal", [crosses_results, crosses_calls, takes_another_result])
def test_what_parts_a_call_from_its_result_is_evidence(
    rogue: Callable[[Heal], None], heal: Heal, monkeypatch: pytest.MonkeyPatch
) -> None:
    rogue(heal)
    monkeypatch.setattr(operating.Operations, "_harms", lambda *_: False)
    with pytest.raises(UnprovenRepair, match="no longer answered as it was"):
        repair(TWO_OF_THREE, as_="request")


def test_pairs_that_stayed_do_not_stand_for_those_that_say_the_same(
    rogue: Callable[[Heal], None],
) -> None:
    calls = [_reads(f"call_{k}", path) for k, path in enumerate("ababc")]
    results = [_gives(f"call_{k}", text) for k, text in enumerate(("one", "two") * 2)]
    given = [GO, {"role": "assistant", "content": None, "tool_calls": calls}, *results, GO]

    def crosses(surgeon: Surgeon, hit: Hit) -> bool:
        done = surgeon.put(4, ("tool_call_id",), "call_3")
        return answered(surgeon, hit) and done and surgeon.put(5, ("tool_call_id",), "call_2")

    rogue(crosses)
    assert repair(given, as_="request").transcript is given
    rogue(answered)
    assert repair(given, as_="request").report.ok


def test_a_result_that_stands_twice_as_one_object_is_told_apart_by_its_call(
    rogue: Callable[[Heal], None],
) -> None:
    same = _gives("call_1", "one")
    call = {"role": "assistant", "content": None, "tool_calls": READS[:1]}
    given = [GO, call, same, dict(call), same, {**call, "tool_calls": READS[2:]}, GO]
    rogue(answered)
    healed = repair(given, as_="request")
    assert healed.report.ok
    assert [row.code for row in healed.changes] == ["P001"]

    def rewrites(surgeon: Surgeon, hit: Hit) -> bool:
        place = ("tool_calls", 0, "function")
        return answered(surgeon, hit) and surgeon.put(3, place, READS[1]["function"])

    rogue(rewrites)
    assert repair(given, as_="request").transcript is given


def test_rounds_without_an_end_are_a_failed_proof(
    rogue: Callable[[Heal], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "_MANY_ROUNDS", 1)

    def adds_and_adds(surgeon: Surgeon, hit: Hit) -> bool:
        return surgeon.insert(2, {"role": "assistant", "content": NO_REPLY})

    rogue(adds_and_adds)
    with pytest.raises(UnprovenRepair, match="no end"):
        repair(OPEN)


def test_an_input_that_was_changed_is_a_failed_proof(rogue: Callable[[Heal], None]) -> None:
    given = [dict(message) for message in OPEN]

    def meddles(surgeon: Surgeon, hit: Hit) -> bool:
        given[0]["content"] = "Stop."
        return answered(surgeon, hit)

    rogue(meddles)
    with pytest.raises(UnprovenRepair, match="not what it was"):
        repair(given)


def test_what_is_listed_as_lost_is_proved(rogue: Callable[[Heal], None]) -> None:
    def says_so(surgeon: Surgeon, hit: Hit) -> bool:
        surgeon.cost = "lossy"
        surgeon.lose(1, ("content",), "a text")
        return loses(surgeon, hit)

    rogue(says_so)
    done = repair(OPEN, policy="lossy")
    assert [(loss.what, loss.raw) for loss in done.losses] == [("a text", "I look.")]
    assert repair(OPEN).transcript is OPEN


def test_what_a_lossy_fix_forgets_to_list_is_listed_for_it(rogue: Callable[[Heal], None]) -> None:
    def forgets(surgeon: Surgeon, hit: Hit) -> bool:
        surgeon.cost = "lossy"
        return loses(surgeon, hit)

    rogue(forgets)
    done = repair(OPEN, policy="lossy")
    assert [loss.raw for loss in done.losses] == ["I look."]


def test_a_fix_that_never_takes_is_not_repeated_for_ever(rogue: Callable[[Heal], None]) -> None:
    rogue(lambda surgeon, hit: surgeon.put(0, ("content",), "Go."))
    done = repair(OPEN)
    assert done.transcript is OPEN


def test_every_rule_that_heals_has_its_stage() -> None:
    staged = [code for _, codes in STAGES for code in codes]
    assert len(staged) == len(set(staged))
    healing = {rule.code for rule in RULES.values() if rule.heal is not None}
    assert healing <= {*staged, BOUND}
