"""The table [tool.transcript-doctor] of the nearest pyproject.toml: what need not be typed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from transcript_doctor.core.errors import UnreadableFile

TABLE = "transcript-doctor"
_SEVERITIES = ("error", "warning")


@dataclass(frozen=True, slots=True)
class Config:
    """What a project wants of every check; the command line wins over it."""

    target: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: str = "error"
    context: dict[str, Any] = field(default_factory=dict)


def load_config(start: Path) -> Config:
    """Return the table of the nearest pyproject.toml that has one, from a folder upwards."""
    for folder in (start, *start.parents):
        file = folder / "pyproject.toml"
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        if TABLE not in text:
            continue
        try:
            table = tomllib.loads(text).get("tool", {}).get(TABLE)
        except tomllib.TOMLDecodeError as fault:
            raise UnreadableFile(f"{file}: {fault}") from fault
        if table is not None:
            return _config(file, table)
    return Config()


def _config(file: Path, table: Any) -> Config:
    """Return the table as a config; every key and type is checked, for a typo must not pass."""
    if not isinstance(table, dict):
        raise UnreadableFile(f"{file}: [tool.{TABLE}] is no table")
    made: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _KINDS:
            known = ", ".join(_KINDS)
            raise UnreadableFile(f"{file}: [tool.{TABLE}] has no key {key!r}; known: {known}")
        if not _KINDS[key](value):
            raise UnreadableFile(f"{file}: [tool.{TABLE}] {key}: {_WANTED[key]} is wanted")
        made[key.replace("-", "_")] = tuple(value) if isinstance(value, list) else value
    return Config(**made)


def _is_codes(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


_KINDS: dict[str, Callable[[Any], bool]] = {
    "target": lambda value: isinstance(value, str),
    "select": _is_codes,
    "ignore": _is_codes,
    "fail-on": lambda value: value in _SEVERITIES,
    "context": lambda value: isinstance(value, dict),
}
_WANTED = {
    "target": "a name",
    "select": "a list of codes",
    "ignore": "a list of codes",
    "fail-on": "error or warning",
    "context": "a table",
}
