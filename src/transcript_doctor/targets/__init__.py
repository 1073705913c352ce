"""One TOML file a target: what it refuses, with source and date.

`overrides.toml` holds what a caller may state about an endpoint.
"""

from __future__ import annotations

import os

_FOLDER = os.path.dirname(__file__)
OVERRIDES = "overrides"
LEFT_OUT = "left_out"
_NO_TARGETS = (OVERRIDES, LEFT_OUT)


def names() -> tuple[str, ...]:
    """Return the names of all targets, sorted; a file named with `_` is there to be extended."""
    stems = (name.removesuffix(".toml") for name in os.listdir(_FOLDER) if name.endswith(".toml"))
    return tuple(sorted(s for s in stems if s not in _NO_TARGETS and not s.startswith("_")))


def text(name: str) -> str:
    """Return the text of one target's file."""
    with open(os.path.join(_FOLDER, f"{name}.toml"), encoding="utf-8") as file:
        return file.read()
