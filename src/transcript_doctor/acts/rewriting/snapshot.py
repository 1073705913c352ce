"""A file as it was read, and whether it still is that, and nobody's."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from transcript_doctor.acts.rewriting.holders import holders_of
from transcript_doctor.core.errors import UnreadableFile, Unwritable
from transcript_doctor.core.wording import why_not

CHANGED = (
    "it was changed since it was read, and is as it was left; try again when nobody writes there"
)
"""Why a file stays that is not what was read any more."""


class Snapshot(NamedTuple):
    """A file at one moment."""

    path: Path
    """Where it lies, links followed."""
    data: bytes
    stat: os.stat_result
    digest: bytes


def snapshot(name: str) -> Snapshot:
    """Read a file; raises `UnreadableFile` where that cannot be done."""
    try:
        path = Path(name).resolve(strict=True)
        with path.open("rb") as stream:
            data = stream.read()
            stat = os.fstat(stream.fileno())
    except OSError as fault:
        raise UnreadableFile(f"{name}: {why_not(fault)}") from fault
    return Snapshot(path, data, stat, sha256(data).digest())


def free(before: Snapshot, at: Path) -> tuple[str, ...]:
    """Raise `Unwritable` unless a file is what was read, and nobody's; return what could not be told."""
    holders = holders_of(at)
    if holders.found:
        raise Unwritable(
            f"another process has it open: {', '.join(holders.found)}; end that, and try again"
        )
    now = at.stat()
    same = os.path.samestat(now, before.stat) and (now.st_size, now.st_mtime_ns) == (
        before.stat.st_size,
        before.stat.st_mtime_ns,
    )
    if not same or sha256(at.read_bytes()).digest() != before.digest:
        raise Unwritable(CHANGED)
    return (holders.unknown,) if holders.unknown else ()
