"""Ways to open a database (SQLite) that change nothing, also while its agent writes to it.

A reader that opens a database as usual may write to it, or leave files beside it: SQLite then rolls
back what a crash left, and notes who reads. Here it is opened in a way that does neither; where that
cannot be, a copy is read.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from transcript_doctor.core.reader import Source

if TYPE_CHECKING:
    import sqlite3

_MODES = slice(18, 20)
"""The bytes of its header that say how it is written: 2 where new pages go to a file beside it first."""
_BESIDE = ("-wal", "-journal")


Way = Callable[[Source, ExitStack], "sqlite3.Connection"]
"""What opens a source; what is to be closed or removed afterwards goes on the stack."""


def ways(source: Source) -> tuple[Way, ...]:
    """Return the ways to open a source, the lightest first; each raises one of `faults` where it fails."""
    return (_in_place, _as_copy, _in_memory) if source.path else (_in_memory,)


def _in_place(source: Source, stack: ExitStack) -> sqlite3.Connection:
    path = Path(str(source.path)).resolve()
    with path.open("rb") as stream:
        wal = stream.read(100)[_MODES] == b"\2\2"
    beside = path.with_name(f"{path.name}-wal")
    if wal and not (beside.exists() and beside.stat().st_size):
        how = "immutable=1"  # else it would make the files beside it that writers need
    else:
        how = "mode=ro&readonly_shm=1"
    return _connect(f"{path.as_uri()}?{how}", stack)


def _as_copy(source: Source, stack: ExitStack) -> sqlite3.Connection:
    """Open a copy: of a database whose last writer left work for the next one to do."""
    from shutil import copyfile
    from tempfile import TemporaryDirectory

    path = Path(str(source.path)).resolve()
    copy = Path(stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))) / "copy.db"
    for end in ("", *_BESIDE):
        part = path.with_name(path.name + end)
        if part.exists():
            copyfile(part, copy.with_name(copy.name + end))
    return _connect(copy.as_uri(), stack)


def _in_memory(source: Source, stack: ExitStack) -> sqlite3.Connection:
    with source.open() as stream:
        data = bytearray(stream.read())
    if data[_MODES] == b"\2\2":
        data[_MODES] = b"\1\1"  # in memory there is no file beside it
    base = _connect(":memory:", stack)
    base.deserialize(bytes(data))
    return base


def _connect(address: str, stack: ExitStack) -> sqlite3.Connection:
    base: sqlite3.Connection = _sqlite().connect(address, uri=True)
    stack.callback(base.close)
    base.text_factory = _text
    return base


def is_cut(source: Source) -> bool:
    """Tell whether a file is shorter than its header says."""
    try:
        with source.open() as stream:
            head = stream.read(100)
            size = stream.seek(0, 2)
    except (OSError, ValueError):
        return False
    page = int.from_bytes(head[16:18]) or 1
    return len(head) < 100 or size < int.from_bytes(head[28:32]) * (65536 if page == 1 else page)


def _sqlite() -> Any:
    import sqlite3  # loaded where there is a database: the library's import stays light

    return sqlite3


def faults() -> tuple[type[Exception], ...]:
    """Return what a damaged database raises: also in texts about it that are no UTF-8."""
    return (_sqlite().Error, OSError, OverflowError, MemoryError, ValueError)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
