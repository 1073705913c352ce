"""`repair` on the command line: what it shows, what it writes, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import EXAMPLES, run
from transcript_doctor import check


def write(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_it_shows_shapes_messages_and_changes() -> None:
    ran = run("repair", EXAMPLES / "agent-interrupted-anthropic.json")
    assert ran.exit_code == 0
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("- U A[c1] R(c1) A[c2,c3] U[R(c2),text]")
    assert lines[1].startswith("+ U A[c1] R(c1) A[c2,c3] U[R(c2),R(c3),text]")
    assert any(
        line.startswith("+") and "No result was recorded for this call." in line
        for line in lines[2:]
    )
    assert "messages[3].content[2]: P001 answer call toolu_01Bq7Queue" in ran.stderr
    assert "(adds a marker)" in ran.stderr
    assert "1 change, 0 things lost" in ran.stderr


@pytest.mark.parametrize(
    "name", ["agent-interrupted-anthropic.json", "dead-session-claude-code.jsonl"]
)
def test_what_is_written_is_sound_and_the_file_as_it_was(name: str, tmp_path: Path) -> None:
    before, out = (EXAMPLES / name).read_bytes(), tmp_path / "out.json"
    assert run("repair", EXAMPLES / name, "--output", out).exit_code == 0
    assert (EXAMPLES / name).read_bytes() == before
    assert check(json.loads(out.read_text("utf-8"))).ok
    again = run("repair", out)
    assert (again.exit_code, again.stdout) == (0, "nothing to repair\n")


def test_a_policy_that_forbids_leaves_and_says_so() -> None:
    ran = run("repair", EXAMPLES / "trimmed-orphan-openai.json", "--policy", "safe")
    assert ran.exit_code == 1
    assert ran.stdout == "nothing that may be repaired\n"
    assert "left alone: P002" in ran.stderr


def test_a_call_may_be_dropped_instead(tmp_path: Path) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": "{}"}}
    file = write(
        tmp_path / "a.json",
        [
            {"role": "user", "content": "Go."},
            {"role": "assistant", "content": "Well.", "tool_calls": [call]},
            {"role": "user", "content": "And?"},
        ],
    )
    ran = run("repair", file, "--unanswered", "drop")
    assert ran.exit_code == 0
    assert ran.stdout.splitlines()[1] == "+ U A U"
    assert "lost: " in ran.stderr


def test_output_is_for_one_transcript(tmp_path: Path) -> None:
    file = write(tmp_path / "a.json", [{"role": "user", "content": "Hi"}])
    for words, said in (
        ((tmp_path, "--output", tmp_path / "b.json"), "name one file"),
        ((file, file, "--output", tmp_path / "b.json"), "name one file"),
        ((file, "--output", file), "--write edits it"),
        ((file, "--write", "--output", tmp_path / "b.json"), "name one of them"),
        (("-", "--write"), "through a pipe"),
    ):
        ran = run("repair", *words, stdin="[]")
        assert (ran.exit_code, said in ran.stderr) == (2, True), ran.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["a.json"]
