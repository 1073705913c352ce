"""The page of real agents: in step with the pins, and its marks mean what its legend says."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from benchmarks.agents.main import MODULES, PAGE, ROOT
from benchmarks.agents.row import Row, faults, mark
from benchmarks.agents.scenarios import DONE, FINE, SCENARIOS

ADAPTERS = ROOT / "benchmarks" / "agents" / "adapters"


def cells(part: str) -> list[list[str]]:
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.split(" | ")] for line in lines[2:]]


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints-agents.txt").read_text("utf-8").splitlines()
    python = dict(line.split("==") for line in lines if "==" in line)
    package = ROOT / "benchmarks" / "agents" / "node" / "package.json"
    return {**python, **json.loads(package.read_text("utf-8"))["dependencies"]}


def sent(fate: str, where: str = "") -> dict[str, Any]:
    return {"fate": fate, "where": where, "status": 0, "shape": "U", "warnings": []}


def test_page_names_every_version_that_is_pinned() -> None:
    how = PAGE.read_text("utf-8").split("## How each keeps its history")[1].split("## ")[0]
    rows = cells(how)
    assert len(rows) > 20
    pinned = pins()
    for row in rows:
        for told in row[2].split(", "):
            package, version = told.split(" ")
            assert pinned[package] == version, told


def test_every_adapter_is_run_and_every_row_has_a_mark_for_each_scenario() -> None:
    assert {path.stem for path in ADAPTERS.glob("[a-z]*.py")} == {*MODULES}
    rows = cells(PAGE.read_text("utf-8").split("- *task*:")[0])
    marks = re.compile(r"ok|ends, ok|\*\*(stuck|refused|[A-Z]\d+)\*\*( once)?")
    for row in rows:
        assert len(row) == 3 + len(SCENARIOS)
        assert row[3] == "ok", row[0]
        assert all(marks.fullmatch(cell.rstrip(" |")) for cell in row[3:]), row


@pytest.mark.parametrize(
    ("trial", "expected"),
    [
        ({"sent": [sent("answered")], "outcomes": ["said: a", "said: b"]}, "ok"),
        ({"sent": [sent("answered")], "outcomes": ["interrupted", "said: b"]}, "ok"),
        ({"sent": [sent("trouble")], "outcomes": ["OSError: a", "said: b"]}, "ends, ok"),
        ({"sent": [sent("answered")], "outcomes": ["interrupted", "E: a", "E: b"]}, "**stuck**"),
        (
            {"sent": [sent("refused", "P001 messages[1]")], "outcomes": ["said: a", "E: b", "E: c"]},
            "**P001**",
        ),
        (
            {"sent": [sent("refused", "P001 messages[1]")], "outcomes": ["E: a", "said: b"]},
            "**P001** once",
        ),
    ],
)  # fmt: skip
def test_mark_is_what_the_legend_says(trial: dict[str, Any], expected: str) -> None:
    assert mark(trial) == expected


def test_an_agent_that_leaves_its_task_is_told_of() -> None:
    task = {"sent": [sent("answered")] * 5, "outcomes": [f"said: {DONE}", f"said: {FINE}"]}
    assert faults(Row("an agent", "chat", trials={"task": task})) == []
    for changed in (
        {**task, "outcomes": ["E: a", "said: b"]},
        {**task, "sent": [sent("answered")] * 4},
        {**task, "sent": [*[sent("answered")] * 4, sent("refused")]},
    ):
        assert faults(Row("an agent", "chat", trials={"task": changed}))
