"""What is unreadable is one fault: no rule adds what follows from it, or points where nothing stands."""

from __future__ import annotations

from typing import Any

import pytest

from transcript_doctor import check
from transcript_doctor.catalog import FORMATS

HI = {"role": "user", "content": "x"}


@pytest.mark.parametrize("format", [name for name in FORMATS if name != "oracle"])
@pytest.mark.parametrize("value", [None, 3, ["x"]])
def test_a_message_that_is_no_object(format: str, value: Any) -> None:
    for messages in ([value], [value, value]):
        report = check(messages, format=format, target="all", as_="request")
        codes = {
            (finding.code, finding.index)
            for finding in report.findings
            if finding.index is not None
        }
        assert codes <= {("S001", 0), ("S001", 1)}


def test_a_bare_text_has_no_role_to_point_at() -> None:
    report = check(["x", "y"], format="gemini", target="all")
    assert {(finding.code, finding.place[2:]) for finding in report.findings} >= {("R004", ())}
    assert {finding.place[2:] for finding in report.findings} == {()}


@pytest.mark.parametrize("call", [3, ["x"], "x", []])
def test_an_old_call_that_is_no_object(call: Any) -> None:
    messages = [HI, {"role": "assistant", "content": None, "function_call": call}]
    codes = [finding.code for finding in check(messages, target="openai").findings]
    assert codes.count("C006") == 1
    assert not {"Y001", "Y002"} & set(codes)


def test_a_turn_number_beyond_all_measure_is_no_turn() -> None:
    context = {"turn_models": {"9" * 5000: "gemini-3-pro"}, "target_model": "claude-opus-4-8"}
    assert check([HI], target="anthropic", context=context).ok


def test_calls_without_ids_are_not_said_to_share_one() -> None:
    use = {"type": "tool_use", "name": "f", "input": {}}
    result = {"type": "tool_result", "content": "1"}
    turn = [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    messages = [{"role": "user", "content": "Go."}, *turn, *turn]
    codes = {f.code for f in check(messages, format="anthropic", target="anthropic").findings}
    assert "I001" in codes
    assert "I005" not in codes
