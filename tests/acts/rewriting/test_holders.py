"""Who has a file open, on systems where lsof alone can tell."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from transcript_doctor.acts.rewriting import holders, repair_session
from transcript_doctor.acts.rewriting.holders import holders_of

UNTOLD = "whether another process has the file open cannot be told on this system"
SICK = (
    '[{"role": "tool", "tool_call_id": "c1", "content": "x"}, {"role": "user", "content": "Go."}]'
)


@pytest.fixture
def lsof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is searched for lsof, on a system without /proc."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setattr(holders, "_PROC", tmp_path / "none")
    monkeypatch.setenv("PATH", str(folder))
    return folder


def put(folder: Path, script: str) -> None:
    command = folder / "lsof"
    command.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    command.chmod(0o755)


def test_without_lsof_nobody_can_tell_and_that_is_said(lsof: Path, file: Path) -> None:
    assert holders_of(file) == ((), UNTOLD)
    file.write_text(SICK, "utf-8")
    made = repair_session(file, write=True)
    assert made.written
    assert UNTOLD in made.notes


def test_a_broken_lsof_tells_nothing(lsof: Path, file: Path) -> None:
    (lsof / "lsof").write_bytes(b"\x7fELF")
    (lsof / "lsof").chmod(0o755)
    assert holders_of(file) == ((), UNTOLD)


@pytest.mark.parametrize(("count", "shown"), [(0, 0), (2, 2), (9, 5)])
def test_lsof_names_the_processes(lsof: Path, file: Path, count: int, shown: int) -> None:
    ids = "\\n".join(str(100 + n) for n in range(count))
    put(lsof, f"printf '{ids}\\n'")
    assert holders_of(file) == (tuple(str(100 + n) for n in range(shown)), "")


def test_a_file_that_lsof_finds_open_is_left_alone(lsof: Path, file: Path) -> None:
    file.write_text(SICK, "utf-8")
    put(lsof, f"echo {os.getpid()}")
    made = repair_session(file, write=True)
    assert made.reason == f"another process has it open: {os.getpid()}; end that, and try again"
    assert file.read_text("utf-8") == SICK
