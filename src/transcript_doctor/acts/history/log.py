"""The file of a history: one line a step, written at the end, on the disk before anybody is told.

A line that ends in a line feed was acknowledged, or could have been. What stands behind the last line
feed when the file is opened again was never acknowledged: whole, it is taken; half, it is cut off.
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import finalize

from transcript_doctor.core.errors import BadMessage, UnreadableFile, Unwritable
from transcript_doctor.core.wording import why_not
from transcript_doctor.sessions.history.bytes import BYTES, unpacked

_BEGINNING = b'{"n":0,"type":"history"'
"""How the first line begins."""


class Log:
    """A file of lines that grows at its end; one process at a time has it open.

    It is free again when it is closed, or when nobody holds the log any more.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        is_new = not Path(self.path).exists()
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        try:
            self._fd = os.open(self.path, flags, 0o600)
        except OSError as fault:
            raise UnreadableFile(f"{self.path}: {why_not(fault, 'folder')}") from None
        self._free = finalize(self, os.close, self._fd)
        try:
            self._lock()
            self.records = self._read()
        except BaseException:
            self._free()
            raise
        self._number = len(self.records)
        if is_new:
            _sync_folder(self.path)

    def append(self, records: Iterable[dict[str, Any]]) -> None:
        """Write records; when this returns, they are on the disk.

        Raises `BadMessage` for what is no JSON, `Unwritable` once it is closed, and OSError; then nothing was
        written.
        """
        if not self._free.alive:
            raise Unwritable(f"{self.path}: this history was closed; open it again to go on")
        lines = [_line({"n": n, **record}) for n, record in enumerate(records, self._number)]
        data = b"".join(lines)
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._fd, rest) :]
            os.fsync(self._fd)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._fd, self._size)
            raise
        self._size += len(data)
        self._number += len(lines)

    def close(self) -> None:
        """Close the file; the lock goes with it."""
        self._free()

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # a system without such locks: two writers are not kept apart there
            return
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UnreadableFile(f"{self.path}: another history has it open") from None

    def _read(self) -> list[dict[str, Any]]:
        """Return the records that are there; raises `UnreadableFile` where this is no history's file."""
        with open(self._fd, "rb", closefd=False) as stream:
            data = stream.read()
        end = data.rfind(b"\n") + 1
        records = [
            _record(line, i, self.path) for i, line in enumerate(data[:end].split(b"\n")[:-1], 1)
        ]
        self._size, self._rest = end, data[end:]
        if (last := _parsed(self._rest)) is not None:
            records.append(last)
        elif not records and not _BEGINNING.startswith(self._rest[: len(_BEGINNING)]):
            raise UnreadableFile(f"{self.path}: this is no file of a history")
        return records

    def mend(self) -> None:
        """Mend the end, where a writer may have been killed: a half line goes, a whole one stays."""
        if not self._rest:
            return
        if _parsed(self._rest) is not None:
            os.write(self._fd, b"\n")
            self._size += len(self._rest) + 1
        else:
            os.ftruncate(self._fd, self._size)
        os.fsync(self._fd)
        self._rest = b""


def _line(record: dict[str, Any]) -> bytes:
    """Return a record as a line that can be read again; raises `BadMessage` where there is none."""
    try:
        try:
            line = _dumped(record, ascii=False).encode()
        except UnicodeEncodeError:  # half a character: written as its escape
            line = _dumped(record, ascii=True).encode()
        fault: object = "it is too deep, or a number is too long"
    except (TypeError, ValueError, RecursionError) as error:
        line, fault = b"", error
    if _parsed(line) is None:
        raise BadMessage(f"what is no JSON cannot be kept in a file: {fault}")
    return line + b"\n"


def _dumped(record: dict[str, Any], *, ascii: bool) -> str:
    return json.dumps(record, ensure_ascii=ascii, separators=(",", ":"), default=_packed)


def _packed(value: Any) -> Any:
    """Return bytes, which SDKs keep in messages, as JSON that the reading side knows."""
    if isinstance(value, bytes | bytearray):
        return {BYTES: b64encode(value).decode()}
    raise TypeError(f"{value!r} stands in it")


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line, object_hook=unpacked)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _record(line: bytes, number: int, path: str) -> dict[str, Any]:
    value = _parsed(line)
    if value is None or not isinstance(value.get("type"), str):
        raise UnreadableFile(
            f"{path}:{number}: no record of a history; transcript-doctor check {path} tells what is whole"
        )
    return value


def _sync_folder(path: str) -> None:
    """Put the file's name on the disk too, where the system can do that."""
    with suppress(OSError):
        folder = os.open(Path(path).resolve().parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
