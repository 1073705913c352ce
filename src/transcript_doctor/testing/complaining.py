"""What the pytest plugin says: why a test that passed fails after all, and what is wrong with a marker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any


def complaints(refused: list[str], said: str, *finish: Callable[[], None]) -> list[str]:
    """Return what is wrong where requests were refused unseen, or a script was not played as written.

    `said` is what a test says that allows refusals; each of `finish` raises `AssertionError`.
    """
    found = []
    if refused:
        head = "the test passed, and yet requests were refused for their history:"
        tail = f"a test that allows this says {said}, or looks at .refused"
        found.append("\n".join([head, *refused, tail]))
    for one in finish:
        try:
            one()
        except AssertionError as fault:
            found.append(str(fault))
    return found


def misuse(args: tuple[Any, ...], options: Mapping[str, Any], known: Iterable[str]) -> str | None:
    """Return what is wrong with a marker that takes a list of steps and known options, or None."""
    from difflib import get_close_matches  # dear to load, and only misuse needs it

    names = list(known)
    if len(args) > 1:
        return "its steps are one list: strict_provider([say('One.'), say('Two.')])"
    for name in options:
        if name not in names:
            near = get_close_matches(name, names, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names)}"
            return f"there is no argument {name!r}; {hint}"
    return None
