"""Putting a new file in the place of an old one: whole or not at all, and never under somebody's hands."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.acts.rewriting.files import NEW, OLD, names
from transcript_doctor.acts.rewriting.holders import holders_of
from transcript_doctor.acts.rewriting.snapshot import snapshot
from transcript_doctor.acts.rewriting.storing import store
from transcript_doctor.core.errors import UnreadableFile, Unwritable

ON_LINUX = Path("/proc/self/fd").is_dir()


def test_the_old_file_lies_beside_with_its_bytes_mode_and_time(file: Path) -> None:
    file.chmod(0o640)
    os.utime(file, ns=(10**18, 10**18))
    backup = store(snapshot(str(file)), NEW).backup
    assert (file.read_bytes(), backup.read_bytes()) == (NEW, OLD)
    assert backup.name == "session.jsonl.before-repair"
    assert backup.stat().st_mtime_ns == 10**18
    assert stat.S_IMODE(file.stat().st_mode) == stat.S_IMODE(backup.stat().st_mode) == 0o640
    assert names(file) == ["session.jsonl", "session.jsonl.before-repair"]


def test_an_older_backup_is_never_overwritten(file: Path) -> None:
    for number in range(3):
        store(snapshot(str(file)), b"%d" % number)
    kept = [
        file.with_name(f"session.jsonl.before-repair{end}").read_bytes() for end in ("", "-2", "-3")
    ]
    assert (file.read_bytes(), kept) == (b"2", [OLD, b"0", b"1"])


def test_other_names_of_a_file_are_told(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.hardlink_to(file)
    stored = store(snapshot(str(file)), NEW)
    assert any("other names" in note for note in stored.notes)
    assert (file.read_bytes(), other.read_bytes()) == (NEW, OLD)
    assert not any("other names" in note for note in store(snapshot(str(file)), OLD).notes)


def test_without_hard_links_it_is_copied(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    store(snapshot(str(file)), b"first")
    backup = store(snapshot(str(file)), NEW).backup
    assert backup.name == "session.jsonl.before-repair-2"
    assert (file.read_bytes(), backup.read_bytes()) == (NEW, b"first")


def test_a_file_that_was_only_touched_meanwhile_is_somebodys_all_the_same(file: Path) -> None:
    before = snapshot(str(file))
    os.utime(file, ns=(10**18, 10**18))
    with pytest.raises(Unwritable, match="changed since it was read"):
        store(before, NEW)
    assert (file.read_bytes(), names(file)) == (OLD, ["session.jsonl"])


def test_a_link_stays_a_link(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(file)
    store(snapshot(str(link)), NEW)
    assert link.is_symlink()
    assert file.read_bytes() == NEW


@pytest.mark.skipif(not ON_LINUX, reason="needs /proc")
@pytest.mark.parametrize("mode", ["rb", "ab"])
def test_a_file_that_another_process_has_open_is_left_alone(file: Path, mode: str) -> None:
    code = f"import sys; f = open({str(file)!r}, {mode!r}); print(1, flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        other.stdout.readline()
        with pytest.raises(Unwritable, match=rf"another process has it open: {other.pid} \("):
            store(snapshot(str(file)), NEW)
        assert file.read_bytes() == OLD
        assert names(file) == ["session.jsonl"]
        other.stdin.close()
    store(snapshot(str(file)), NEW)
    assert file.read_bytes() == NEW


@pytest.mark.skipif(not ON_LINUX, reason="needs /proc")
def test_one_that_this_process_has_open_too(file: Path) -> None:
    with file.open("ab"):
        assert holders_of(file).found[0].startswith(f"{os.getpid()} (")
    assert holders_of(file).found == ()


@pytest.mark.parametrize(
    "code",
    [
        "open({0!r}, 'ab').write(b'x')",
        "s = os.stat({0!r}); open({0!r}, 'r+b').write(b'x'); os.utime({0!r}, ns=(s.st_atime_ns, s.st_mtime_ns))",
        "d = open({0!r}, 'rb').read(); os.rename({0!r}, {0!r} + '.was'); open({0!r}, 'wb').write(d)",
    ],
    ids=["appended", "same-time-and-size", "another-inode"],
)
def test_a_file_that_another_process_changed_meanwhile_is_left_alone(file: Path, code: str) -> None:
    before = snapshot(str(file))
    subprocess.run([sys.executable, "-c", "import os; " + code.format(str(file))], check=True)
    changed = file.read_bytes()
    with pytest.raises(Unwritable, match="it was changed"):
        store(before, NEW)
    assert file.read_bytes() == changed
    assert not [name for name in names(file) if "before-repair" in name or name.startswith(".")]


def test_a_file_that_went_away_is_said(file: Path) -> None:
    before = snapshot(str(file))
    file.unlink()
    with pytest.raises(Unwritable):
        store(before, NEW)
    assert names(file) == []
    with pytest.raises(UnreadableFile, match="there is no such file"):
        snapshot(str(file))
