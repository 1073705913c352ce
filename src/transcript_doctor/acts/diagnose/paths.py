"""Paths that a refusal names, such as `messages.1.content.0.tool_use.id`, against places in a transcript."""

from __future__ import annotations

import re
from typing import TypeAlias

from transcript_doctor.place import Place

Path: TypeAlias = tuple[str, ...]
_PATH = re.compile(r"\b(?:messages?|input|contents)(?:[.\[\]]{1,3}\w{1,60}){1,20}", re.IGNORECASE)
_STEP = re.compile(r"\w+")
_MOST = 20
"""Paths of one text that are read: a body may name a thousand."""


def paths_in(text: str) -> tuple[Path, ...]:
    """Return the paths into the list that a text names, each once."""
    found = (tuple(map(_bare, _STEP.findall(path))) for path in _PATH.findall(text))
    return tuple(dict.fromkeys(found))[:_MOST]


def nearness(paths: tuple[Path, ...], place: Place) -> int:
    """Return how many steps of a place are named, from the first on; 0 where not even its message is.

    Providers put words of their own between the steps: the kind of a part, `member`.
    """
    steps = [_bare(str(step)) for step in place]
    best = max((_shared(path, steps) for path in paths), default=0)
    return best if best > 1 else 0


def _shared(path: Path, steps: list[str]) -> int:
    at = 0
    for word in path[1:]:
        if at + 1 < len(steps) and word == steps[at + 1]:
            at += 1
    return at + 1


def _bare(step: str) -> str:
    """Return a step in the way that all providers write it: some have camels, some underscores."""
    return step.replace("_", "").lower()
