"""The code of mistakes: its names are this package's, or are explained, and what it writes heals."""

from __future__ import annotations

from typing import Any

import transcript_doctor
from transcript_doctor import check, repair
from transcript_doctor.acts.diagnose.book import MISTAKES
from transcript_doctor.acts.diagnose.borrowed import OURS, STANDS_FOR, names_in

CALL = {"id": "call_1abc", "type": "function", "function": {"name": "f", "arguments": "{}"}}
OPEN: list[dict[str, Any]] = [
    {"role": "user", "content": "Go."},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
]


def by_name(name: str) -> tuple[str, ...]:
    return names_in(next(mistake for mistake in MISTAKES if mistake.name == name))


def test_what_comes_from_here_is_imported_and_the_rest_explained() -> None:
    assert by_name("stopped-between-call-and-result") == (
        "from transcript_doctor import repair",
        STANDS_FOR["user"],
    )
    assert by_name("answered-only-the-first") == (STANDS_FOR["result_of"],)
    assert by_name("skipped-an-unknown-tool") == (
        "from transcript_doctor import Failed",
        STANDS_FOR["results"],
    )
    assert by_name("sorted-the-messages") == ()


def test_every_name_is_real_and_used() -> None:
    assert set(OURS) <= set(transcript_doctor.__all__)
    told = [line for mistake in MISTAKES for line in names_in(mistake)]
    assert {line for line in told if not line.startswith("from ")} == set(STANDS_FOR.values())
    imported = " ".join(line for line in told if line.startswith("from "))
    assert all(name in imported for name in OURS)


def test_no_code_asks_for_a_history_that_a_list_has_not() -> None:
    assert not [m.name for m in MISTAKES if "history." in m.after.partition("#")[0]]


def test_what_the_code_of_open_calls_writes_heals_a_plain_list() -> None:
    messages = repair(OPEN, as_="request").messages
    messages.append({"role": "user", "content": "So?"})
    assert check(messages, as_="request").ok
    late = {"role": "tool", "tool_call_id": "call_1abc", "content": "42"}
    once = repair([*messages, late]).messages
    assert [m["content"] for m in once if m["role"] == "tool"] == ["42"]
    assert not check(OPEN, as_="request").ok
