"""The budget of one result: whatever a tool returns is read again, and paid for, in every later turn.

A line is what `str.splitlines` calls one. That cuts at form feeds, U+0085, U+2028 and a few more, where
`grep -n` and editors see no end of a line; in a text that holds such characters the numbers of lines
differ from theirs, and agree with one another.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

MAX_LINES = 2000
"""So many lines are in one result."""
MAX_BYTES = 50_000
"""So many bytes of UTF-8 are in one result: characters do not count, an é is two."""


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, each with its end."""
    return text.splitlines(keepends=True)


def size_of(text: str) -> int:
    """Return the bytes of a text in UTF-8; half a character, which has none there, counts three."""
    return len(text.encode("utf-8", "surrogatepass"))


def truncate_head(
    text: str, max_lines: int = MAX_LINES, max_bytes: int = MAX_BYTES
) -> tuple[str, int]:
    """Return the first lines of a text that fit the budget, and how many: for files.

    Lines are whole; where the first is over the budget, there is none.
    """
    kept = _fitting(lines_of(text), max_lines, max_bytes)
    return "".join(kept), len(kept)


def truncate_tail(
    text: str, max_lines: int = MAX_LINES, max_bytes: int = MAX_BYTES
) -> tuple[str, int]:
    """Return the last lines of a text that fit the budget, and how many: for output of commands.

    Their verdict comes last. Lines are whole; where the last is over the budget, there is none.
    """
    kept = _fitting(reversed(lines_of(text)), max_lines, max_bytes)
    return "".join(reversed(kept)), len(kept)


def within_budget(text: str) -> str:
    """Return a text, or as much of its beginning as the budget allows and how long it is: for failures."""
    if len(text) <= MAX_BYTES and size_of(text) <= MAX_BYTES:
        return text
    head = text.encode("utf-8", "surrogatepass")[:MAX_BYTES].decode("utf-8", "ignore")
    return f"{head}... [{size_of(text)} bytes in all, cut here]"


def _fitting(lines: Iterable[str], max_lines: int, max_bytes: int) -> list[str]:
    kept: list[str] = []
    left = max_bytes
    for line in islice(lines, max_lines):
        left -= size_of(line)
        if left < 0:
            break
        kept.append(line)
    return kept
