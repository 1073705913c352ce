"""The labs: their files, their checks, and files that are wrong in one way each."""

from __future__ import annotations

import asyncio
import difflib
import inspect
import re
import sys
from types import ModuleType

import pytest

from tests.testing.wrong_harnesses import RIGHT, WRONG, wrong
from transcript_doctor import agent
from transcript_doctor.core.errors import BadOption
from transcript_doctor.testing import labs
from transcript_doctor.testing.labs.files import gaps

SCRIPT, REBUILD = labs.LABS


def complaints(lab: labs.Lab, module: ModuleType) -> dict[int, str]:
    """What the checks that a file does not pass say, by their numbers from 1."""
    found = asyncio.run(labs.run_checks(lab.checks, module))
    assert len(found) == len(lab.checks)
    return {i: verdict.why or "" for i, verdict in enumerate(found, start=1) if not verdict.ok}


def test_there_are_four_checks_and_twenty_three() -> None:
    assert [len(lab.checks) for lab in labs.LABS] == [4, 23]
    says = [check.says for lab in labs.LABS for check in lab.checks]
    assert len(set(says)) == 27


def test_the_solutions_pass_all_checks() -> None:
    for lab in labs.LABS:
        assert complaints(lab, labs.load(labs.solution(lab.starter))) == {}


@pytest.mark.parametrize(
    "change",
    [
        ("", ""),
        ("def run_agent", "async def run_agent"),
        ("return reply", "return dict(reply)"),
        ("[message for message in messages", "[dict(message) for message in messages"),
        ("for call in calls:", "for call in tuple(calls):"),
    ],
)
def test_other_ways_to_be_right_pass_all_checks(change: tuple[str, str]) -> None:
    assert complaints(REBUILD, labs.load(RIGHT.replace(*change))) == {}


def test_the_agent_of_this_package_passes_all_checks() -> None:
    assert complaints(REBUILD, agent) == {}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_harness_fails_the_checks_that_are_about_it(name: str) -> None:
    about, _ = WRONG[name]
    found = complaints(REBUILD, wrong(name))
    assert about <= found.keys(), found
    assert all(found.values())


def test_every_check_is_failed_by_some_harness() -> None:
    assert set().union(*(about for about, _ in WRONG.values())) == set(range(1, 24))


def test_while_the_gaps_are_empty_the_first_check_names_what_is_missing() -> None:
    found = complaints(REBUILD, labs.load(labs.source("harness.py")))
    assert sorted(found) == list(range(1, 24))
    for told in ("error_message(text) ", "run_agent(model, system, messages, tools, prompt, *, max_turns=None) ", "context_for_model(messages) "):  # fmt: skip
        assert told in found[1]
    assert {found[i] for i in range(2, 24)} == {
        f"{name} is missing" for name in ("error_message", "run_agent", "context_for_model")
    }


def test_a_loop_without_end_is_cut_off() -> None:
    found = complaints(REBUILD, wrong("a failure is tried again"))
    assert "does not stop" in found[15]


STEPS = "return [lab.reply(lab.call('read', {'path': 'config.py'}), stop_reason='stop'), lab.say('It is 9090.')]"
SHAPE = "lab.shape(messages) == 'U A[c1] R(c1) A'"
OTHER_STEPS = "return [lab.reply('It is 9090.', stop_reason='toolUse'), lab.say('Really.')]"


