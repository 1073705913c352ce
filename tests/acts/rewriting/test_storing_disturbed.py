"""Putting a new file in the place of an old one while others write, the disk is full, or the process ends."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.acts.rewriting.files import NEW, OLD, names
from transcript_doctor.acts.rewriting import storing
from transcript_doctor.acts.rewriting.snapshot import Snapshot, snapshot
from transcript_doctor.acts.rewriting.storing import store
from transcript_doctor.core.errors import Unwritable


def test_what_was_appended_in_the_last_moment_is_not_lost(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent that opens, appends and closes may do so when all was looked at already."""
    kept = storing._kept

    def keep(before: Snapshot) -> Path:
        found = kept(before)
        with file.open("ab") as stream:
            stream.write(b"appended")
        return found

    monkeypatch.setattr(storing, "_kept", keep)
    with pytest.raises(Unwritable, match="it was changed"):
        store(snapshot(str(file)), NEW)
    assert file.read_bytes() == OLD + b"appended"
    assert names(file) == ["session.jsonl"]


def test_of_two_that_write_at_once_the_second_gives_way(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = snapshot(str(file)), snapshot(str(file))
    store(first, NEW)
    monkeypatch.setattr(storing, "free", lambda *_: ())  # as if both had looked before
    with pytest.raises(Unwritable, match="it was changed"):
        store(second, b"second")
    assert (file.read_bytes(), names(file)) == (
        NEW,
        ["session.jsonl", "session.jsonl.before-repair"],
    )


@pytest.mark.parametrize("is_done", [False, True])
def test_interrupted_it_is_the_old_file_alone_or_the_new_one_with_its_backup(
    file: Path, monkeypatch: pytest.MonkeyPatch, *, is_done: bool
) -> None:
    replace = Path.replace

    def interrupted(self: Path, target: Path) -> Path:
        if is_done:
            replace(self, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        store(snapshot(str(file)), NEW)
    found = {one.name: one.read_bytes() for one in file.parent.iterdir()}
    backup = {"session.jsonl.before-repair": OLD} if is_done else {}
    assert found == {"session.jsonl": NEW if is_done else OLD, **backup}


@pytest.mark.skipif(os.name == "nt", reason="limits the size of files")
def test_where_the_disk_is_full_nothing_is_left_behind(file: Path) -> None:
    code = (
        "import resource, sys\n"
        "from transcript_doctor.acts.rewriting.snapshot import snapshot\n"
        "from transcript_doctor.acts.rewriting.storing import store\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        f"store(snapshot({str(file)!r}), b'x' * 4000)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert b"Unwritable: it cannot be written: File too large" in ran.stderr
    assert (file.read_bytes(), names(file)) == (OLD, ["session.jsonl"])


def test_no_half_backup_is_left_behind(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(storing, "copystat", refuse)
    with pytest.raises(Unwritable, match="No space left"):
        store(snapshot(str(file)), NEW)
    assert (file.read_bytes(), names(file)) == (OLD, ["session.jsonl"])


def test_a_folder_that_cannot_be_synchronised_is_no_failure(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = os.open

    def refuse(path: object, *rest: Any, **named: Any) -> int:
        if path == file.parent:
            raise PermissionError(13, "Permission denied")
        return opened(path, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", refuse)
    assert store(snapshot(str(file)), NEW).backup.read_bytes() == OLD
    assert file.read_bytes() == NEW


def test_what_belongs_to_another_user_goes_on_belonging_to_them(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot(str(file))
    foreign = list(before.stat)
    foreign[stat.ST_UID] += 1
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "chown", lambda _, uid, gid: given.append((uid, gid)))
    monkeypatch.setattr(storing, "free", lambda *_: ())
    store(before._replace(stat=os.stat_result(foreign)), NEW)
    assert given == [(foreign[stat.ST_UID], foreign[stat.ST_GID])]

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chown", refuse)
    before = snapshot(str(file))
    with pytest.raises(Unwritable, match="belongs to another user"):
        store(before._replace(stat=os.stat_result(foreign)), OLD)
    assert file.read_bytes() == NEW


@pytest.mark.skipif(os.name == "nt", reason="kills a process")
def test_killed_at_any_moment_it_is_the_old_file_or_the_new_one(file: Path) -> None:
    """A process writes one file after another in its place, and is killed somewhere in the middle."""
    code = (
        "from transcript_doctor.acts.rewriting.snapshot import snapshot\n"
        "from transcript_doctor.acts.rewriting.storing import store\n"
        "print(1, flush=True)\n"
        "for n in range(10 ** 6):\n"
        f"    store(snapshot({str(file)!r}), bytes([65 + n % 26]) * 200_000)\n"
    )
    whole = {OLD} | {bytes([65 + n]) * 200_000 for n in range(26)}
    for round_ in range(6):
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(0.013 * (round_ + 1))
            writer.send_signal(signal.SIGKILL)
        assert file.read_bytes() in whole
        backups = [one for one in file.parent.iterdir() if "before-repair" in one.name]
        assert all(one.read_bytes() in whole for one in backups if not one.name.startswith("."))
        for one in file.parent.iterdir():
            if one != file:
                one.unlink()
