"""When every exchange is plainly whole; in doubt it is not."""

from __future__ import annotations

import pytest

from transcript_doctor.core.facts import Facts
from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.core.tidy import whole_in_messages, whole_in_turns


def outline(calls: str, results: str) -> Outline:
    """Rows from words such as `1a` (message and id), `1-` (no id) and `2a!` (does not lead)."""
    out = Outline("f", [], {}, Facts({}))
    for word in calls.split():
        out.calls.append(Call(None if word[1] == "-" else word[1], "f", int(word[0]), (), {}))
    for word in results.split():
        ident = None if word[1] == "-" else word[1]
        out.results.append(Result(ident, "f", int(word[0]), (), {}, lead=word[-1] != "!"))
    return out


@pytest.mark.parametrize(
    ("calls", "results", "whole"),
    [
        ("", "", True),
        ("1a", "2a", True),
        ("1a 1b", "2a 2b", True),
        ("1a 3a", "2a 4a", True),
        ("1- 1-", "2- 2-", True),
        ("1a", "", False),
        ("", "1a", False),
        ("1a", "3a", False),
        ("1a 1b", "2b 2a", False),
        ("1a 1b", "2a", False),
        ("1a", "2a 2a", False),
        ("1a 1b", "2a 3b", False),
        ("1a", "2a!", False),
        ("1a", "2-", False),
    ],
)
def test_results_that_lead_the_next_message(calls: str, results: str, whole: bool) -> None:
    assert whole_in_turns(outline(calls, results), "id") is whole


@pytest.mark.parametrize(
    ("calls", "results", "whole"),
    [
        ("", "", True),
        ("1a", "2a", True),
        ("1a 1b", "2a 3b", True),
        ("1a 3b", "2a 4b", True),
        ("1a 1b", "3a 2b", False),
        ("1a 1b", "2a", False),
        ("1a", "2a 3a", False),
        ("1a", "3a", False),
        ("1a 2b", "3b", False),
        ("1a 1b 2c", "3c", False),
    ],
)
def test_results_that_are_the_next_messages(calls: str, results: str, whole: bool) -> None:
    assert whole_in_messages(outline(calls, results)) is whole


def test_names_may_have_to_agree_too() -> None:
    out = outline("1a", "2a")
    out.results[0].name = "g"
    assert whole_in_turns(out, "id")
    assert not whole_in_turns(out, "id", "name")
