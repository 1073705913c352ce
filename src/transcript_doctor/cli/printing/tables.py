"""Plain tables and paragraphs for a terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Sequence
from textwrap import fill, wrap

_WIDEST, _PIPED = 120, 100
_GAP = 2


def width() -> int:
    """Return the characters of a line: the terminal's, within reason; 100 where there is none."""
    return min(shutil.get_terminal_size().columns, _WIDEST) if sys.stdout.isatty() else _PIPED


def table(rows: Sequence[Sequence[str]], indent: int = 0) -> str:
    """Return rows in columns; the last column is wrapped into what room is left, line by line."""
    if not rows:
        return ""
    widths = [max(map(len, column)) for column in zip(*(row[:-1] for row in rows), strict=True)]
    left = indent + sum(widths) + _GAP * len(widths)
    room = max(width() - left, 30)
    lines = []
    for *cells, last in rows:
        padded = zip(cells, widths, strict=True)
        head = " " * indent + "".join(cell.ljust(w + _GAP) for cell, w in padded)
        wrapped = [
            line for part in last.split("\n") for line in wrap(part, room, break_on_hyphens=False)
        ]
        first, *rest = wrapped or [""]
        lines.append((head + first).rstrip())
        lines += (" " * left + line for line in rest)
    return "\n".join(lines)


def paragraphs(texts: Iterable[str], indent: int = 0) -> str:
    """Return paragraphs wrapped to the line."""
    pad = " " * indent
    made = (
        fill(
            " ".join(text.split()),
            width(),
            initial_indent=pad,
            subsequent_indent=pad,
            break_on_hyphens=False,
        )
        for text in texts
    )
    return "\n\n".join(made)
