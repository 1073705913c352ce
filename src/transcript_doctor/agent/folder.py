"""A folder as the tools see it: files below it by path, and nothing outside it, whatever links say."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from transcript_doctor.agent.descriptors import (
    BINARY,
    BY_DESCRIPTOR,
    FOLDER,
    NO_LINK,
    NO_WAIT,
    Place,
    opened,
    replace,
)
from transcript_doctor.core.errors import BadOption

LARGEST = 20_000_000
"""Bytes of a file that `read_text` takes; for more there is the shell."""
STATE = ".transcript-doctor"
"""The folder in it where records are kept; tools do not see it."""


class Folder:
    """Reads and writes text files below a folder; raises PermissionError for whatever is outside.

    Paths are relative to it, or absolute and inside. Links are followed where they lead to something
    inside; the way that was found so is then walked again without following any, so that a link put
    there in between is refused too (on systems that open files below an open folder).
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path).resolve()
        if not self.path.is_dir():
            raise BadOption(f"{os.fspath(path)}: no such folder")
        self._hidden = [self.path / STATE]

    def hide(self, path: str | os.PathLike[str]) -> None:
        """Keep the tools away from a file in it, whether it is there already or not."""
        self._hidden.append(Path(path).resolve())

    def read_text(self, path: str) -> str:
        """Return the text of a file, line ends as they are; raises ValueError where it is none in UTF-8."""
        steps = self._steps(path)
        with self._opened(steps, os.O_RDONLY | NO_WAIT) as fd:
            about = os.fstat(fd)
            if stat.S_ISDIR(about.st_mode):
                raise IsADirectoryError(
                    f"{path} is a folder; it holds: {', '.join(self.listdir(path))}"
                )
            if not stat.S_ISREG(about.st_mode):
                raise ValueError(f"{path} is no ordinary file")
            if about.st_size > LARGEST:
                raise ValueError(
                    f"{path} has {about.st_size} bytes, over {LARGEST}; use bash to look at it"
                )
            with open(fd, "rb", closefd=False) as stream:
                data = stream.read(LARGEST + 1)
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as fault:
            raise ValueError(
                f"{path} is no text in UTF-8 (byte {fault.start}); use bash to look at it"
            ) from None

    def write_text(self, path: str, content: str) -> None:
        """Create a file, with the folders on its way, or replace one: all of it or nothing."""
        steps = self._steps(path)
        if not steps:
            raise IsADirectoryError(f"{path} is a folder")
        data = content.encode("utf-8")
        with self._inside(steps[:-1], create=True) as place:
            replace(place, steps[-1], data, path)

    def exists(self, path: str) -> bool:
        """Tell whether something of this path is inside."""
        return self._full(self._steps(path)).exists()

    def listdir(self, path: str) -> list[str]:
        """Return the names in a folder, sorted; folders end in a slash."""
        steps = self._steps(path)
        hidden = {one.name for one in self._hidden if one.parent == self._full(steps)}
        with self._inside(steps) as place, os.scandir(place) as rows:
            found = [row for row in rows if row.name not in hidden]
            return sorted(
                f"{row.name}/" if row.is_dir(follow_symlinks=False) else row.name for row in found
            )

    # -- the way there ---------------------------------------------------------------------------------

    def _full(self, steps: tuple[str, ...]) -> Path:
        return self.path.joinpath(*steps)

    def _steps(self, path: str) -> tuple[str, ...]:
        """Return the names that lead to a path, without links; raises PermissionError outside."""
        if not path:
            raise ValueError("path must not be empty")
        if "\0" in path:
            raise ValueError("a path has no null character in it")
        try:
            found = (self.path / path).resolve()
        except (RuntimeError, OSError) as fault:  # links in a circle, a name that is too long
            raise ValueError(f"{path} leads nowhere: {fault}") from None
        if found != self.path and self.path not in found.parents:
            raise PermissionError(
                f"{path} is outside of the folder; only what is inside can be used"
            )
        steps = found.relative_to(self.path).parts
        if any(self._is_hidden(self.path.joinpath(*steps[:k])) for k in range(1, len(steps) + 1)):
            raise PermissionError(f"{path} is where the record is kept; it is not for tools")
        return steps

    def _is_hidden(self, path: Path) -> bool:
        """Tell whether a path leads to a record, whatever a file system takes for the same name."""
        for hidden in self._hidden:
            if path.parent == hidden.parent and path.name.casefold() == hidden.name.casefold():
                return True
            with suppress(OSError):
                if path.samefile(hidden):
                    return True
        return False

    @contextmanager
    def _opened(self, steps: tuple[str, ...], flags: int) -> Iterator[int]:
        """Open what is there, without following a link."""
        with self._inside(steps[:-1]) as place:
            name = steps[-1] if steps else "."
            fd = opened(place, name, flags | NO_LINK | BINARY)
            try:
                yield fd
            finally:
                os.close(fd)

    @contextmanager
    def _inside(self, steps: tuple[str, ...], *, create: bool = False) -> Iterator[Place]:
        """Walk to a folder: its descriptor, or its path where the system cannot open below one."""
        if not BY_DESCRIPTOR:
            if create:
                self._full(steps).mkdir(parents=True, exist_ok=True)
            yield self._full(steps)
            return
        fd = os.open(self.path, os.O_RDONLY | FOLDER)
        try:
            for name in steps:
                if create:
                    with suppress(FileExistsError):
                        os.mkdir(name, dir_fd=fd)
                below = opened(fd, name, os.O_RDONLY | FOLDER | NO_LINK)
                os.close(fd)
                fd = below
            yield fd
        finally:
            os.close(fd)
