"""What sentences call a call and a result: by its id where it has one, else by its number and name.

Made once, here, so that a finding and its fix say the same. On some wires no call has an id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from transcript_doctor.core.outline import Call, Outline, Result
from transcript_doctor.place import Steps


class Numbered(NamedTuple):
    """A call or a result, its number among those of its message (from 1), and how many these are."""

    row: Call | Result
    number: int
    of: int


def names_of(
    outline: Outline,
    message: int | None,
    part: Steps,
    subject: Call | Result | None,
    values: Mapping[str, Any],
) -> dict[str, str]:
    """Return the words for the call or result at a place: `call`, `result`, `bare_call`, `answered`.

    `subject` is the row if the rule gave one; otherwise the place tells, or what `values` hold.
    """
    row: Call | Result | None = subject
    found = None
    if message is not None and (row is None or not row.id):
        found = _at(outline, message, part if row is None else row.part)
        row = row or (found.row if found else None)
    ident, name = (row.id, row.name) if row else (None, None)
    ident, name = _text(ident or values.get("id")), _text(name or values.get("name"))
    of = f" of {name}" if name else ""
    bare = f"call {ident}{of}" if ident else f"call{of}"
    words = {"bare_call": bare, "answered": f"call {ident}" if ident else f"the call{of}"}
    words["call"] = bare if ident else _nameless("call", name, found)
    words["result"] = f"the result for {ident}" if ident else _nameless("result", name, found)
    return words


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _nameless(word: str, name: str | None, found: Numbered | None) -> str:
    """Return words for what has no id, for the middle of a sentence: `the 2nd call, weather,`."""
    if found is None or found.of == 1:
        link = "of" if word == "call" else "from"
        return f"the {word} {link} {name}" if name else f"the {word}"
    number = f"the {ordinal(found.number)} {word}"
    return f"{number}, {name}," if name else number


def ordinal(number: int) -> str:
    """Return a number as `1st`, `2nd`, `3rd`, `11th` and so on."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def _at(outline: Outline, message: int, part: Steps) -> Numbered | None:
    """Return the call or result that a place is in."""
    if outline.numbered is None:
        outline.numbered = dict(_number(outline))
    rows: dict[Steps, Numbered] = outline.numbered
    for length in range(len(part), -1, -1):
        if (found := rows.get((message, *part[:length]))) is not None:
            return found
    return None


def _number(outline: Outline) -> Iterable[tuple[Steps, Numbered]]:
    lists: tuple[list[Any], ...] = (outline.calls, outline.results)
    for rows in (*lists, outline.hosted_calls, outline.hosted_results):
        for _, group in groupby(rows, lambda row: row.message):
            together = list(group)
            for number, row in enumerate(together, 1):
                yield row.place, Numbered(row, number, len(together))
