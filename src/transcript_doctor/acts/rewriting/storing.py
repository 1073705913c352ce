"""The way from a file as it was read to the one that takes its place: whole, or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from shutil import copystat
from stat import S_IMODE
from tempfile import mkstemp
from typing import NamedTuple

from transcript_doctor.acts.rewriting.snapshot import CHANGED, Snapshot, free
from transcript_doctor.core.errors import Unwritable

BACKUP = ".before-repair"
"""What is put behind a file's name to name the file as it was; a number follows where that is taken."""
_OTHER_NAMES = "it has other names (hard links): these go on naming what it was"


class Stored(NamedTuple):
    """A file that took another one's place."""

    backup: Path
    """Where the old file lies."""
    notes: tuple[str, ...]
    """What could not be told or is to be known, in words."""


def store(before: Snapshot, data: bytes) -> Stored:
    """Put other bytes in a file's place; return where the old file lies.

    Raises `Unwritable` where the file was changed since it was read, or another process has it open.
    The old file keeps its own bytes, time and mode under a name of its own.
    """
    path = before.path
    if not os.access(path, os.W_OK):
        raise Unwritable("it may not be written (it is read-only): allow it with `chmod u+w`")
    try:
        with _written(before, data) as made:
            notes = free(before, path)
            backup = _kept(before)
            _put(made, before, backup)
    except OSError as fault:
        raise Unwritable(f"it cannot be written: {_words(fault, path)}") from fault
    _sync_folder(path.parent)
    links = (_OTHER_NAMES,) if before.stat.st_nlink > 1 else ()
    return Stored(backup, (*notes, *links))


def _words(fault: OSError, path: Path) -> str:
    why = fault.strerror or str(fault)
    if isinstance(fault, PermissionError) and not os.access(path.parent, os.W_OK):
        return f"nothing may be added to its folder {path.parent} ({why})"
    return why


@contextmanager
def _written(before: Snapshot, data: bytes) -> Iterator[Path]:
    """Write the new file beside the old one, with its mode; it goes unless it takes the old one's place."""
    descriptor, name = mkstemp(dir=before.path.parent, prefix=f".{before.path.name[:40]}.")
    made = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(descriptor)
            _give(descriptor, before)
        made.chmod(S_IMODE(before.stat.st_mode))
        yield made
    finally:
        made.unlink(missing_ok=True)


def _give(descriptor: int, before: Snapshot) -> None:
    """Give a new file to whom the old one belongs."""
    own, old = os.fstat(descriptor), before.stat
    if (own.st_uid, own.st_gid) == (old.st_uid, old.st_gid):
        return
    try:
        os.chown(descriptor, old.st_uid, old.st_gid)
    except PermissionError:
        raise Unwritable(
            "it belongs to another user or group, and would not any more: have its owner do this"
        ) from None


def _kept(before: Snapshot) -> Path:
    """Keep the file as it was read under a name that nobody has; return that."""
    path = before.path
    for number in count(1):
        backup = path.with_name(f"{path.name}{BACKUP}{f'-{number}' if number > 1 else ''}")
        if os.path.lexists(backup):
            continue
        try:
            os.link(path, backup)
        except FileExistsError:  # it is there only now
            continue
        except OSError:  # a file system without hard links
            _copy(before, backup)
            return backup
        if os.path.samestat(backup.stat(), before.stat):
            return backup
        backup.unlink()
        raise Unwritable(CHANGED)
    raise AssertionError("so many names are not taken")


def _copy(before: Snapshot, backup: Path) -> None:
    stream = backup.open("xb")
    try:
        with stream:
            stream.write(before.data)
            stream.flush()
            os.fsync(stream.fileno())
        copystat(before.path, backup)
    except BaseException:
        backup.unlink()
        raise


def _put(made: Path, before: Snapshot, backup: Path) -> None:
    """Put a file in the old one's place, and the old one back if somebody took it up meanwhile."""
    try:
        made.replace(before.path)
    except BaseException:
        if made.exists():
            backup.unlink()
        raise
    if os.path.samestat(backup.stat(), before.stat):
        try:
            free(before, backup)
        except Unwritable:
            backup.replace(before.path)
            raise


def _sync_folder(folder: Path) -> None:
    """Have the change of names reach the disk, where folders can be synchronised."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
