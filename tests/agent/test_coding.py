"""Where records are kept, and who may run commands."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from transcript_doctor.agent import Folder, ScriptedShell
from transcript_doctor.agent.coding import AskingShell, new_record, newest_record
from transcript_doctor.core.errors import BadOption


def test_records_of_one_second_have_names_of_their_own(tmp_path: Path) -> None:
    begun = threading.Barrier(8)

    def begin(_: int) -> Path:
        begun.wait(30)
        return new_record(Folder(tmp_path))

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(begin, range(8)))
    assert len(set(made)) == 8
    assert all(path.read_bytes() == b"" for path in made)
    assert newest_record(Folder(tmp_path)) in made


def test_a_link_is_no_place_for_records(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / ".transcript-doctor").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "agent-20260101-000000.jsonl").touch()
    with pytest.raises(BadOption, match="is a link"):
        new_record(Folder(tmp_path / "in"))
    with pytest.raises(BadOption, match="there is no record"):
        newest_record(Folder(tmp_path / "in"))


def test_a_command_that_is_not_allowed_is_not_run() -> None:
    inner = ScriptedShell({"ls": "a.py\n", "rm a.py": ""})
    shell = AskingShell(inner, lambda command: command == "ls")
    assert shell.run("ls") == ("a.py\n", 0)
    with pytest.raises(PermissionError, match="was not allowed, and it was not run"):
        shell.run("rm a.py")
    shell.stop()
    assert inner.commands == ["ls"]
