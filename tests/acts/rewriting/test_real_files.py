"""Real session files and those of public reports, repaired in their place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.acceptance.case_files import DATA
from tests.acts.rewriting.own_rules import claude_code_sends, doubles, lines
from transcript_doctor import check, shape
from transcript_doctor.acts.reading.sessions import read_session, text_source
from transcript_doctor.acts.rewriting import NoTranscript
from transcript_doctor.core.errors import UnreadableFile

LINES = (DATA / "cases.jsonl").read_text("utf-8").split("\n")
CASES = {case["id"]: case for case in map(json.loads, filter(None, LINES)) if case.get("session")}
REAL = DATA.parent / "real"
KINDS = ("claude-code", "codex", "pi", "cline", "opencode")
FILES = [path for kind in KINDS for path in sorted((REAL / kind).rglob("*")) if path.is_file()]


class Expected(NamedTuple):
    """The shape of the list afterwards, whether the file was written, and what is still wrong with it."""

    shape: str
    is_written: bool
    left: Sequence[str] = ()


EXPECTED = {
    "cc-duplicate-lines": Expected("U A U A", True),
    "cc-file-name-is-not-the-session": Expected("U A", False, ("S105",)),
    "cc-parallel-results-on-branches": Expected("U A[c1,c2,c3] R(c1,c2,c3) A U", True),
    "cc-spliced-records": Expected("U A U A", True, ("S101",)),
    "cc-writer-lost-assistant": Expected("U A U", True, ("S104",)),
    "copilot-app-surrogate-in-label": Expected("U A[call_01] R(call_01) U", False, ("S101",)),
    "paperclip-null-stop-reason": Expected("U A[c1]", False),
    "pi-branch-onto-call": Expected("U A[c1] R(c1) U", True),
    "pi-notice-between": Expected("U A[c1] R(c1) U A U", True),
    "tau-unicode-line-separator": Expected("U A[call_01] R(call_01) A", False),
}


def test_every_session_of_the_reports_is_expected() -> None:
    assert EXPECTED.keys() == CASES.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_a_session_of_a_report_is_sound_afterwards(name: str, written: Any) -> None:
    session = CASES[name]["session"]
    data = (session["raw"] if "raw" in session else "\n".join(session["lines"])).encode()
    made, after = written(data, f"{name}.jsonl")
    found = read_session(text_source(after, f"{name}.jsonl"))
    assert found is not None
    report = check(found[0])
    assert report.ok
    left = tuple(f.code for f in report.findings if f.code.startswith("S1"))
    shown = shape(report).replace("toolu_01A", "c1")
    assert Expected(shown, made.written, left) == EXPECTED[name]
    assert len(made.damage) == len(left)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(REAL)))
def test_a_real_file_stays_what_it_is_but_for_what_was_told(path: Path, written: Any) -> None:
    data = path.read_bytes()
    try:
        made, after = written(data, path.name)
    except (NoTranscript, UnreadableFile):
        return
    assert made.written is bool(made.mended or any(one.is_changed for one in made.repaired))
    assert made.reason is None
    old, new = data.split(b"\n"), after.split(b"\n")
    assert len(old) == len(new)
    touched = sum(a != b for a, b in zip(old, new, strict=True))
    assert touched <= 2 * len(made.mended)


def test_a_real_session_with_parallel_calls_is_whole_on_the_way_of_parents(written: Any) -> None:
    data = (REAL / "claude-code" / "codemie-subagents-turn-2.jsonl").read_bytes()
    assert [len(ids) for ids in claude_code_sends(lines(data))] == [13, 10]
    made, after = written(data)
    assert len(made.mended) == 5
    calls, results = claude_code_sends(lines(after))
    assert len(calls) == len(results) == 14
    assert calls == results
    assert doubles(lines(after), "uuid") == doubles(lines(data), "uuid")


@pytest.mark.parametrize("path", [p for p in FILES if p.suffix == ".jsonl"], ids=lambda p: p.name)
def test_a_real_file_of_lines_without_one_of_its_results(path: Path, written: Any) -> None:
    """The line with the first result goes; all the others stay as they are but for their links."""
    rows = path.read_bytes().split(b"\n")
    marks = (b'"tool_result"', b"_call_output", b'"toolResult"')
    gone = next((i for i, row in enumerate(rows) if any(mark in row for mark in marks)), None)
    if gone is None:
        return
    data = b"\n".join(rows[:gone] + rows[gone + 1 :])
    made, after = written(data, path.name)
    if not made.written:  # what is printed is no session
        assert made.reason is not None or not any(one.is_changed for one in made.repaired)
        return
    assert all(one.left_out is None for one in made.repaired)
    kept = set(after.split(b"\n"))
    lost = [row for row in data.split(b"\n") if row not in kept]
    changes = sum(len(one.repair.changes) for one in made.repaired)
    assert len(lost) <= 2 * (changes + len(made.mended))
    found = read_session(text_source(after, path.name))
    assert found is not None
    assert all(check(one).ok for one in found)


@pytest.mark.parametrize(
    ("name", "torn"), [("log-claude-p.jsonl", 21), ("log-parallel-agent.jsonl", 13)]
)
def test_of_a_session_that_was_written_twice_the_first_copy_stays(
    written: Any, name: str, torn: int
) -> None:
    lines_ = (REAL / "claude-code" / name).read_bytes().splitlines()
    lines_[torn] = lines_[torn][: len(lines_[torn]) // 2]
    made, after = written(b"\n".join([*lines_, *lines_, b""]), policy="lossy")
    doubles = [one.line for one in made.mended if "the very same" in one.what]
    assert doubles
    assert min(doubles) > len(lines_)
    assert [d for d in made.damage if "S103" in d] == []
    assert after.startswith(b"\n".join(lines_[:2]))
