"""A report as a value: printed it is the command's report, it has no truth value, and its repr counts."""

from __future__ import annotations

import pytest

import transcript_doctor
from transcript_doctor import DoctorError, check
from transcript_doctor.acts.opening.recognising import GUESSED
from transcript_doctor.acts.report.hints import for_command, for_python
from transcript_doctor.core.facts import KNOWN_FACTS

USER = {"role": "user", "content": "Hi"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "read", "arguments": "{}"}}
CALLING = {"role": "assistant", "content": None, "tool_calls": [CALL]}


def test_printed_it_is_the_report_of_the_command_without_file_and_line() -> None:
    lines = str(check([USER, CALLING, USER])).splitlines()
    assert lines[:4] == [
        "transcript  messages[1].tool_calls[0]  openai, as a record",
        "",
        "  U A[call_1] U",
        "    ~~~~~~~~~",
    ]
    assert lines[4] == "  P001 unanswered-call   call call_1 of read has no result"
    assert any(line.startswith("    openai       400  ") for line in lines)
    assert lines[-1].strip()


def test_several_faults_of_a_kind_have_no_lines_either() -> None:
    said = str(check([USER, CALLING, USER, CALLING, USER], format="openai-chat"))
    assert "    also         call_1\n" in said
    assert "line" not in said


def test_healthy_and_with_an_unknown() -> None:
    assert str(check([USER])) == "transcript  healthy  openai, as a record"
    said = str(check([USER], context={"thinking": "much"}))
    assert said.startswith("transcript  healthy  openai, as a record\n    unknown      thinking: ")


def test_what_acts_on_a_terminal_is_escaped() -> None:
    evil = {"role": "user\x1b[2J", "content": "Hi"}
    assert "\x1b" not in str(check([evil]))


def test_it_is_neither_true_nor_false() -> None:
    with pytest.raises(DoctorError, match=r"ask \.ok"):
        bool(check([USER]))
    with pytest.raises(TypeError):
        assert check([USER])


def test_its_repr_counts() -> None:
    assert repr(check([USER])) == "<ok for openai, openai-chat as a record: 0 errors, 0 warnings>"
    sick = check([USER, CALLING, USER])
    assert repr(sick) == "<sick for openai, openai-chat as a record: 1 errors, 0 warnings>"


def test_the_package_shows_its_public_names() -> None:
    assert dir(transcript_doctor) == sorted([*transcript_doctor.__all__, "__version__"])


def test_hints_name_arguments_and_no_options_of_the_command() -> None:
    said = " ".join(str(check([])).split())
    assert "so this is a guess (format= says it)" in said
    assert "--" not in said
    assert for_python(KNOWN_FACTS["model"]).endswith("request: context= with 'model': NAME")
    for hint in (*KNOWN_FACTS.values(), GUESSED, "and 1 finding more (--limit 0 shows all)"):
        assert "--" not in for_python(hint)
        assert "--" in for_command(hint)