@pytest.mark.parametrize(
    ("steps", "check", "fails"),
    [
        (STEPS, f"assert {SHAPE}, 'the tool was not run'", []),
        (STEPS, f"assert {SHAPE}", [4]),
        (STEPS, f"assert {SHAPE}, '  '", [4]),
        (STEPS, "assert len(model.calls) == 2, 'one call only'", []),
        (STEPS, "assert not lab.validate(messages), lab.validate(messages)", []),
        (STEPS, "assert lab.text('') and final['stop_reason'] == 'stop' and 'R' in lab.shape(messages), 'x'", []),
        (OTHER_STEPS, "assert lab.shape(messages) == 'U A', 'it went round again'", []),
        ("return [lab.reply('It is 9090.', stop_reason='toolUse')]", "assert lab.shape(messages) == 'U A' and final, 'cut off'", []),
        ("return []", f"assert {SHAPE}, 'x'", [1, 2]),
        ("return None", f"assert {SHAPE}, 'x'", [1, 2, 3, 4]),
        ("return tuple()", f"assert {SHAPE}, 'x'", [1, 2]),
        (STEPS.replace(", lab.say('It is 9090.')", ""), f"assert {SHAPE}, 'x'", [1, 2]),
        (STEPS.replace(", stop_reason='stop'", ""), f"assert {SHAPE}, 'x'", [3, 4]),
        (STEPS, "pass", [3, 4]),
        (STEPS, "assert final, 'x'", [3, 4]),
        (STEPS, "assert False, 'x'", [2]),
        (STEPS, "assert False", [2, 4]),
        (STEPS, "raise TypeError('x')", [2, 3, 4]),
        ("return [lab.forever(lab.reply(lab.call('read'), stop_reason='stop'))]", "assert 'R' in lab.shape(messages), 'x'", [1]),
        ("return [lab.fail('503')]", "assert True", [1, 3, 4]),
        ("import loops; assert loops.buggy; " + STEPS, f"assert {SHAPE}, 'x'", []),
    ],
)  # fmt: skip
def test_a_learners_script_and_check(steps: str, check: str, fails: list[int]) -> None:
    text = (
        f"import lab\ndef script():\n    {steps}\ndef check(model, messages, final):\n    {check}\n"
    )
    assert sorted(complaints(SCRIPT, labs.load(text, "my_test"))) == fails


def test_a_learners_file_may_be_async() -> None:
    text = labs.solution("my_test.py").replace("\ndef ", "\nasync def ")
    assert complaints(SCRIPT, labs.load(text, "my_test")) == {}


def test_the_two_loops_differ_by_one_line() -> None:
    found = labs.loops()
    one, two = (
        inspect.cleandoc(labs.source("loops.py").split(f"def {name}(")[1].split("\ndef ")[0])
        for name in ("reference", "buggy")
    )
    changed = [
        line for line in difflib.ndiff(one.splitlines(), two.splitlines()) if line[0] in "+-"
    ]
    code = [line for line in changed if '"""' not in line]
    assert [line[0] for line in code] == ["-", "+"]
    assert "stop_reason" in code[1]
    assert callable(found.reference)
    assert callable(found.buggy)


def test_the_reference_is_as_long_as_the_checkpoint_says() -> None:
    filled = "".join(gaps(RIGHT))
    lines = [
        len(re.split(r"\n\n\n", filled[filled.index(f"def {name}(") :])[0].rstrip().splitlines())
        for name in ("run_agent", "context_for_model")
    ]
    assert lines == [22, 6]
    assert len(gaps(RIGHT)[0].splitlines()) == 4


def test_the_starters_have_gaps_and_run() -> None:
    assert [len(gaps(labs.source(name))) for name in labs.STARTERS] == [2, 2]
    harness = labs.load(labs.source("harness.py"))
    assert harness.tool_specs([harness.make_read_tool(None)])[0]["name"] == "read"
    with pytest.raises(BadOption, match=r"my_test\.py, harness\.py, loops\.py"):
        labs.source("tests.py")
    with pytest.raises(BadOption, match="no gaps"):
        labs.solution("loops.py")


def test_a_module_of_a_lab_leaves_no_name_behind() -> None:
    import sys

    module = labs.load("import lab, loops, json\nfrom lab import say\nKEPT = say('x')")
    assert module.KEPT["role"] == "assistant"
    assert not {"lab", "loops", "harness", "my_test"} & sys.modules.keys()
    with pytest.raises(SyntaxError) as fault:
        labs.load("def", path="mine.py")
    assert fault.value.filename == "mine.py"


def test_a_file_that_ends_the_program_is_a_finding() -> None:
    harness = labs.load(labs.solution("harness.py"))
    harness.__dict__["run_agent"] = lambda *given, **options: sys.exit(3)
    verdicts = asyncio.run(labs.run_checks(labs.LABS[1].checks, harness))
    assert len(verdicts) == 23
    assert any(verdict.why == "SystemExit: 3" for verdict in verdicts)
