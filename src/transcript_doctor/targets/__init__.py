"""One TOML file a target: what it refuses, with source and date. `overrides.toml` holds what a caller may state."""

from __future__ import annotations

from importlib.resources import files

_FOLDER = files(__name__)
OVERRIDES = "overrides"


def names() -> tuple[str, ...]:
    """Return the names of all targets, sorted."""
    found = (item.name for item in _FOLDER.iterdir())
    stems = (name.removesuffix(".toml") for name in found if name.endswith(".toml"))
    return tuple(sorted(stem for stem in stems if stem != OVERRIDES))


def text(name: str) -> str:
    """Return the text of one target's file."""
    return (_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
