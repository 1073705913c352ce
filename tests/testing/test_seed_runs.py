"""The broken runs of the checkpoint print what it prints, line for line; token figures are estimates."""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from transcript_doctor import agent, testing
from transcript_doctor.testing import labs

RUNS = Path(__file__).parents[1] / "data" / "seed-runs"
PROGRAMS = sorted(path.name.partition(".")[0] for path in RUNS.glob("*.program.txt"))
TOKENS = re.compile(r"\d+(?= input tokens)")


def rebuilt() -> ModuleType:
    return labs.load(labs.solution("harness.py"))


def printed(
    name: str,
    harness: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    text = (RUNS / f"{name}.program.txt").read_text(encoding="utf-8")
    for word, module in (("harness", harness), ("lab", testing), ("loops", labs.loops())):
        monkeypatch.setitem(sys.modules, word, module)
    code = compile(text, name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    names: dict[str, Any] = {}
    ran = eval(code, names)
    if inspect.iscoroutine(ran):
        asyncio.run(ran)
    return capsys.readouterr().out.rstrip()


def listed(name: str) -> str:
    return (RUNS / f"{name}.listing.txt").read_text(encoding="utf-8").rstrip()


def test_all_eight_are_here() -> None:
    assert [name[:1] for name in PROGRAMS] == ["1", "2", "3", "4", "5", "6", "f", "t"]


@pytest.mark.parametrize("whose", ["agent", "rebuilt"])
@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "two-loops"])
def test_a_run_prints_what_the_checkpoint_prints(
    name: str, whose: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    harness = agent if whose == "agent" else rebuilt()
    found, expected = printed(name, harness, monkeypatch, capsys), listed(name)
    assert TOKENS.sub("N", found) == TOKENS.sub("N", expected)
    paid, printed_paid = (list(map(int, TOKENS.findall(text))) for text in (found, expected))
    assert sorted(paid) == [paid[i] for i in sorted(range(len(paid)), key=printed_paid.__getitem__)]
    assert len(set(paid)) == len(paid)


def test_the_two_loops_part_company_as_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    harness = labs.load(labs.solution("my_test.py"), "my_test")
    assert printed("two-loops", harness, monkeypatch, capsys) == listed("two-loops")
