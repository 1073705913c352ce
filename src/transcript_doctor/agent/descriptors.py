"""Files below a folder that is open: by its descriptor, so that nobody can put another in its way.

Where the system cannot do that, a place is the folder's path.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

BY_DESCRIPTOR = {os.open, os.mkdir, os.rename, os.stat, os.unlink} <= os.supports_dir_fd
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
FOLDER = getattr(os, "O_DIRECTORY", 0)
NO_WAIT = getattr(os, "O_NONBLOCK", 0)
BINARY = getattr(os, "O_BINARY", 0)
Place = int | Path


def opened(place: Place, name: str, flags: int, mode: int = 0o777) -> int:
    """Return a descriptor of what is there; raises PermissionError where it has become a link."""
    try:
        if isinstance(place, int):
            return os.open(name, flags, mode, dir_fd=place)
        return os.open(place / name, flags, mode)
    except OSError as fault:
        if fault.errno == errno.ELOOP:
            raise PermissionError(f"{name} became a link; it is not followed") from None
        raise


def replace(place: Place, name: str, data: bytes, path: str) -> None:
    """Write a file beside the old one, and put it in its place: all of it or nothing."""
    other = f".{name[:100]}.{uuid4().hex}"
    mode = _mode_of(place, name, path)
    fd = opened(place, other, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | BINARY, 0o666)
    try:
        with os.fdopen(fd, "wb") as stream:
            stream.write(data)
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(stream.fileno(), mode)
        if isinstance(place, int):
            os.replace(other, name, src_dir_fd=place, dst_dir_fd=place)
        else:
            (place / other).replace(place / name)
    except BaseException:
        with suppress(OSError):
            _unlink(place, other)
        raise


def _mode_of(place: Place, name: str, path: str) -> int | None:
    """Return the mode of the file that is replaced, None where there is none; raises where it is no file."""
    try:
        if isinstance(place, int):
            about = os.stat(name, dir_fd=place, follow_symlinks=False)
        else:
            about = os.lstat(place / name)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(about.st_mode):
        raise IsADirectoryError(f"{path} is a folder")
    if not stat.S_ISREG(about.st_mode):
        raise ValueError(f"{path} is no ordinary file")
    return stat.S_IMODE(about.st_mode)


def _unlink(place: Place, name: str) -> None:
    if isinstance(place, int):
        os.unlink(name, dir_fd=place)
    else:
        (place / name).unlink()
