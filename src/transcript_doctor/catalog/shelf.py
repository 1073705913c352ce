"""A list whose entries are written down at once and loaded one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TypeVar

T = TypeVar("T")


class Shelf(Mapping[str, T]):
    """An explicit list whose entries are loaded when they are first asked for: a start stays cheap.

    `paths` says for each key in which module below this package the entry stands, under `word`.
    """

    def __init__(self, word: str, paths: dict[str, str]) -> None:
        self._word, self._paths = word, paths
        self._loaded: dict[str, T] = {}

    def __getitem__(self, key: str) -> T:
        if key not in self._loaded:
            module = import_module(f"transcript_doctor.{self._paths[key]}")
            self._loaded[key] = getattr(module, self._word)
        return self._loaded[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)
