"""The OpenAI Agents SDK: its session database."""

from __future__ import annotations

from tests.sessions.files import REAL, read_text
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import file_source, read_session

NAME = "openai-agents/sessions-0.24.0.db"


def test_each_session_is_a_conversation() -> None:
    found = read_session(file_source(NAME, REAL / NAME))
    assert found is not None
    first, second = found
    assert (first.session, first.format, first.state) == ("sess1", "openai-responses", "whole")
    assert shape(first.request, format="openai-responses") == "U A[call_1] R(call_1) A"
    assert [origin.line for origin in second.origins] == [5, 6]
    assert (second.state, [finding.code for finding in check(second).findings]) == (
        "running",
        ["P001"],
    )


def test_a_damaged_database() -> None:
    data = (REAL / NAME).read_bytes()
    assert len(read_text(data, "some.db")) == 2
    for cut in range(4096, len(data), 2000):
        for session in read_text(data[:cut], "some.db"):
            assert {harm.code for harm in session.damage} <= {"S101"}
