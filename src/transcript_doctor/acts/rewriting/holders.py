"""Which processes have a file open: nobody's file is changed while somebody writes into it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
_MOST = 5


class Holders(NamedTuple):
    """The processes that were found, and whether all could be looked at."""

    found: tuple[str, ...]
    """Each as `1234 (node)`."""
    unknown: str = ""
    """What could not be looked at, in words."""


def holders_of(path: Path) -> Holders:
    """Return the processes that have a file open: on Linux those that may be looked at, elsewhere by lsof."""
    if _PROC.joinpath("self", "fd").is_dir():
        return _by_proc(path)
    return _by_lsof(path)


def _by_proc(path: Path) -> Holders:
    own = path.stat()
    found: list[str] = []
    closed = 0
    for process in _processes():
        try:
            descriptors = list((process / "fd").iterdir())
        except OSError:
            closed += process.exists()
            continue
        if any(_is_same(one, own) for one in descriptors):
            found.append(f"{process.name} ({_name(process)})")
            if len(found) == _MOST:
                break
    unknown = "processes of other users could not be looked at" if closed else ""
    return Holders(tuple(found), unknown)


def _processes() -> Iterator[Path]:
    with os.scandir(_PROC) as entries:
        for entry in entries:
            if entry.name.isdecimal():
                yield Path(entry.path)


def _is_same(descriptor: Path, own: os.stat_result) -> bool:
    try:
        return os.path.samestat(descriptor.stat(), own)
    except OSError:
        return False


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text("utf-8", "replace").strip()
    except OSError:
        return "?"


def _by_lsof(path: Path) -> Holders:
    from shutil import which  # dear to load, and only systems without /proc need it
    from subprocess import DEVNULL, SubprocessError, run

    told = "whether another process has the file open cannot be told on this system"
    command = which("lsof")
    if command is None:
        return Holders((), told)
    try:
        ran = run(
            [command, "-t", "--", str(path)], stdout=-1, stderr=DEVNULL, timeout=20, check=False
        )
    except (OSError, SubprocessError):
        return Holders((), told)
    return Holders(tuple(f"{pid}" for pid in ran.stdout.decode().split()[:_MOST]))
