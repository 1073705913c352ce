"""The proof holds a result to the call that it names, whoever paired the two, and by what."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor.acts.repair import operating, proof, repair
from transcript_doctor.acts.repair.state import State
from transcript_doctor.core.finding import Finding
from transcript_doctor.core.matching import Pair
from transcript_doctor.core.outline import Result
from transcript_doctor.core.surgeon import Surgeon

CALL = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": '{"a": 1}'}}
SICK: list[Any] = [
    {"role": "user", "content": "Go."},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "content": "stranger"},
    {"role": "user", "content": "So?"},
    {"role": "tool", "tool_call_id": "c1", "content": "real"},
]


def takes_a_stranger(surgeon: Surgeon, finding: Finding) -> bool:
    """Do what must never be done: give the call the result that names none, and quote its own."""
    stranger, own = surgeon.outline.results
    assert isinstance(own, Result)
    return finding.code == "P003" and surgeon.rename(stranger, "c1") and surgeon.quote(own)


def met(state: State) -> list[Pair]:
    """Return what meets in its place, as if the pairing had not looked any further."""
    answers = proof._answers(state)
    return [] if answers is None else list(answers.pairs.answers)


@pytest.mark.parametrize("far_sighted", [True, False])
def test_a_stranger_in_the_place_of_a_real_result_is_found_out(
    far_sighted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operating, "_heal", takes_a_stranger)
    if not far_sighted:
        monkeypatch.setattr(proof, "_pairs", met)
    done = repair(SICK, target="openai", policy="lossy", as_="request")
    assert done.messages is SICK


def test_the_real_result_comes_to_its_call_and_the_stranger_is_quoted() -> None:
    done = repair(SICK, target="openai", as_="request")
    assert done.report.ok
    assert [m["content"] for m in done.messages[2:]] == [
        "real",
        "A tool result whose call is not in this history: stranger",
        "So?",
    ]
    assert not done.losses


@pytest.mark.parametrize(
    "orphan",
    [
        {"role": "tool", "content": "I look.", "tool_calls": [CALL], "reasoning_content": "Hm."},
        {"role": "function", "name": "read", "content": None, "refusal": "No."},
        {"role": "tool", "tool_call_id": "c9", "content": [{"type": "text", "text": "x", "sources": ["there"]}]},
    ],
)  # fmt: skip
@pytest.mark.parametrize("policy", ["safe", "marked", "lossy"])
def test_a_quotation_holds_all_that_a_result_held(orphan: Any, policy: Any) -> None:
    given = [SICK[0], orphan, SICK[3]]
    done = repair(given, target="openai", policy=policy, as_="request")
    told = str([*done.messages, *(loss.raw for loss in done.losses)])
    for word in ("I look.", "Hm.", '"a": 1', "No.", "x", "there"):
        assert (word in str(orphan)) <= (word in told.replace("\\", ""))
    assert ("it says nothing" in told) is False
