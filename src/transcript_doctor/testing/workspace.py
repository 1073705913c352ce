"""A folder that is only in memory, for the tools of an agent under test, and the long file of the lab."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping

_LINES, _TARGET_LINE = 5000, 2400


class Workspace:
    """Text files by path. Paths are relative, with slashes; none leads outside."""

    def __init__(self, files: Mapping[str, str] | None = None) -> None:
        self.reads: list[str] = []
        """The path of every read, in order, as it was given."""
        self._files: dict[str, str] = {}
        for path, text in (files or {}).items():
            self.write_text(path, text)

    def read_text(self, path: str) -> str:
        """Return a file's text, and write the read down; raises `FileNotFoundError`."""
        self.reads.append(path)
        if not self.exists(path):
            raise FileNotFoundError(f"File not found: {path}")
        where = _inside(path)
        if where not in self._files:
            raise IsADirectoryError(f"{path} is a folder")
        return self._files[where]

    def write_text(self, path: str, content: str) -> None:
        """Create a file, or replace all of it; raises `PermissionError` for a path that leads outside."""
        where = _inside(path)
        if where in self._folders():
            raise IsADirectoryError(f"{path} is a folder")
        if any(folder in self._files for folder in _above(where)):
            raise NotADirectoryError(f"{path}: a file stands where a folder should")
        self._files[where] = content

    def exists(self, path: str) -> bool:
        """Tell whether there is a file or a folder at a path."""
        where = posixpath.normpath(path)
        return where in self._files or where in self._folders()

    def listdir(self, path: str = ".") -> list[str]:
        """Return the names in a folder, sorted; raises `FileNotFoundError`."""
        where = _inside(path)
        if where not in self._folders():
            raise FileNotFoundError(f"Folder not found: {path}")
        start = "" if where == "." else f"{where}/"
        names = {name[len(start) :].split("/")[0] for name in self._files if name.startswith(start)}
        return sorted(names)

    def _folders(self) -> set[str]:
        return {".", *(folder for name in self._files for folder in _above(name))}


def big_log() -> str:
    """Return 5,000 lines of a log, among them `def target` on line 2,400: more than one read shows."""
    lines = [f"line {number:05}: INFO request ok" for number in range(1, _LINES + 1)]
    lines[_TARGET_LINE - 1] = "def target"
    return "".join(f"{line}\n" for line in lines)


def _above(path: str) -> Iterator[str]:
    """Yield the folders that a path stands in, without the workspace itself."""
    while path := posixpath.dirname(path):
        yield path


def _inside(path: str) -> str:
    where = posixpath.normpath(path)
    if where.startswith(("/", "../")) or where == "..":
        raise PermissionError(f"{path} is outside the workspace")
    return where
