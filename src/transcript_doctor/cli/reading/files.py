"""Which files paths on the command line mean."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple, Protocol

from transcript_doctor.core.errors import UnreadableFile

STDIN = "stdin"
_JSON = (".json", ".jsonl", ".ndjson")
JSON_KINDS = (*_JSON, *(f"{kind}{packed}" for kind in _JSON for packed in (".gz", ".zst")))
"""Endings of files that may hold JSON of any kind, plain or packed."""
_KINDS = (
    *JSON_KINDS, ".har", ".traj", ".eval", ".yaml", ".yml", ".parquet",
    ".db", ".sqlite", ".sqlite3", ".vscdb",
)  # fmt: skip
"""Endings of files that may hold a session; what is in a file decides."""
_AIDER = ".aider.chat.history.md"
_SKIPPED = frozenset({"node_modules", "__pycache__"})
_HIDDEN = frozenset({".system_generated"})
"""Hidden folders in which an agent keeps its logs."""


class Named(NamedTuple):
    """A file to read: the name to show, its path (None: standard input), whether it was named."""

    name: str
    path: Path | None
    by_name: bool
    """False for a file that was found in a folder, which may hold something else."""


class Work(Protocol):
    """What is done with each file; it can be sent to another process, and so can its pieces."""

    def over(self, file: Named) -> Iterator[Any]:
        """Yield what comes out of a file."""


def expand(paths: Sequence[str]) -> list[Named]:
    """Return the files that paths mean; raises `UnreadableFile` on a path that does not exist."""
    found: list[Named] = []
    for path in paths:
        if path == "-":
            found.append(Named(STDIN, None, True))
        elif (here := Path(path)).is_dir():
            found += (Named(str(file), file, False) for file in _below(here))
        elif here.exists():
            found.append(Named(path, here, True))
        else:
            raise UnreadableFile(f"{path}: there is no such file")
    return found


def is_alone(files: Sequence[Named]) -> bool:
    """Tell whether one file was named, and no other."""
    return len(files) == 1 and files[0].by_name


def is_kept(file: Named) -> bool:
    """Tell whether a file can be read again: standard input and pipes give what they hold but once."""
    return file.path is not None and not file.path.is_fifo()


def size_of(file: Named) -> int:
    """Return a file's size in bytes; 0 where that is not known."""
    try:
        return 0 if file.path is None else file.path.stat().st_size
    except OSError:
        return 0


def newest_of(files: Sequence[Named]) -> list[Named]:
    """Return files by the time when they were written, the newest first."""
    return sorted(files, key=written, reverse=True)


def written(file: Named) -> float:
    """Return when a file was last written, in seconds since 1970; 0 where that is not known."""
    try:
        return 0.0 if file.path is None else file.path.stat().st_mtime
    except OSError:
        return 0.0


def _is_entered(folder: str) -> bool:
    return folder in _HIDDEN or not (folder in _SKIPPED or folder.startswith("."))


def _below(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder that may hold a session, sorted; nearly all hidden ones are passed over."""
    for top, folders, files in os.walk(folder):
        folders[:] = sorted(filter(_is_entered, folders))
        for name in sorted(files):
            may = name == _AIDER or (name.endswith(_KINDS) and not name.startswith("."))
            if may and not _is_device(path := Path(top, name)):
                yield path


def _is_device(path: Path) -> bool:
    """Tell whether a path is a pipe, a device or the like, whose end may never come."""
    try:
        return not S_ISREG(path.stat().st_mode)
    except OSError:
        return False  # where it is read, it is told what is wrong with it
