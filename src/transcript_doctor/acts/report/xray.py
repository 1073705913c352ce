"""The shape with a fault underlined: windowed around the fault where it is too long for a line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

_GAP = "…"


def xray(
    marks: Sequence[str], faults: Collection[int], width: int, related: Collection[int] = ()
) -> list[tuple[str, str]]:
    """Return lines of marks, each with the line that underlines the faults in it.

    One pair of lines where all marks fit; otherwise a window around each fault that none shows yet.
    `marks` holds a mark for each message, `width` is in characters; `related` messages, which belong
    to a fault, are underlined with hyphens where they are in a window.
    """
    within = sorted(fault for fault in faults if 0 <= fault < len(marks))
    if not within:
        return [(_joined(marks, 0, _fitting(marks, 0, width), width), "")] if marks else []
    windows: list[tuple[int, int]] = []
    for fault in within:
        if not windows or fault >= windows[-1][1]:
            windows.append(_window(marks, fault, width, windows[-1][1] if windows else 0))
    strokes = {**dict.fromkeys(related, "-"), **dict.fromkeys(within, "~")}
    return [_lines(marks, start, end, strokes, width) for start, end in windows]


def _window(marks: Sequence[str], fault: int, width: int, least: int = 0) -> tuple[int, int]:
    """Return the messages from `least` on that fit around a fault, as many before as after it."""
    room = width - 2 * (len(_GAP) + 1)
    start, end = fault, fault + 1
    used = len(marks[fault])
    while True:
        after = len(marks[end]) + 1 if end < len(marks) else None
        before = len(marks[start - 1]) + 1 if start > least else None
        if (
            after is not None
            and used + after <= room
            and (before is None or end - fault <= fault - start)
        ):
            end, used = end + 1, used + after
        elif before is not None and used + before <= room:
            start, used = start - 1, used + before
        elif after is not None and used + after <= room:
            end, used = end + 1, used + after
        else:
            return start, end


def _fitting(marks: Sequence[str], start: int, width: int) -> int:
    """Return the end of the messages that fit into a line from one on."""
    return _window(marks, start, width)[1]


def _joined(marks: Sequence[str], start: int, end: int, width: int) -> str:
    return _lines(marks, start, end, {}, width)[0]


def _lines(
    marks: Sequence[str], start: int, end: int, strokes: Mapping[int, str], width: int
) -> tuple[str, str]:
    """Return some messages on a line, and the line below it."""
    words, below = ([_GAP], [" " * len(_GAP)]) if start else ([], [])
    for i in range(start, end):
        mark = marks[i] if len(marks[i]) <= width - 4 else marks[i][: width - 5] + _GAP
        words.append(mark)
        below.append(strokes.get(i, " ") * len(mark))
    if end < len(marks):
        words.append(_GAP)
    return " ".join(words), " ".join(below).rstrip()
